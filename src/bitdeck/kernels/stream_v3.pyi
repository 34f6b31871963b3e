from bitdeck.kernels.stream import *  # noqa: F403
