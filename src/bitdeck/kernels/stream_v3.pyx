# The source of stream.pyx, compiled for x86-64-v3.
include "stream.pyx"
