include "melds.pyx"
