from bitdeck.kernels.census import *  # noqa: F403
