# The source of deals.pyx, compiled for x86-64-v3.
include "deals.pyx"
