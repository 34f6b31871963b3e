"""Other people's Cython: a .pyx outside of the package cimports the primitives, compiles with the header, and runs."""

import os
import subprocess
import sys
from pathlib import Path

import bitdeck
from bitdeck import bits

OUTSIDE = """
from libc.stdint cimport uint64_t
from bitdeck.kernels.stream cimport Stream, start
from bitdeck.kernels.bits cimport (
    Mask128, deposit128, deposit64, draw_subset128, draw_subset64, extract64, flood64, highest64, highest_bit64,
    island_ends64, low_bits64, lowest64, next_subset64, popcount64, select64,
)

def of_one(uint64_t mask, uint64_t value, int card):
    return (
        popcount64(mask), lowest64(mask), highest64(mask), highest_bit64(mask), select64(mask, 1),
        deposit64(value, mask), extract64(value, mask), next_subset64(mask, value & mask), flood64(mask, card),
        island_ends64(mask), low_bits64(card),
    )

def of_none():
    return popcount64(0), lowest64(0), highest64(0), highest_bit64(0), low_bits64(64)

def of_two(uint64_t low, uint64_t high):
    cdef Mask128 mask
    mask.low, mask.high = low, high
    mask = deposit128(5, 0, mask)
    return mask.low, mask.high

def drawn(uint64_t mask, int k):
    cdef uint64_t seed[4]
    seed[0], seed[1], seed[2], seed[3] = 0, 1, 2, 3
    cdef Stream one = start(seed, 0), two = start(seed, 0)
    cdef Mask128 wide
    wide.low, wide.high = 0, mask
    wide = draw_subset128(&two, wide, k)
    return draw_subset64(&one, mask, k), wide.high, wide.low
"""

SETUP = """
import bitdeck
from bitdeck import bits
from Cython.Build import cythonize
from setuptools import Extension, setup
setup(ext_modules=cythonize(
    [Extension("outside", ["outside.pyx"], include_dirs=[bitdeck.get_include()])], language_level=3, quiet=True
))
"""

USE = """
import outside
from bitdeck import bits
assert outside.of_one(0b1011_0001, 0b0011_0001, 4) == (
    4, 0, 7, 128, 4, bits.deposit(0b0011_0001, 0b1011_0001),
    bits.extract(0b0011_0001, 0b1011_0001), bits.next_subset(0b1011_0001, 0b0011_0001), bits.flood(0b1011_0001, 4),
    0b1_0000, 0b1111,
)
assert outside.of_none() == (0, -1, -1, 0, 2**64 - 1)
assert outside.of_two(2**63, 2**3 | 2**7) == (2**63, 2**7)
for mask, k in ((0x1FFF, 5), (2**52 - 1, 13), (2**64 - 1, 40)):
    one, high, low = outside.drawn(mask, k)
    assert one == high and low == 0 and one & ~mask == 0 and one.bit_count() == k
print("used")
"""


def run(folder: Path, *command: str) -> str:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(bitdeck.__file__).parents[1]), str(folder)])}
    done = subprocess.run([sys.executable, *command], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_an_outside_module_cimports_the_primitives(tmp_path: Path) -> None:
    (tmp_path / "outside.pyx").write_text(OUTSIDE)
    (tmp_path / "setup.py").write_text(SETUP)
    run(tmp_path, "setup.py", "-q", "build_ext", "--inplace")
    assert run(tmp_path, "-c", USE).strip() == "used"


def test_the_header_holds_the_patterns_it_says() -> None:
    text = (Path(bitdeck.get_include()) / "patterns.h").read_text()

    def numbers(name: str) -> list[int]:
        body = text.split(f" {name}[", 1)[1].split("=", 1)[1].split(";", 1)[0]
        return [int(word) for word in body.translate(str.maketrans("{},", "   ")).split()]

    patterns = sorted(range(1 << 13), key=lambda x: (x.bit_count(), x))
    places = [[i for i in range(8) if byte >> i & 1] + [8] * 8 for byte in range(256)]
    assert numbers("bitdeck_patterns") == patterns
    assert numbers("bitdeck_first_pattern") == [patterns.index(2**k - 1) for k in range(14)]
    assert numbers("bitdeck_choose") == [
        sum(x.bit_count() == k for x in range(1 << n)) for n in range(14) for k in range(14)
    ]
    spread = [[bits.deposit(b & 2 ** m.bit_count() - 1, m) if m else 0 for b in range(64)] for m in range(64)]
    assert numbers("bitdeck_spread") == [x for row in spread for x in row]
    assert numbers("bitdeck_places") == [places[byte][i] for i in range(8) for byte in range(256)]
