"""The reader of JSON, stricter than Python's own."""

from __future__ import annotations

import json
import re
from typing import NoReturn

from packages.verify.python.faults import Fault, Json, Unreadable, at

# Python's own reader would take 1.0, members that stand twice, and numbers that other languages cannot hold.

DEEPEST = 32
"""No record nests so many objects and lists in one another."""
LARGEST = 2**53 - 1
"""Whole numbers up to this one are the same in every language."""

_SPACES = (" ", "\t", "\n", "\r")
_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_WHOLE = re.compile(r"0|-?[1-9][0-9]{0,15}")
_WORDS = {"true": True, "false": False, "null": None}


def read_json(raw: bytes) -> Json:
    """The JSON of a record. Raises `Unreadable` for what is none, `Fault` for what has two meanings."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Unreadable("it is not UTF-8") from None
    return Reader(text).read()


class Reader:
    """Reads one JSON text from its beginning to its end."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.here = 0

    def read(self) -> Json:
        value = self.value("", 0)
        self.skip_space()
        if self.here < len(self.text):
            self.give_up()
        return value

    def give_up(self) -> NoReturn:
        line = self.text.count("\n", 0, self.here) + 1
        raise Unreadable(f"it is no JSON, see line {line}")

    def skip_space(self) -> None:
        while self.text[self.here : self.here + 1] in _SPACES:
            self.here += 1

    def next(self) -> str:
        """The next character that is no space, "" at the end."""
        self.skip_space()
        return self.text[self.here : self.here + 1]

    def take(self, character: str) -> None:
        if self.next() != character:
            self.give_up()
        self.here += 1

    def value(self, place: str, depth: int) -> Json:
        first = self.next()
        if first in ("{", "["):
            if depth == DEEPEST:
                raise Fault(place, "is nested too deeply")
            return self.members(place, depth) if first == "{" else self.items(place, depth)
        if first == '"':
            return self.string()
        for word, value in _WORDS.items():
            if self.text.startswith(word, self.here):
                self.here += len(word)
                return value
        return self.number(place)

    def members(self, place: str, depth: int) -> Json:
        found: dict[str, Json] = {}
        self.take("{")
        while self.next() != "}":
            if found:
                self.take(",")
            if self.next() != '"':
                self.give_up()
            name = self.string()
            if name in found:
                raise Fault(at(place, name), "stands here twice")
            self.take(":")
            found[name] = self.value(at(place, name), depth + 1)
        self.take("}")
        return found

    def items(self, place: str, depth: int) -> Json:
        found: list[Json] = []
        self.take("[")
        while self.next() != "]":
            if found:
                self.take(",")
            found.append(self.value(at(place, len(found)), depth + 1))
        self.take("]")
        return found

    def string(self) -> str:
        match = _STRING.match(self.text, self.here)
        if match is None:
            self.give_up()
        try:
            value: str = json.loads(match.group())
        except ValueError:
            self.give_up()
        self.here = match.end()
        return value

    def number(self, place: str) -> int:
        match = _NUMBER.match(self.text, self.here)
        if match is None:
            self.give_up()
        self.here = match.end()
        if not _WHOLE.fullmatch(match.group()) or abs(int(match.group())) > LARGEST:
            raise Fault(place, NOT_WHOLE)
        return int(match.group())


NOT_WHOLE = "is not a whole number, or not written as one, or too large"
_HALF_PAIR = re.compile("[\ud800-\udfff]")


def check_plain(value: Json, place: str = "", depth: int = 0) -> None:
    """Only what canonical JSON can hold: objects, lists, texts, whole numbers, true, false and null."""
    if isinstance(value, str):
        if _HALF_PAIR.search(value):
            raise Fault(place, "is a text that cannot be UTF-8")
    elif isinstance(value, (dict, list)):
        if depth == DEEPEST:
            raise Fault(place, "is nested too deeply")
        steps = range(len(value)) if isinstance(value, list) else sorted(value, key=str)
        for step in steps:
            if isinstance(value, dict) and not (isinstance(step, str) and step.isascii()):
                raise Fault(at(place, step), "is a name that is not ASCII")
            check_plain(value[step], at(place, step), depth + 1)
    elif value is None or isinstance(value, bool):
        return
    elif type(value) is not int or abs(value) > LARGEST:
        raise Fault(place, NOT_WHOLE)
