from bitdeck.kernels.melds import *  # noqa: F403
