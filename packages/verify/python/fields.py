"""Forms of the values that occur in records of every game."""

from __future__ import annotations

import re

from packages.verify.python.faults import Fault, Json, show
from packages.verify.python.forms import (
    Form,
    any_object,
    array,
    flag,
    in_order,
    members,
    one_of,
    optional,
    some_members,
    text,
    thing,
    whole,
)
from packages.verify.python.moments import moment, stamp

ANY_TEXT = text(r"(?s:.*)", "text")
WORD = text(r"(?s:.+)", "text, or an empty one")
HASH = text(r"sha256:[0-9a-f]{64}", "hash")
NONCE = text(r"[0-9a-f]{32}", "16 bytes in hexadecimal digits")
SEED = text(r"[0-9a-f]{64}", "32 bytes in hexadecimal digits")
LENGTH = text(
    r"P(?=.)([0-9]{1,6}D)?(T(?=[0-9])([0-9]{1,8}H)?([0-9]{1,8}M)?([0-9]{1,8}S)?)?", "length of time"
)
OF_DAY = text(r"([01][0-9]|2[0-3]):[0-5][0-9]|24:00", "time of the day")
CHOSEN_BY = one_of("player", "bot", "order", "clock")
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{6})?Z")


def TIME(value: Json, place: str) -> None:  # noqa: N802
    """A time in UTC as the server writes it: with six digits of a second, or with none."""
    real = isinstance(value, str) and _TIME.fullmatch(value) is not None
    try:
        # Before 1970 machines do not agree about zones, and there was no such game.
        real = real and stamp(moment(value)) == value and moment(value) >= 0
    except ValueError:
        real = False
    if not real:
        raise Fault(place, f"{show(value)} is no time in UTC")


ALGORITHM = one_of("hmac-sha256-fisher-yates/1")

ROLL = members({"purpose": WORD, "sides": whole(1, 2**32), "value": whole(1)})
SAMPLE = members({"purpose": WORD, "from": array(thing), "value": array(thing)})


def drawn(value: Json, place: str) -> None:
    """A roll or a sample."""
    any_object(value, place)
    if "sides" not in value and "from" not in value:
        raise Fault(place, "has neither sides nor from")
    (ROLL if "sides" in value else SAMPLE)(value, place)


CHANCE = array(drawn)


DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def week(days: list[Json]) -> list[Json]:
    """Days of the week in their order, each once."""
    return [day for day in DAYS if day in days]


CLOCK = members(
    {
        "per_turn": LENGTH,
        "bank": optional(LENGTH),
        "increment": optional(LENGTH),
        "grace": optional(LENGTH),
        "hours": optional(
            members(
                {
                    "zone": text(r"[A-Z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+)*", "time zone"),
                    "days": in_order(array(one_of(*DAYS), 1), week),
                    "from": OF_DAY,
                    "to": OF_DAY,
                }
            )
        ),
    }
)
ABSENCE = members(
    {
        "bot_after": whole(1),
        "vacations": flag,
        "least_reliability": optional(whole(0, 100)),
        "most_stopped": LENGTH,
    }
)


# Standing orders: each entry says what it fits, or what is done.
def bounds(least: int, most: int) -> Form:
    """Bounds of a number that can be from `least` to `most`."""
    number = whole(least, most)
    return some_members({"least": number, "most": number})
