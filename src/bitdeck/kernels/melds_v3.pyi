from bitdeck.kernels.melds import *
from bitdeck.kernels.melds import Meld as Meld
