"""Forms: functions that take a value and its place, and raise a `Fault` unless the value fits."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from packages.verify.python.faults import Fault, Json, at, show
from packages.verify.python.json_reader import LARGEST

Form = Callable[[Json, str], None]


# A form takes a value and its place, and raises a `Fault` unless the value is of that form.


def whole(least: int, most: int = LARGEST) -> Form:
    """A whole number within these bounds."""
    up_to = "" if most == LARGEST else f" to {most}"

    def check(value: Json, place: str) -> None:
        if type(value) is not int or not least <= value <= most:
            raise Fault(place, f"{show(value)} is no whole number from {least}{up_to}")

    return check


def text(pattern: str, what: str) -> Form:
    """A text of this pattern."""
    compiled = re.compile(pattern)

    def check(value: Json, place: str) -> None:
        if not isinstance(value, str) or not compiled.fullmatch(value):
            raise Fault(place, f"{show(value)} is no {what}")

    return check


def one_of(*values: str) -> Form:
    """One of these words."""

    def check(value: Json, place: str) -> None:
        if value not in values:
            raise Fault(place, f"{show(value)} is none of: {', '.join(values)}")

    return check


def optional(form: Form) -> Form:
    """Of this form, or null."""

    def check(value: Json, place: str) -> None:
        if value is not None:
            form(value, place)

    return check


def array(form: Form, least: int = 0, most: int = LARGEST, *, like: str = "") -> Form:
    """A list of so many items of this form; `like` is the place of a list that is as long."""
    wrong = f"not as long as {like}" if like else "too long or too short"

    def check(value: Json, place: str) -> None:
        if not isinstance(value, list):
            raise Fault(place, f"{show(value)} is no list")
        if not least <= len(value) <= most:
            raise Fault(place, f"a list of {len(value)} is {wrong}")
        for number, item in enumerate(value):
            form(item, at(place, number))

    return check


def in_order(form: Form, order: Callable[[list[Json]], list[Json]]) -> Form:
    """Of this form, a list, and in the order that `order` brings it into."""

    def check(value: Json, place: str) -> None:
        form(value, place)
        if value != order(value):
            raise Fault(place, f"{show(value)} is not in order, or something stands there twice")

    return check


def members(forms: Mapping[str, Form], *, more: bool = False) -> Form:
    """An object with all of these members, and no others unless there may be `more`."""

    def check(value: Json, place: str) -> None:
        if not isinstance(value, dict):
            raise Fault(place, f"{show(value)} is no object")
        for name in sorted(value):
            if name not in forms and not more:
                raise Fault(at(place, name), "is not known here")
        for name, form in forms.items():
            if name not in value:
                raise Fault(at(place, name), "is missing")
            form(value[name], at(place, name))

    return check


def some_members(forms: Mapping[str, Form], needed: Sequence[str] = ()) -> Form:
    """An object with at least one of these members and all that are needed, and no others."""

    def check(value: Json, place: str) -> None:
        if not isinstance(value, dict):
            raise Fault(place, f"{show(value)} is no object")
        for name in sorted(value):
            if name not in forms:
                raise Fault(at(place, name), "is not known here")
        for name in needed:
            if name not in value:
                raise Fault(at(place, name), "is missing")
        if not value:
            raise Fault(place, "is empty")
        for name, form in forms.items():
            if name in value:
                form(value[name], at(place, name))

    return check


def either(word: str, form: Form) -> Form:
    """This word, or of this form."""

    def check(value: Json, place: str) -> None:
        if value != word:
            form(value, place)

    return check


def by_name(form: Form) -> Form:
    """An object whose members, under whatever names, are all of this form."""

    def check(value: Json, place: str) -> None:
        any_object(value, place)
        for name in sorted(value):
            form(value[name], at(place, name))

    return check


def anything(value: Json, place: str) -> None:
    """Any JSON: it is bound by hashes alone, or a later check says more."""


def any_object(value: Json, place: str) -> None:
    """Any object."""
    if not isinstance(value, dict):
        raise Fault(place, f"{show(value)} is no object")


def flag(value: Json, place: str) -> None:
    """True or false."""
    if not isinstance(value, bool):
        raise Fault(place, f"{show(value)} is neither true nor false")


def thing(value: Json, place: str) -> None:
    """What can be drawn: a number or a word."""
    if type(value) is not int and not isinstance(value, str):
        raise Fault(place, f"{show(value)} is neither a number nor a word")
