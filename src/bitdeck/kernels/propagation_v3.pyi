from bitdeck.kernels.propagation import *  # noqa: F403
