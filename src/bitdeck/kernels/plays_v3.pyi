from bitdeck.kernels.plays import *  # noqa: F403
from bitdeck.kernels.plays import __pyx_capi__ as __pyx_capi__
