from bitdeck.kernels.matches import *  # noqa: F403
