# The source of plays.pyx, compiled for x86-64-v3.
include "plays.pyx"
