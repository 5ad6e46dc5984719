"""Answers as a page shows them, and whether a real answer is one of that kind.

What is shown is JSON in which `…` leaves something out: more members of an object, more items of a list,
the rest of a string, or a whole value. Everything else has to be there, and nothing besides.
"""

import re
from dataclasses import dataclass, field
from typing import Any

TOKEN = re.compile(
    r'\s*(?:(?P<string>"(?:[^"\\]|\\.)*")|(?P<number>-?\d+)|(?P<word>true|false|null)'
    r"|(?P<mark>[{}\[\]:,])|(?P<more>…))"
)
WORDS = {"true": True, "false": False, "null": None}
MORE = "…"
FORMS = {
    "a time": re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z"),
    "a hash": re.compile(r"sha256:([0-9a-f]{64}|[0-9a-f]*…)"),
    "a token": re.compile(r"tide_([\w-]{43}|[\w-]*…)"),
    "32 hexadecimal digits": re.compile(r"[0-9a-f]{32}|[0-9a-f]+…"),
    "the beginning of a token": re.compile(r"tide_[\w-]{4}"),
    "an id": re.compile(r"[\w-]{16}"),
    "a token's id": re.compile(r"[\w-]{12}"),
}
"""What differs from one game to the next is compared by its form."""
WORD = re.compile(r"[a-z_]+")
"""What may be as long as an id and is none."""
CARDS = frozenset({"card", "hand"})
"""Members whose numbers are cards: which one it is, chance decides, but it is the same one everywhere."""
BY_CHANCE = frozenset({"tides"})


class NotRead(Exception):
    """What is shown is no JSON with things left out."""


@dataclass
class _Text:
    text: str
    at: int = 0

    def next(self) -> tuple[str, str]:
        token = TOKEN.match(self.text, self.at)
        if token is None or token.lastgroup is None:
            raise NotRead(f"cannot be read: {self.text[self.at : self.at + 60]!r}")
        self.at = token.end()
        return token.lastgroup, token[token.lastgroup]

    def value(self, kind: str, token: str) -> Any:
        if token == "{":
            return self._object()
        if token == "[":
            return self._list()
        if kind == "string":
            return token[1:-1]
        if kind == "number":
            return int(token)
        if kind == "word":
            return WORDS[token]
        if kind == "more":
            return MORE
        raise NotRead(f"{token!r} is no value, before {self.text[self.at : self.at + 60]!r}")

    def _object(self) -> dict[str, Any]:
        members: dict[str, Any] = {}
        while (token := self.next())[1] != "}":
            if token[0] == "more":
                members[MORE] = True
            elif token[0] == "string":
                if self.next()[1] != ":":
                    raise NotRead(f"no colon after {token[1]}")
                members[token[1][1:-1]] = self.value(*self.next())
            elif token[1] != ",":
                raise NotRead(f"{token[1]!r} is no member, before {self.text[self.at :][:60]!r}")
        return members

    def _list(self) -> list[Any]:
        items: list[Any] = []
        while (token := self.next())[1] != "]":
            if token[1] != ",":
                items.append(self.value(*token))
        return items


def read(text: str) -> Any:
    """The value that is shown; in objects the member `…`, in lists the item `…` means more of them."""
    reader = _Text(text)
    value = reader.value(*reader.next())
    if text[reader.at :].strip():
        raise NotRead(f"something follows the end: {text[reader.at :][:60]!r}")
    return value


@dataclass
class Story:
    """What the ids, tokens, hashes and cards that pages show are in the game that is being played.

    One that is shown twice has to be the same one both times. `people` has the names that players have here:
    the server is one at which other tests play too.
    """

    real: dict[Any, Any] = field(default_factory=dict)
    people: dict[str, str] = field(default_factory=dict)

    def differences(self, shown: Any, given: Any, place: str = "", member: str = "") -> list[str]:
        """Where the real answer is another than the one that is shown, a line each."""
        if shown == MORE or (member in BY_CHANCE and type(shown) is type(given) is int):
            return []
        match shown, given:
            case dict(), dict():
                return self._members(shown, given, place)
            case list(), list():
                return self._items(shown, given, place, member)
            case int(), int() if member in CARDS:
                return self._same(("card", shown), given, place)
            case str(), str():
                return self._text(shown, given, place)
        same = type(shown) is type(given) and shown == given
        return [] if same else [f"{place}: {shown!r} is shown, {given!r} is answered"]

    def in_truth(self, shown: Any, member: str = "") -> Any:
        """A body that a page shows, with what is real in this game."""
        if isinstance(shown, dict):
            return {name: self.in_truth(value, name) for name, value in shown.items()}
        if isinstance(shown, list):
            return [self.in_truth(item, member) for item in shown]
        if shown in self.people:
            return self.people[shown]
        return self.real.get(("card", shown) if member in CARDS else shown, shown)

    def text_in_truth(self, text: str) -> str:
        """A text that a page shows, with the real ids and tokens in it."""
        for shown, real in self.real.items():
            if isinstance(shown, str):
                text = text.replace(shown, real)
        for shown, real in self.people.items():
            text = re.sub(rf"\b{shown}\b", real, text)
        return text

    def _members(self, shown: dict[str, Any], given: dict[str, Any], place: str) -> list[str]:
        known = {str(self.real.get(name, name)): name for name in shown if name != MORE}
        found = [f"{place}/{name}: is not answered" for name in known if name not in given]
        if MORE not in shown:
            found += [f"{place}/{name}: is not shown" for name in given if name not in known]
        for real, name in known.items():
            if real in given:
                found += self.differences(shown[name], given[real], f"{place}/{name}", name)
        return found

    def _items(self, shown: list[Any], given: list[Any], place: str, member: str) -> list[str]:
        cut = shown.index(MORE) if MORE in shown else len(shown)
        first, last = shown[:cut], shown[cut + 1 :]
        if len(given) < len(first) + len(last) or (cut == len(shown) != len(given)):
            return [f"{place}: {len(shown)} items are shown, {len(given)} are answered"]
        pairs = [*zip(first, given, strict=False)]
        pairs += zip(last, given[len(given) - len(last) :], strict=True)
        return [
            line
            for number, (one, other) in enumerate(pairs)
            for line in self.differences(one, other, f"{place}/{number}", member)
        ]

    def _text(self, shown: str, given: str, place: str) -> list[str]:
        shown = self.people.get(shown, shown)
        for form, pattern in FORMS.items():
            if pattern.fullmatch(shown) and not WORD.fullmatch(shown):
                if not pattern.fullmatch(given):
                    return [f"{place}: {form} is shown, {given!r} is answered"]
                cut = form == "a time" or shown.endswith(MORE)
                return [] if cut else self._same(shown, given, place)
        if shown.endswith(MORE) and given.startswith(shown[:-1]):
            return []
        return [] if shown == given else [f"{place}: {shown!r} is shown, {given!r} is answered"]

    def _same(self, shown: Any, given: Any, place: str) -> list[str]:
        before = self.real.setdefault(shown, given)
        if before == given:
            return []
        return [f"{place}: {shown!r} was {before!r} before, and is {given!r} now"]
