"""The plain-Python twins of the kernels: what each public result means, in the most obvious code."""
