from bitdeck.kernels.stream import *
