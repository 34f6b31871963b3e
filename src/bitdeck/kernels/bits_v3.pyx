# The source of bits.pyx, compiled for x86-64-v3.
include "bits.pyx"
