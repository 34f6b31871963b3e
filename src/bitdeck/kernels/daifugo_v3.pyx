# The source of daifugo.pyx, compiled for x86-64-v3.
include "daifugo.pyx"
