"""Answers as a page shows them, and whether a real answer is one of that kind.

What is shown is JSON in which `…` leaves something out: more members of an object, more items of a list,
the rest of a string, or a whole value. Everything else has to be there, and nothing besides.
"""

import json
import re
from dataclasses import dataclass, field
from typing import Any

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|-?\d+|true|false|null|[{}\[\]:,…]|\S')
MORE = "…"
NotRead = ValueError
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


def read(text: str) -> Any:
    """Return the value that is shown; in objects the member `…`, in lists the item `…` means more of them.

    Raises NotRead for what is no JSON with things left out.
    """
    written, opened = ["["], ["["]
    for word in TOKEN.findall(text):
        token = word
        if word == MORE:
            is_member = opened[-1] == "{" and written[-1] != ":"
            token = f'"{MORE}": true' if is_member else f'"{MORE}"'
        if written[-1] not in "{[:," and word not in "}]:,":
            written.append(",")  # Beside `…` commas may be left out.
        if word in "{[":
            opened.append(word)
        elif word in "}]":
            opened.pop()
        written.append(token)
    (value,) = json.loads("".join([*written, "]"]))
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
