"""The one way in: hands, masks, arrays, random streams, numbers and output arrays, checked once, here.

A public function's annotations say which door an argument comes through: `Mask` is one mask, `Masks` one mask or an
array of them, `Rng` a source of randomness. What comes out is a Python int, or a native, C-contiguous uint64 array.
"""

from collections.abc import Sequence
from operator import index as _index
from typing import Any, Protocol, SupportsIndex, TypeAlias

import numpy as np
import numpy.typing as npt

from bitdeck.errors import CardError

__all__ = [
    "Array",
    "Cards",
    "Mask",
    "Masks",
    "Rng",
    "array",
    "fits",
    "joined",
    "mask",
    "masks",
    "number",
    "output",
    "seed_words",
    "whole",
    "words_of",
]

Array: TypeAlias = npt.NDArray[Any]
Mask: TypeAlias = SupportsIndex
Masks: TypeAlias = "SupportsIndex | npt.ArrayLike | Sequence[Any]"
Cards: TypeAlias = "SupportsIndex | str"
Rng: TypeAlias = "int | np.random.SeedSequence | np.random.BitGenerator | np.random.Generator | None"

WORD = 2**64 - 1


class Reader(Protocol):
    """What the door needs of a deck: which bits are its cards, and how it reads text."""

    @property
    def full(self) -> int: ...

    def parse(self, text: str) -> int: ...


def whole(value: Any, name: str) -> int:
    """`value` as a Python int; a TypeError for anything that is not an integer (a bool is not one here)."""
    if type(value) is int:
        return value
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} is the bool {value}; expected an integer")
    if hasattr(value, "deck"):
        raise TypeError(f"{name} is the hand {value!r:.60}; expected a plain integer")
    try:
        found: int = _index(value)
    except TypeError:
        raise TypeError(f"{name} is {_called(value)}; expected an integer") from None
    return found


def number(value: Any, name: str, least: int = 0, most: int | None = None) -> int:
    """`value` as an int in least .. most, for counts, sizes and places."""
    found = whole(value, name)
    if found < least or (most is not None and found > most):
        bounds = f"at least {least}" if most is None else f"in {least}..{most}"
        raise ValueError(f"{name} is {found}; expected an integer {bounds}")
    return found


def mask(value: Any, name: str, bits: int = 128, deck: Reader | None = None) -> int:
    """One mask of at most `bits` bits; where a deck is known, its text and its `Hand` too."""
    if type(value) is not int:
        value = _one(value, name, deck)
    if value >> bits:
        raise OverflowError(_past(value, name, bits))
    if deck is not None and value & ~deck.full:
        raise OverflowError(_stray(value, name, deck.full))
    return value  # type: ignore[no-any-return]


def masks(value: Any, name: str, bits: int = 64, words: int = 1, deck: Reader | None = None) -> int | Array:
    """One mask as an int, or an array or sequence of them as uint64 (n,), or (n, words) for more than one word."""
    if type(value) is int or not _many(value):
        return mask(value, name, bits, deck)
    return array(value, name, bits, words, deck)


def array(value: Any, name: str, bits: int = 64, words: int = 1, deck: Reader | None = None) -> Array:
    """An array or sequence of masks as native, C-contiguous uint64 of shape (n,) or (n, words)."""
    rows = value if isinstance(value, np.ndarray) else _from_sequence(value, name)
    if rows.ndim == 0:
        raise TypeError(f"{name} is {_called(value)}; expected a sequence or an array of masks")
    if rows.dtype.kind == "O":
        rows = _exact(rows, name, bits, words, deck)
    elif rows.dtype.kind not in "ui":
        raise TypeError(f"{name} is an array of {rows.dtype}; expected integers")
    shape = (len(rows), words) if words > 1 else (len(rows),)
    if rows.shape != shape:
        if words > 1 and rows.ndim == 1:
            rows = np.stack([rows] + [np.zeros_like(rows)] * (words - 1), axis=1)
        else:
            wanted = f"(n, {words})" if words > 1 else "(n,)"
            raise ValueError(f"{name} has shape {rows.shape}; expected {wanted}")
    if rows.dtype.kind == "i" and rows.size and rows.min() < 0:
        where = np.argwhere(rows < 0)[0]
        raise OverflowError(_past(int(rows[tuple(where)]), _at(name, where), bits))
    rows = np.ascontiguousarray(rows, dtype=np.uint64)
    _inside(rows, name, bits, (1 << bits) - 1 if deck is None else deck.full & (1 << bits) - 1)
    return rows


def fits(rows: Array, words: int) -> Array:
    """Masks of any accepted width as (n, words), the form kernels for wide masks take."""
    return rows.reshape(len(rows), words)


def words_of(value: int, words: int) -> Array:
    """A mask as uint64 (words,)."""
    return np.frombuffer(value.to_bytes(8 * words, "little"), dtype="<u8").astype(np.uint64)


def joined(row: Array) -> int:
    """The mask that uint64 words stand for."""
    return int.from_bytes(row.astype("<u8").tobytes(), "little")


def seed_words(rng: Any) -> Array:
    """Four words of seed for one call, taken from `rng`, as uint64 (4,)."""
    if not isinstance(rng, np.random.Generator):
        if isinstance(rng, (bool, np.bool_, str)):
            raise TypeError(f"rng is {_called(rng)}; expected None, a seed, or a numpy Generator")
        if isinstance(rng, (int, np.integer)) and rng < 0:
            raise ValueError(f"rng is {rng}; expected a seed that is not negative")
        rng = np.random.default_rng(rng)
    return rng.bit_generator.random_raw(4)  # type: ignore[no-any-return]


def output(out: Any, shape: tuple[int, ...], dtype: Any) -> Array:
    """`out` if it can take the result, a new array if it is None."""
    if out is None:
        return np.empty(shape, dtype)
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out is {_called(out)}; expected a numpy array")
    expected = np.dtype(dtype)
    if out.shape != shape or out.dtype != expected or not out.flags.c_contiguous:
        order = "" if out.flags.c_contiguous else ", not C-contiguous"
        raise ValueError(f"out has shape {out.shape} and dtype {out.dtype}{order}; expected {shape} and {expected}")
    if not out.flags.writeable:
        raise ValueError("out is read-only; expected an array that can be written to")
    return out


def _called(value: Any) -> str:
    return "None" if value is None else f"{type(value).__name__} {value!r:.60}"


def _at(name: str, where: Any) -> str:
    return f"{name}[{', '.join(str(int(i)) for i in where)}]"


def _many(value: Any) -> bool:
    """Whether `value` is a batch: an array of one or more dimensions, a sequence, a buffer."""
    if isinstance(value, np.ndarray):
        return value.ndim > 0
    if isinstance(value, (str, bytes, np.generic)) or hasattr(value, "__index__"):
        return False
    return isinstance(value, (Sequence, memoryview)) or hasattr(value, "__array__") or _buffer(value)


def _buffer(value: Any) -> bool:
    try:
        memoryview(value)
    except TypeError:
        return False
    return True


def _one(value: Any, name: str, deck: Reader | None) -> int:
    held = getattr(value, "deck", None)
    if held is not None:
        if deck is not None and held != deck:
            raise CardError(f"{name} is a hand of {held!r}; expected one of {deck!r}")
        return _index(value)
    if isinstance(value, str):
        if deck is None:
            raise TypeError(
                f"{name} is the text {value!r:.60}; expected an integer mask: no deck is known here to read it"
            )
        return deck.parse(value)
    if _many(value):
        raise TypeError(
            f"{name} is {_called(value)}; expected one mask: bits.from_indices turns card indices into a mask"
        )
    return whole(value, name)


def _past(value: int, name: str, bits: int) -> str:
    if value < 0:
        return f"{name} is {value}; a mask is not negative: the cards outside a hand are deck.full & ~hand"
    return f"{name} has bit {value.bit_length() - 1}; expected bits 0..{bits - 1}"


def _stray(value: int, name: str, full: int) -> str:
    """What is said of a bit between the cards of a deck whose copies have a word each."""
    stray = value & ~full
    width = (full & WORD).bit_length()
    return f"{name} has bit {(stray & -stray).bit_length() - 1}; expected bits 0..{width - 1} of each 64-bit word"


def _from_sequence(value: Any, name: str) -> Array:
    if isinstance(value, Sequence) and not isinstance(value, memoryview):
        try:
            return np.array(list(value), dtype=object) if len(value) else np.empty(0, np.uint64)
        except ValueError:
            raise ValueError(f"{name} has rows of unequal length; expected one row a mask") from None
    try:
        return np.asarray(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} is {_called(value)}; expected masks") from None


def _exact(rows: Array, name: str, bits: int, words: int, deck: Reader | None) -> Array:
    """Python integers, texts and hands as uint64, never through float64."""
    if rows.ndim == 1:
        values = [mask(v, f"{name}[{i}]", bits, deck) for i, v in enumerate(rows)]
        if words > 1:
            return np.array([[v >> 64 * w & WORD for w in range(words)] for v in values], np.uint64).reshape(-1, words)
        return np.array(values, np.uint64)
    flat = [mask(v, _at(name, at), 64) for at, v in np.ndenumerate(rows)]
    return np.array(flat, np.uint64).reshape(rows.shape)


def _inside(rows: Array, name: str, bits: int, full: int) -> None:
    """Refuse the first mask with a bit that is no card."""
    columns = rows.reshape(len(rows), -1) if rows.size else rows.reshape(0, 1)
    every = np.bitwise_or.reduce(columns, axis=0)
    for word in range(columns.shape[1]):
        allowed = full >> 64 * word & WORD
        outside = np.uint64(WORD ^ allowed)
        if every[word] & outside:
            row = int(np.flatnonzero(columns[:, word] & outside)[0])
            value = joined(columns[row])
            at = f"{name}[{row}]"
            raise OverflowError(_past(value, at, bits) if value >> bits else _stray(value, at, full))
