"""Chance for the rules: drawn from a secret game seed, and every draw recorded.

A ruleset has no randomness of its own. It asks a `Chance` for what the box would give it, each
time with a purpose that is unique within the game ("stage 2 round 3 tides"), and what it got is
noted in order, so that the game can be replayed from its record.
"""

import struct
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple, Protocol, TypeVar

from games.rulesets.kit.values import made

T = TypeVar("T")

WORDS = 1 << 32
"""The number of values that a word of the stream can have."""
START = bytes(1 + 8)
"""The bytes after a purpose in the first block of its stream: 0x00 and a counter of 0."""
BLOCK = 64
"""The bytes of a block of SHA-256, and so of a key of HMAC."""
INNER, OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
_words = struct.Struct(">8I").unpack


class Drawn(NamedTuple):
    """A draw: its purpose, and its value as JSON (a number or a list).

    `source` is what the value was drawn from: the sides of a die, or the items in their order.
    """

    purpose: str
    value: Any
    source: int | tuple[Any, ...] = ()

    def to_json(self) -> dict[str, Any]:
        if isinstance(self.source, int):
            return {"purpose": self.purpose, "sides": self.source, "value": self.value}
        return {"purpose": self.purpose, "from": list(self.source), "value": self.value}

    @classmethod
    def from_json(cls, raw: dict[str, Any]) -> "Drawn":
        """Return the draw that `to_json` wrote."""
        source = raw["sides"] if "sides" in raw else tuple(raw["from"])
        return cls(raw["purpose"], raw["value"], source)


class Chance(Protocol):
    """The draws that a ruleset may ask for."""

    def roll(self, purpose: str, sides: int) -> int:
        """Return a number from 1 to `sides`, each as likely as the others."""

    def sample(self, purpose: str, items: Sequence[T], count: int) -> tuple[T, ...]:
        """Return `count` of the items in the order drawn, without putting any back."""

    def shuffle(self, purpose: str, items: Sequence[T]) -> tuple[T, ...]:
        """Return all items in a random order."""


class SeededChance:
    """Chance from HMAC-SHA256(seed, purpose and counter), unbiased by rejection.

    The same seed and purpose always give the same value, whatever was drawn before.
    Items must be JSON values. `drawn` holds what was given so far, oldest first.
    """

    def __init__(self, seed: bytes) -> None:
        # HMAC by its definition (RFC 2104). Why so: docs/decisions/rulesets.md.
        key = (sha256(seed).digest() if len(seed) > BLOCK else seed).ljust(BLOCK, b"\0")
        self._inner = sha256(key.translate(INNER)).copy
        self._outer = sha256(key.translate(OUTER)).copy
        self.drawn: list[Drawn] = []

    def roll(self, purpose: str, sides: int) -> int:
        # Most draws are this one: nearly always the first word will do.
        word = self._hash_block(purpose.encode() + START)[0]
        if word >= WORDS - sides:
            (word,) = self._stream_words(purpose, (sides,))
        value = word % sides + 1
        self.drawn.append(made(Drawn, (purpose, value, sides)))
        return value

    def sample(self, purpose: str, items: Sequence[T], count: int) -> tuple[T, ...]:
        size = len(items)
        words: Sequence[int] = self._hash_block(purpose.encode() + START)
        if count > len(words) or max(words) >= WORDS - size:
            words = self._stream_words(purpose, range(size, size - count, -1))
        # Fisher-Yates, stopped once the wanted places are filled.
        pool = list(items)
        for place in range(count):
            pick = place + words[place] % (size - place)
            pool[place], pool[pick] = pool[pick], pool[place]
        picked = pool[:count]
        self.drawn.append(made(Drawn, (purpose, picked, tuple(items))))
        return tuple(picked)

    def shuffle(self, purpose: str, items: Sequence[T]) -> tuple[T, ...]:
        return self.sample(purpose, items, len(items))

    def take_draws(self) -> tuple[Drawn, ...]:
        """Return the draws since the last call, oldest first, and forget them."""
        drawn, self.drawn = tuple(self.drawn), []
        return drawn

    def _stream_words(self, purpose: str, bounds: Iterable[int]) -> list[int]:
        """Return for each bound a word of the purpose's stream. Its remainder by the bound counts.

        The stream is HMAC-SHA256(seed, purpose, 0x00, counter as 8 bytes, big-endian) for counter
        0, 1, 2 …, read as 32-bit big-endian words; a word at or above the largest multiple of the
        bound is thrown away.
        """
        taken: list[int] = []
        words = self._hash_block(purpose.encode() + START)
        at = counter = 0
        for bound in bounds:
            limit = WORDS - WORDS % bound
            word = limit
            while word >= limit:
                if at == len(words):
                    counter += 1
                    block = purpose.encode() + b"\0" + counter.to_bytes(8, "big")
                    words, at = self._hash_block(block), 0
                word = words[at]
                at += 1
            taken.append(word)
        return taken

    def _hash_block(self, text: bytes) -> tuple[int, ...]:
        """Return the HMAC of a text, as words."""
        inner = self._inner()
        inner.update(text)
        outer = self._outer()
        outer.update(inner.digest())
        return _words(outer.digest())


class RecordedChance:
    """Chance that repeats the draws of a record, to replay a game.

    Raises `ReplayMismatch` when the rules ask for another draw than the recorded one.
    """

    def __init__(self, drawn: Iterable[Drawn]) -> None:
        self._left = list(drawn)

    @property
    def draws_left(self) -> int:
        """Return the number of recorded draws that the rules have not asked for."""
        return len(self._left)

    def roll(self, purpose: str, sides: int) -> int:
        value: int = self._next_value(purpose)
        if not 1 <= value <= sides:
            raise ReplayMismatch(f"The record gives {value} for {purpose!r}, a die of {sides}.")
        return value

    def sample(self, purpose: str, items: Sequence[T], count: int) -> tuple[T, ...]:
        value = self._next_value(purpose)
        pool = list(items)
        for item in value:
            if item not in pool:
                raise ReplayMismatch(f"The record gives {item!r} for {purpose!r}: not there.")
            pool.remove(item)
        if len(value) != count:
            raise ReplayMismatch(f"The record gives {len(value)} for {purpose!r}, not {count}.")
        return tuple(value)

    def shuffle(self, purpose: str, items: Sequence[T]) -> tuple[T, ...]:
        return self.sample(purpose, items, len(items))

    def _next_value(self, purpose: str) -> Any:
        if not self._left:
            raise ReplayMismatch(f"The record ends before {purpose!r}.")
        drawn = self._left.pop(0)
        if drawn.purpose != purpose:
            raise ReplayMismatch(
                f"The record has {drawn.purpose!r} where the rules ask for {purpose!r}."
            )
        return drawn.value


class ReplayMismatch(Exception):
    """A record does not fit the rules that it is replayed with."""
