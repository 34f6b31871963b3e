# The source of propagation.pyx, compiled for x86-64-v3.
include "propagation.pyx"
