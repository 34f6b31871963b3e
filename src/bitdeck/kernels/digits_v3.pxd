include "digits.pxd"
