# The source of melds.pyx, compiled for x86-64-v3.
include "melds.pyx"
