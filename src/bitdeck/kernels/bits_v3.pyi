from bitdeck.kernels.bits import *  # noqa: F403
