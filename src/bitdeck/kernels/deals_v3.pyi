from bitdeck.kernels.deals import *  # noqa: F403
