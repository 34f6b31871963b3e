from bitdeck.kernels.plays import *  # noqa: F403
