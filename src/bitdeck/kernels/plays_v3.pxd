include "plays.pxd"
