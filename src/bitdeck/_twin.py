"""Chooses, once, which implementation of the kernels the wrappers call."""

import importlib
import os
from types import ModuleType

__all__ = ["available", "implementation", "load"]

_CHOICES = ("reference", "compiled", "compiled-v2", "compiled-v3")
_NOT_BUILT = (
    "bitdeck's compiled kernels are not built for this Python; install bitdeck with a C compiler present "
    "(pip install .), or set BITDECK_IMPLEMENTATION=reference for the plain-Python twins"
)


def _level() -> int:
    try:
        from bitdeck._cpu import x86_64_level
    except ImportError as error:
        raise ImportError(_NOT_BUILT) from error
    return x86_64_level()


def _resolve(choice: str) -> str:
    """The implementation that `choice` means on this machine."""
    if choice not in _CHOICES:
        raise ImportError(f"BITDECK_IMPLEMENTATION is {choice!r}; expected one of {', '.join(_CHOICES)}")
    if choice == "reference":
        return choice
    level = _level()
    if choice == "compiled":
        if level == 1:
            raise ImportError(
                "bitdeck's compiled kernels need an x86-64-v2 CPU, this is older; use BITDECK_IMPLEMENTATION=reference"
            )
        return f"compiled-v{level}" if level else "compiled"
    needed = int(choice[-1])
    if level < needed:
        has = f"x86-64-v{level}" if level else "not x86-64"
        raise ImportError(
            f"BITDECK_IMPLEMENTATION={choice} needs an x86-64-v{needed} CPU, this is {has}; use compiled or reference"
        )
    return choice


def load(name: str, choice: str | None = None) -> ModuleType:
    """The module `name` of the implementation in use, or of `choice`."""
    chosen = implementation if choice is None else _resolve(choice)
    if chosen == "reference":
        return importlib.import_module(f"bitdeck.reference.{name}")
    suffix = "_v3" if chosen == "compiled-v3" else ""
    try:
        return importlib.import_module(f"bitdeck.kernels.{name}{suffix}")
    except ImportError as error:
        raise ImportError(_NOT_BUILT) from error


def available() -> tuple[str, ...]:
    """The distinct implementations that this machine can run, the reference first."""
    found = ["reference"]
    for choice in _CHOICES[1:]:
        try:
            load("stream", choice)
            found.append(_resolve(choice))
        except ImportError:
            continue
    return tuple(dict.fromkeys(found))


implementation = _resolve(os.environ.get("BITDECK_IMPLEMENTATION", "compiled") or "compiled")
