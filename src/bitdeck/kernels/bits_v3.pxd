include "bits.pxd"
