from bitdeck.kernels.bits import *
