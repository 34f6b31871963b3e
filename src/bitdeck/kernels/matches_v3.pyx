# The source of matches.pyx, compiled for x86-64-v3.
include "matches.pyx"
