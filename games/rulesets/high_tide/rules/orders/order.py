"""A standing order: its parts, and its JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from games.rulesets.high_tide.rules.actions import Pass, Roll
from games.rulesets.high_tide.rules.components import BEACHES
from games.rulesets.high_tide.rules.orders.wishes import ANY, CoinWish, DieWish, PairWish, TileWish
from games.rulesets.kit.values import Bounds, Json, write_value

Wish = PairWish | DieWish | CoinWish | TileWish
KINDS: Mapping[str, type[Wish]] = {
    "take": PairWish,
    "accept": PairWish,
    "reroll": DieWish,
    "coins": CoinWish,
    "tiles": TileWish,
}
"""The kind of wish in each part of an order."""
WORDS: Mapping[str, Roll | Pass] = {"roll": Roll(), "pass": Pass()}
"""The entries that are one word."""


@dataclass(frozen=True, slots=True)
class Order:
    """A player's wishes for each decision; None leaves a decision to the fallback."""

    take: tuple[PairWish | Roll, ...] | None = None
    accept: tuple[PairWish, ...] | None = None
    reroll: tuple[DieWish, ...] | None = None
    coins: tuple[CoinWish | Pass, ...] | None = None
    tiles: tuple[TileWish, ...] | None = None

    def to_json(self) -> Json:
        parts = {name: getattr(self, name) for name in KINDS}
        return {
            name: [_write_entry(entry) for entry in entries]
            for name, entries in parts.items()
            if entries is not None
        }

    @classmethod
    def from_json(cls, raw: Json) -> "Order":
        """Return the order of JSON that fits its schema."""
        parts: Json = {
            name: tuple([_read_entry(KINDS[name], entry) for entry in entries])
            for name, entries in raw.items()
        }
        return cls(**parts)


def _read_entry(kind: type[Wish], raw: Json | str) -> Wish | Roll | Pass:
    if isinstance(raw, str):
        return WORDS[raw]
    return kind(**{name: _read_value(value) for name, value in raw.items()})


def _read_value(raw: Any) -> Any:
    if isinstance(raw, dict):
        return Bounds(**raw)
    if isinstance(raw, list):
        return tuple([beach for beach in BEACHES if beach in raw])
    return raw


def _write_entry(entry: Wish | Roll | Pass) -> Json | str:
    if isinstance(entry, Roll | Pass):
        return "roll" if isinstance(entry, Roll) else "pass"
    values = {field.name: getattr(entry, field.name) for field in fields(entry)}
    return {
        name: write_value(value, sparse=False)
        for name, value in values.items()
        if value not in (None, ANY, ())
    }
