from bitdeck.kernels.daifugo import *  # noqa: F403
