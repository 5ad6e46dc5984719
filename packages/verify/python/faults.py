"""Faults, their places, and the comparison that finds most of them."""

from __future__ import annotations

import json
from typing import Any

Json = Any


class Fault(Exception):
    """Something in the record that cannot be, with its place as a JSON pointer (RFC 6901)."""

    def __init__(self, place: str, what: str) -> None:
        super().__init__(place, what)
        self.place = place
        self.what = what
        self.check = "form"
        """Which check has found it."""

    def __str__(self) -> str:
        place = ascii_only(self.place) or "the whole"
        return f"{self.check:<8} FAULT at {place}: {self.what}"


class Unreadable(Exception):
    """What was given is no JSON at all."""


def at(place: str, step: object) -> str:
    """The place of a member, or of an item by its number."""
    if isinstance(step, int):
        return f"{place}/{step}"
    return place + "/" + str(step).replace("~", "~0").replace("/", "~1")


def ascii_only(text: str) -> str:
    """The text as it can be printed anywhere, on one line."""
    return json.dumps(text)[1:-1]


def show(value: Json) -> str:
    """A value in a message, cut short if it is long."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"))
    return text if len(text) <= 100 else text[:97] + "..."


def count(number: int, what: str) -> str:
    """A number of things in words."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def same(said: Json, right: Json, place: str, source: str) -> None:
    """Raise a `Fault` at the first place where what is said differs from what is right."""
    if type(said) is type(right):
        if isinstance(said, dict):
            for name in sorted({*said, *right}):
                if name not in right:
                    raise Fault(at(place, name), f"is not known to {source}")
                if name not in said:
                    raise Fault(at(place, name), f"is missing, see {source}")
                same(said[name], right[name], at(place, name), source)
            return
        if isinstance(said, list) and len(said) == len(right):
            for number, (one, other) in enumerate(zip(said, right, strict=True)):
                same(one, other, at(place, number), source)
            return
        if said == right:
            return
    raise Fault(place, f"{show(said)} is said, but {show(right)} by {source}")
