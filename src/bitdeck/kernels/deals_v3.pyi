from bitdeck.kernels.deals import *
