# The source of census.pyx, compiled for x86-64-v3.
include "census.pyx"
