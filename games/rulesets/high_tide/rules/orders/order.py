"""A standing order: its parts, and its JSON."""

from dataclasses import dataclass, fields
from typing import Any, TypeVar

from games.rulesets.high_tide.rules.actions import Pass, Roll
from games.rulesets.high_tide.rules.components import BEACHES
from games.rulesets.high_tide.rules.orders.wishes import ANY, CoinWish, DieWish, PairWish, TileWish
from games.rulesets.kit.values import Bounds, Json

Wish = PairWish | DieWish | CoinWish | TileWish
W = TypeVar("W", bound=Wish)

ROLL, PASS = "roll", "pass"


@dataclass(frozen=True, slots=True)
class Order:
    """A player's wishes for each decision; None leaves a decision to the fallback."""

    take: tuple[PairWish | Roll, ...] | None = None
    accept: tuple[PairWish, ...] | None = None
    reroll: tuple[DieWish, ...] | None = None
    coins: tuple[CoinWish | Pass, ...] | None = None
    tiles: tuple[TileWish, ...] | None = None

    def to_json(self) -> Json:
        parts = {field.name: getattr(self, field.name) for field in fields(self)}
        return {
            name: [_write_entry(entry) for entry in entries]
            for name, entries in parts.items()
            if entries is not None
        }

    @classmethod
    def from_json(cls, raw: Json) -> "Order":
        """Return the order of JSON that fits its schema."""
        return cls(
            take=_read_take(raw),
            accept=_read_all(PairWish, raw, "accept"),
            reroll=_read_all(DieWish, raw, "reroll"),
            coins=_read_coins(raw),
            tiles=_read_all(TileWish, raw, "tiles"),
        )


def _read_take(raw: Json) -> tuple[PairWish | Roll, ...] | None:
    if "take" not in raw:
        return None
    return tuple([Roll() if entry == ROLL else _read(PairWish, entry) for entry in raw["take"]])


def _read_coins(raw: Json) -> tuple[CoinWish | Pass, ...] | None:
    if "coins" not in raw:
        return None
    return tuple([Pass() if entry == PASS else _read(CoinWish, entry) for entry in raw["coins"]])


def _read_all(kind: type[W], raw: Json, part: str) -> tuple[W, ...] | None:
    return tuple([_read(kind, entry) for entry in raw[part]]) if part in raw else None


def _read(kind: type[W], raw: Json) -> W:
    return kind(**{name: _read_value(value) for name, value in raw.items()})


def _read_value(raw: Any) -> Any:
    if isinstance(raw, dict):
        return Bounds(**raw)
    if isinstance(raw, list):
        return tuple([beach for beach in BEACHES if beach in raw])
    return raw


def _write_entry(entry: Wish | Roll | Pass) -> Json | str:
    if isinstance(entry, Roll):
        return ROLL
    if isinstance(entry, Pass):
        return PASS
    values = {field.name: getattr(entry, field.name) for field in fields(entry)}
    return {
        name: _write_value(value) for name, value in values.items() if value not in (None, ANY, ())
    }


def _write_value(value: Any) -> Any:
    if isinstance(value, Bounds):
        return value.to_json()
    return list(value) if isinstance(value, tuple) else value
