"""NumPy: bits and bools by `unpackbits` and `packbits`, on the same rows."""

import numpy as np

from harness import Call, Peer


def to_bools(rows: int) -> Call:
    rng = np.random.default_rng(1)
    masks = rng.integers(0, 2**52, rows, np.uint64) & rng.integers(0, 2**52, rows, np.uint64)
    return lambda: np.unpackbits(
        masks.astype("<u8").view(np.uint8).reshape(rows, 8), axis=1, count=52, bitorder="little"
    ).view(np.bool_)


def from_bools(rows: int) -> Call:
    planes = np.random.default_rng(4).random((rows, 52)) < 0.25

    def call() -> np.ndarray:
        padded = np.zeros((rows, 8), np.uint8)
        padded[:, :7] = np.packbits(planes, axis=1, bitorder="little")
        return padded.view("<u8")[:, 0]

    return call


PEERS = [
    Peer("bits: to_bools", to_bools, lambda found: found, rows=100_000),
    Peer("bits: from_bools", from_bools, lambda found: found, rows=100_000),
]
