include "stream.pxd"
