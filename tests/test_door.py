"""Every public function and method, at the door: what may come in does, and what may not says why.

The walker finds the public modules, their functions and classes, and by annotation the parameters that let masks or
randomness in; to each it holds every line of `cases/inputs.json` that concerns it. A new function joins by itself as
soon as its required parameters stand in `EXAMPLES`; one that cannot be called fails here.
"""

import array
import copy
import enum
import importlib
import inspect
import json
import pickle
import pkgutil
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest

import bitdeck
from bitdeck import _door
from bitdeck.errors import CardError
from equivalence.harness import same

# What to give a parameter: looked up as "module.function.parameter" ("module.Class.method.parameter"), then
# "module.parameter", then "parameter". A list for masks is a batch of valid rows, whose first row is the single mask. A
# function is called for the value. A class named here ("module.Class") is one that callers do not build: the value is
# an instance.
EXAMPLES: dict[str, Any] = {
    "mask": [0b1011, 0b1111, 0b111 << 40],
    "masks": [0b1011, 0, 0b101 << 40],
    "values": [0b0110, 0b1, 0b11],
    "subset": [0b1010, 0b0011, 0],
    "bits.rank_subset.mask": 0b1011,
    "bits.to_bools.width": 64,
    "bits.permute.table": list(range(64)),
    "bits.from_indices.ids": [0, 1, 3],
    "planes": [True, False, True],
    "indices": (0, 2),
    "hand": [0b1011, 0b1111, 0b11 << 40],
    "cards": [0b1011, 0b1111, 0b11 << 40],
    "deck": bitdeck.STANDARD,
    "ranks": "23456789TJQKA",
    "text": "3H",
    "to": bitdeck.ACE_LOW,
    "other": {1, 2},
    "index": 1,
    "cards.Deck.unpack.words": [0b1011],
    "card": 1,
    "table": ["7H 8H 9H"],
    "melds.Evaluation.add.card": 2,
    "games.rummy.Showdown": lambda: bitdeck.games.rummy.showdown(0b111, 0b111000),
    "games.rummy.showdown.knocker": 0b111,
    "games.rummy.showdown.defender": 0b111000,
    "plays.hand": [0b1011, 0b1, 0b111 << 40],
    "hands": [0b1011, 0b1, 0b11],
    "plays.field": [0b0011, 0b1, 0b1 << 12],
    "plays.fields": [0b0011, 0b1, 0b1 << 12],
    "plays.play": 0b11 << 20,
    "plays.lock": [0b0011, 0, 0b1000],
    "led": 1,
    "classes": (0b1111, 0b1111 << 4),
    "plays.Play": lambda: bitdeck.plays.classify(0b11)[0],
    "plays.Plays": lambda: bitdeck.plays.leads([0b11, 0b111]),
    "plays.Play.declares.rank": 0,
    "games.daifugo.Round": lambda: middle_of_a_round(),
    "games.daifugo.playouts.state": lambda: middle_of_a_round(),
    "games.daifugo.playouts.hands": lambda: [middle_of_a_round().hands] * 2,
    "games.daifugo.next_round.last": lambda: middle_of_a_round(over=True),
    "games.daifugo.Round.play.play": lambda: bitdeck.plays.Play(0, 0),
    "games.daifugo.exchange.hands": (0b11, 0b1100),
    "places": (1, 2),
    "matches.cards": [0, 1, 5],
    "matches.complete.cards": [0, 1],
    "matches.MatchDeck.index.card": "0211",
    "matches.Games": lambda: bitdeck.matches.simulate(3, bitdeck.matches.MatchDeck(2, 3), rng=1),
    "a": 1,
    "b": [2, 3],
    "items": [1, 2, 3],
    "accept": lambda: sum,
    "matches.text": "0211",
    "games.matching.Scoring.points.cards": [0, 1, 2],
    "games.matching.Scoring.checked.cards": [0, 1, 2],
    "games.matching.Scoring.name.card": 5,
    "games.matching.Scoring.first.table": [0, 1, 2, -1],
    "games.matching.MatchingGame.choose.place": 1,
    "games.matching.MatchingGame.replay.log": (),
    "games.matching.MatchingGame.replay.order": (0, 1, 5),
    "games.matching.Event": lambda: bitdeck.games.matching.Event("more", -1, "dealt", (), 0),
    "k": 2,
    "i": 1,
    "n": 5,
    "sizes": (2, 1),
    "players": 0,
    "deals.DealSpace": lambda: bitdeck.deals.DealSpace(0b101011, (2, 1)),
    "deals.DealSpace.rank.deal": (0b11, 0b1000),
    "seat": 0,
    "giver": 0,
    "taker": 1,
    "party": "re",
    "deals.Beliefs.cards": [0b1111111, 0b11111111, 0b1111111 << 1],
    "deals.Beliefs.hand": [0b11, 0b101, 0b110],
    "deals.Beliefs.sizes": (2, 2, 1),
    "deals.Beliefs.void.seat": 1,
    "deals.Beliefs.void.cards": [0b100, 0b1000, 0],
    "deals.Beliefs.passed.cards": [0b1, 0b10, 0b11],
    "deals.Beliefs.drew.seat": 1,
    "games.doppelkopf.Seat.hand": [0xFFF, 0xFFF << 12, 0xFFF << 24],
    "games.doppelkopf.beliefs.hand": [0xFFF, 0xFFF << 12, 0xFFF << 24],
}

NOT_WALKED = {"kernels", "reference", "cli", "errors"}


def middle_of_a_round(over: bool = False) -> Any:
    """A round of Daifugō in which the player in turn may pass; or one that is over."""
    table = importlib.import_module("bitdeck.games.daifugo").Round(["S3", "S4"] if over else ["S3 S7", "S4", "S5"])
    table.play(table.moves()[0])
    return table


# Finding what is public.


def public_modules() -> Iterator[types.ModuleType]:
    for found in pkgutil.walk_packages(bitdeck.__path__, "bitdeck."):
        parts = found.name.split(".")[1:]
        if not any(part.startswith("_") or part in NOT_WALKED for part in parts):
            module = importlib.import_module(found.name)
            if hasattr(module, "__all__"):
                yield module


@dataclass(frozen=True)
class Target:
    """A public function, constructor or method: `owner` is the class a method is called on an instance of."""

    name: str
    function: Callable[..., Any]
    owner: type | None = None

    def parameters(self) -> dict[str, inspect.Parameter]:
        found = list(inspect.signature(self.function).parameters.values())
        return {p.name: p for p in found[1 if self.owner else 0 :]}

    def example(self, parameter: str) -> Any:
        family = self.name.split(".")[0]
        for key in (f"{self.name}.{parameter}", f"{family}.{parameter}", parameter):
            if key in EXAMPLES:
                return made(EXAMPLES[key])
        pytest.fail(f"{self.name}: no example for {parameter!r}; add one to EXAMPLES in {Path(__file__).name}")

    def batch(self, parameter: str) -> list[int]:
        value = self.example(parameter)
        return value if isinstance(value, list) else [value] * 3

    def call(self, **given: Any) -> Any:
        """Call with `given`, and with examples for whatever else is required."""
        arguments, keywords = [], {}
        for name, parameter in self.parameters().items():
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
                continue
            if name in given:
                value = given[name]
            elif parameter.default is not parameter.empty:
                continue
            else:
                value = self.batch(name)[0] if kind(parameter) in ("Mask", "Masks", "Cards") else self.example(name)
            if parameter.kind is parameter.POSITIONAL_ONLY:
                arguments.append(value)
            else:
                keywords[name] = value
        start = [instance(self.owner)] if self.owner else []
        return drawn(self.function(*start, *arguments, **keywords))


def made(value: Any) -> Any:
    return value() if isinstance(value, types.FunctionType) else value


def dotted(thing: Any) -> str:
    return f"{thing.__module__}.{thing.__qualname__}".removeprefix("bitdeck.")


def instance(cls: type) -> Any:
    return made(EXAMPLES[dotted(cls)]) if dotted(cls) in EXAMPLES else Target(dotted(cls), cls).call()


def is_built(cls: type) -> bool:
    """Whether callers make instances, so that there is something to walk."""
    return not issubclass(cls, (enum.Enum, BaseException))


def targets_of(cls: type) -> Iterator[Target]:
    if dotted(cls) not in EXAMPLES:
        yield Target(dotted(cls), cls)
    for name in dir(cls):
        member = inspect.getattr_static(cls, name)
        function = member.__func__ if isinstance(member, (classmethod, staticmethod)) else member
        ours = getattr(function, "__module__", "") or ""
        if name.startswith("_") or not inspect.isfunction(function) or not ours.startswith("bitdeck"):
            continue
        if function is member:
            yield Target(f"{dotted(cls)}.{name}", function, cls)
        else:
            yield Target(f"{dotted(cls)}.{name}", getattr(cls, name))


def public_things() -> Iterator[tuple[str, Any]]:
    for module in public_modules():
        for name in module.__all__:
            thing = getattr(module, name)
            if getattr(thing, "__module__", module.__name__) == module.__name__ or not hasattr(thing, "__qualname__"):
                yield f"{module.__name__.removeprefix('bitdeck.')}.{name}", thing


def public_targets() -> Iterator[Target]:
    for name, thing in public_things():
        if inspect.isfunction(thing):
            yield Target(name, thing)
        elif inspect.isclass(thing) and is_built(thing):
            yield from targets_of(thing)


def kind(parameter: inspect.Parameter) -> str:
    """The door a parameter lets its argument in through: Mask, Masks, Cards, Rng, out, text, or none."""
    if parameter.name in ("out", "text"):
        return parameter.name
    written = parameter.annotation
    parts = [part.strip() for part in written.split("|")] if isinstance(written, str) else [written, *get_args(written)]
    for alias in ("Mask", "Masks", "Cards", "Rng"):
        if alias in parts or getattr(_door, alias) in (written, *parts):
            # One card, by index or text, is no mask though it may be written the same way.
            return "" if alias == "Cards" and parameter.name == "card" else alias
    return ""


# Calling, and holding outcomes against each other.


@dataclass(frozen=True)
class Outcome:
    value: Any = None
    error: Exception | None = None


@dataclass(frozen=True)
class Feed:
    """One parameter of one target: called with a value for it, gives the outcome."""

    target: Target
    parameter: str

    def __call__(self, value: Any, **others: Any) -> Outcome:
        try:
            return Outcome(self.target.call(**{self.parameter: value}, **others))
        except Exception as error:
            return Outcome(error=error)

    def batch(self) -> np.ndarray:
        return np.array(self.target.batch(self.parameter), np.uint64)

    def default(self) -> Any:
        return self.target.parameters()[self.parameter].default

    def reads_text(self) -> bool:
        """Whether a deck is known here: then text and hands are let in too."""
        return not isinstance(self("").error, TypeError)


def drawn(value: Any) -> Any:
    """A result that can be compared: the first items of an iterator, what a sampler draws."""
    if isinstance(value, Iterator):
        return list(islice(value, 50))
    return value() if isinstance(value, (types.FunctionType, types.MethodType)) else value


def refuses(feed: Feed, value: Any, expected: type[Exception] | tuple[type[Exception], ...], text: str = "") -> None:
    found = feed(value)
    assert isinstance(found.error, expected), f"{value!r} gives {found}"
    assert text in str(found.error)


def works(found: Outcome) -> Any:
    assert found.error is None, repr(found.error)
    return found.value


def alike(one: Outcome, other: Outcome) -> None:
    """Both give the same value, or both raise the same kind of error."""
    assert type(one.error) is type(other.error), f"{one} against {other}"
    assert one.error is not None or same(one.value, other.value), f"{one} against {other}"


def is_empty(result: Any) -> bool:
    """Arrays of no rows, and offsets of no rows, in whatever holds them."""
    if isinstance(result, np.ndarray):
        return len(result) == 0 or (len(result) == 1 and result.dtype == np.int64 and result[0] == 0)
    if isinstance(result, tuple):
        return all(is_empty(part) for part in result)
    return len(result) == 0


class Stranger:
    """A hand of some other deck."""

    deck = "a deck of another game"

    def __index__(self) -> int:
        return 1


# The lines of cases/inputs.json.


def negative(feed: Feed) -> None:
    refuses(feed, -1, OverflowError, "deck.full & ~hand")
    refuses(feed, ~0b1011, OverflowError, "deck.full & ~hand")


def past_the_words(feed: Feed) -> None:
    refuses(feed, 2**128, OverflowError)
    found = feed(2**64 + feed.target.batch(feed.parameter)[0])
    assert found.error is None or isinstance(found.error, (OverflowError, CardError)), repr(found.error)


def not_integers(feed: Feed) -> None:
    for value in (1.9, np.float64(2.7), Decimal("3")):
        refuses(feed, value, TypeError)


def none(feed: Feed) -> None:
    if feed.default() is not None:
        refuses(feed, None, TypeError)
    else:
        works(feed(None))


def a_bool(feed: Feed) -> None:
    refuses(feed, True, TypeError)
    refuses(feed, np.True_, TypeError)


def bool_array(feed: Feed) -> None:
    refuses(feed, np.array([True, False]), TypeError)


def exact_list(feed: Feed) -> None:
    for rows in ([2**63, 1], [2**63 + 1, 1], [2**53 + 1, 1]):
        alike(feed(rows), feed(np.array(rows, np.uint64)))
    assert same(works(feed(feed.target.batch(feed.parameter))), works(feed(feed.batch())))


def negative_in_array(feed: Feed) -> None:
    refuses(feed, np.array([1, -1], np.int64), OverflowError)


def read_only(feed: Feed) -> None:
    rows = feed.batch()
    rows.flags.writeable = False
    assert same(works(feed(rows)), works(feed(feed.batch())))


def strided(feed: Feed) -> None:
    rows = feed.batch()
    for view in (np.repeat(rows, 2)[::2], rows[::-1]):
        assert same(works(feed(view)), works(feed(view.copy())))


def big_endian(feed: Feed) -> None:
    assert same(works(feed(feed.batch().astype(">u8"))), works(feed(feed.batch())))


def empty(feed: Feed) -> None:
    found, listed = works(feed(np.empty(0, np.uint64))), works(feed([]))
    assert same(found, listed)
    assert is_empty(found), repr(found)


def buffer(feed: Feed) -> None:
    assert same(works(feed(array.array("Q", feed.batch().tolist()))), works(feed(feed.batch())))


def high_cards(feed: Feed) -> None:
    for i in range(32, 64):
        alike(feed(np.uint64(1 << i)), feed(1 << i))
    if kind(feed.target.parameters()[feed.parameter]) == "Masks":
        rows = [1 << i for i in range(32, 64)]
        alike(feed(np.array(rows, np.uint64)), feed(rows))


def round_trip(name: str, thing: Any) -> None:
    value = instance(thing) if inspect.isclass(thing) and is_built(thing) else thing
    for twin in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
        assert type(twin) is type(value), name
        assert same(twin, value), name


def twice_in_text(feed: Feed) -> None:
    if feed.reads_text():
        refuses(feed, "2H 2H 2H 2H 2H", CardError, "2H")
    else:
        refuses(feed, "2H 2H", TypeError)


def other_text(feed: Feed) -> None:
    if feed.reads_text():
        for token in ("1x", "Asx"):
            refuses(feed, token, CardError, token)
        alike(feed("  "), feed(""))
        if kind(feed.target.parameters()[feed.parameter]) != "text":
            alike(feed(""), feed(0))
    else:
        for text in ("1x", "Asx", "", "  "):
            refuses(feed, text, TypeError)


def bad_output(feed: Feed) -> None:
    others = batched(feed.target)
    right = works(feed(None, **others))
    out = np.empty_like(right)
    assert works(feed(out, **others)) is out
    assert same(out, right)
    locked = np.empty_like(right)
    locked.flags.writeable = False
    for wrong in (locked, np.empty((*right.shape, 2), right.dtype), np.empty(right.shape, np.complex64)):
        assert isinstance(feed(wrong, **others).error, ValueError)
    assert isinstance(feed(right.tolist(), **others).error, TypeError)


def batched(target: Target) -> dict[str, Any]:
    """Arguments that make a call with `out` a batch: every batch of masks, or a number of rows; and a fixed seed."""
    parameters = target.parameters()
    given: dict[str, Any] = {name: target.batch(name) for name, p in parameters.items() if kind(p) == "Masks"}
    if not given and "n" in parameters:
        given["n"] = 3
    return given | {name: 7 for name, p in parameters.items() if kind(p) == "Rng"}


def list_for_one(feed: Feed) -> None:
    refuses(feed, [1, 2], TypeError, "bits.from_indices")


def other_deck(feed: Feed) -> None:
    if feed.reads_text():
        refuses(feed, Stranger(), CardError)
    else:
        alike(feed(Stranger()), feed(1))


def randomness(feed: Feed) -> None:
    for bad in (True, "seed", 1.5):
        refuses(feed, bad, TypeError)
    expected = works(feed(7))
    generator = np.random.default_rng(7)
    for good in (np.int64(7), np.random.SeedSequence(7), np.random.PCG64(7), generator):
        assert same(works(feed(good)), expected)
    assert generator.bit_generator.state != np.random.default_rng(7).bit_generator.state, "the generator moves on"
    works(feed(None))


ONE = ("Mask", "Masks", "Cards")
TEXT = (*ONE, "text")
LINES: dict[str, tuple[tuple[str, ...], Callable[..., None]]] = {
    "-1 or ~hand": (ONE, negative),
    "2**64 for a one-word deck": (ONE, past_the_words),
    "1.9, numpy.float64(2.7), Decimal('3')": (TEXT, not_integers),
    "None": (TEXT, none),
    "True as a mask": (TEXT, a_bool),
    "boolean array": (ONE, bool_array),
    "list [2**63, 1]": (("Masks",), exact_list),
    "int64 array holding -1": (("Masks",), negative_in_array),
    "read-only array": (("Masks",), read_only),
    "a[::2], a[::-1]": (("Masks",), strided),
    "big-endian '>u8'": (("Masks",), big_endian),
    "numpy.empty(0, 'u8') and []": (("Masks",), empty),
    "array.array('Q')": (("Masks",), buffer),
    "every card 32..63 set alone": (ONE, high_cards),
    "pickle and copy of every public object": (("object",), round_trip),
    "the same card twice in text": (TEXT, twice_in_text),
    "'1x', 'Asx', '', '  '": (TEXT, other_text),
    "out= read-only, of the wrong shape or dtype": (("out",), bad_output),
    "a list where one mask is meant": (("Mask", "Cards"), list_for_one),
    "a Hand of another deck": (ONE, other_deck),
}
CASES = [line for line, _ in json.loads((Path(__file__).parent / "cases" / "inputs.json").read_text("utf-8"))["cases"]]


def door_cases() -> Iterator[Any]:
    """Every ordinary call, every line at every door that it concerns, every public object."""
    for target in public_targets():
        yield pytest.param(target.call, (), id=f"{target.name}: an ordinary call")
        for name, parameter in target.parameters().items():
            door = kind(parameter)
            for line in CASES:
                doors, check = LINES[line]
                if door in doors:
                    yield pytest.param(check, (Feed(target, name),), id=f"{target.name}({name}): {line}")
            if door == "Rng":
                yield pytest.param(
                    randomness, (Feed(target, name),), id=f"{target.name}({name}): a source of randomness"
                )
    for name, thing in public_things():
        if inspect.isclass(thing) and not is_built(thing):
            continue
        for line in CASES:
            doors, check = LINES[line]
            if "object" in doors:
                yield pytest.param(check, (name, thing), id=f"{name}: {line}")


@pytest.mark.parametrize(("check", "arguments"), list(door_cases()))
def test_door(check: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
    check(*arguments)
    assert set(CASES) == set(LINES), "every line of cases/inputs.json has its check"
