#!/usr/bin/env python3
# Put together from verify/python/ by `python -m verify.build`: change it there.
"""Check the record of a finished game, offline and without the server that it was played on.

    python verify.py record.json        or: python verify.py - < record.json
    python verify.py record.json receipts.json game-1.json       with what a player has kept of it
    python verify.py --all-of 2 record.json receipts.json        where she has kept everything of seat 2

docs/fairness.md says what is checked and what that proves. This file needs Python 3.9 or later and
nothing else, but for games with hours of play the machine's data of time zones; verify.mjs is the same
program in JavaScript, function by function, and prints the same lines.

It exits with 0 if everything fits together, with 1 at the first fault, which it names with its place in
the record as a JSON pointer (behind the file's name and a # if it is in something kept), with 2 if
there is nothing to check: no such file, or no JSON in it, and with 3 if everything fits together but the
rules of the game are not known here, so that nothing was checked by them.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta, timezone
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, NoReturn
from zoneinfo import ZoneInfo

# ============ Faults, their places, and the comparison that finds most of them

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
            for number, (one, other) in enumerate(zip(said, right)):
                same(one, other, at(place, number), source)
            return
        if said == right:
            return
    raise Fault(place, f"{show(said)} is said, but {show(right)} by {source}")


# ============ The reader of JSON, stricter than Python's own

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


# ============ Forms: functions that take a value and its place, and raise a `Fault` unless the value fits

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


# ============ Canonical JSON, hashes and commitments


def canonical(value: Json) -> bytes:
    """C(x): UTF-8 without white space, members sorted by name, whole numbers only."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8")


def digest(data: bytes) -> bytes:
    """H(x): SHA-256."""
    return hashlib.sha256(data).digest()


def written(hash_: bytes) -> str:
    """A hash as it stands in records."""
    return f"sha256:{hash_.hex()}"


def seed_commitment(server_seed: str) -> str:
    """What is published before anybody joins; the seed in hexadecimal digits."""
    return written(digest(bytes.fromhex(server_seed)))


def answer_commitment(nonce: str, action: Json, game: str, seat: int, turn: int) -> str:
    """What a sealed answer is committed to by."""
    content = {"action": action, "game": game, "seat": seat, "turn": turn}
    return written(digest(bytes.fromhex(nonce) + canonical(content)))


def next_head(head: bytes, game: str, event: Mapping[str, Json]) -> bytes:
    """The head of the chain after one more event; before the first it is 32 zero bytes."""
    content = {name: event[name] for name in ("at", "data", "number", "type")}
    return digest(head + digest(canonical({**content, "game": game})))


def private_commitment(salt: str, told: Json) -> str:
    """What binds that which players alone were told since the last turn closed."""
    return written(digest(bytes.fromhex(salt) + canonical(told)))


def record_hash(record: Mapping[str, Json]) -> str:
    """What the last event says of all the rest, but for the names that players have now."""
    bound = {name: record[name] for name in record if name not in ("log", "players")}
    return written(digest(canonical(bound)))


# ============ The seed of a game and the draws that follow from it


def text_hash(text: str) -> str:
    """What stands for a player's text for the deal, which itself is shown nowhere."""
    return written(digest(text.encode("utf-8")))


def game_seed(server_seed: str, game: str, entropy: Sequence[str | None]) -> bytes:
    """The seed that every draw of the game comes from; `entropy` has a hash or None for each seat."""
    name = game.encode("utf-8")
    message = len(name).to_bytes(4, "big") + name
    for text in entropy:
        message += b"\0" if text is None else b"\1" + bytes.fromhex(text[len("sha256:") :])
    return hmac.digest(bytes.fromhex(server_seed), message, "sha256")


def words(seed: bytes, purpose: str) -> Iterator[int]:
    """The stream of 32-bit words that belongs to a purpose."""
    counter = 0
    while True:
        message = purpose.encode("utf-8") + b"\0" + counter.to_bytes(8, "big")
        block = hmac.digest(seed, message, "sha256")
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def below(stream: Iterator[int], bound: int) -> int:
    """The next number below `bound`, each as likely as the others."""
    limit = 2**32 - 2**32 % bound
    word = next(stream)
    while word >= limit:
        word = next(stream)
    return word % bound


def roll(seed: bytes, purpose: str, sides: int) -> int:
    """What a die with so many sides shows."""
    return 1 + below(words(seed, purpose), sides)


def sample(seed: bytes, purpose: str, source: Sequence[Json], size: int) -> list[Json]:
    """So many items out of a list, in the order drawn; all of them are a shuffle."""
    items, stream = list(source), words(seed, purpose)
    for place in range(size):
        other = place + below(stream, len(items) - place)
        items[place], items[other] = items[other], items[place]
    return items[:size]


def all_draws(record: Json) -> Iterator[tuple[str, Json]]:
    """Every draw with its place, in the order in which they were made."""
    for number, draw in enumerate(record["setup"]["chance"]):
        yield f"/setup/chance/{number}", draw
    for number, turn in enumerate(record["turns"]):
        for place, draw in enumerate(turn["chance"]):
            yield f"/turns/{number}/chance/{place}", draw
    for number, draw in enumerate(record["end"]["chance"]):
        yield f"/end/chance/{number}", draw


def check_seed(record: Json) -> str:
    """The server's seed is the one that it had committed to."""
    fairness = record["fairness"]
    if seed_commitment(fairness["server_seed"]) != fairness["commitment"]:
        raise Fault("/fairness", "commitment is not the hash of server_seed")
    return f"the server's seed is the one of {fairness['commitment']}"


def check_draws(record: Json) -> str:
    """Every draw is what the seed gives for its purpose."""
    fairness = record["fairness"]
    seed = game_seed(fairness["server_seed"], record["game"], fairness["entropy"])
    used: set[str] = set()
    for place, draw in all_draws(record):
        purpose = draw["purpose"]
        if purpose in used:
            raise Fault(at(place, "purpose"), f"{show(purpose)} has been drawn before")
        used.add(purpose)
        if "sides" in draw:
            right: Json = roll(seed, purpose, draw["sides"])
        elif len(draw["value"]) <= len(draw["from"]):
            right = sample(seed, purpose, draw["from"], len(draw["value"]))
        else:
            raise Fault(place, "has more items in value than in from")
        if draw["value"] != right:
            given = f"{show(draw['value'])} is said, but {show(right)}"
            raise Fault(place, f"{given} is what /fairness and /game give for {show(purpose)}")
    texts = sum(1 for text in fairness["entropy"] if text is not None)
    return f"{count(len(used), 'draw')} from the seed, {count(texts, 'text')} of players in it"


# ============ Moments and lengths of time, in microseconds

# In microseconds: of moments since 1970, of lengths, and of what a bank holds.

SECOND = 10**6
MINUTE = 60 * SECOND
DAY = 24 * 60 * MINUTE
UTC = timezone.utc
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
THE_END = 253402300800 * SECOND
"""The year 9999 is over."""
Span = tuple[int, int]


def moment(time: str) -> int:
    """A time. Raises `ValueError` for one that no calendar has."""
    read = datetime.strptime(time[:19], "%Y-%m-%dT%H:%M:%S").replace(tzinfo=UTC)
    return (read - EPOCH) // timedelta(seconds=1) * SECOND + int(time[20:-1] or 0)


def stamp(time: int) -> str:
    """A time as it is written: six digits of a second, or none where they would be 0."""
    return (EPOCH + timedelta(microseconds=time)).isoformat().replace("+00:00", "Z")


def length(written_: str | None) -> int:
    """A length of time such as PT24H or P2DT90S; null is none."""
    units = {"D": DAY, "H": 60 * MINUTE, "M": MINUTE, "S": SECOND}
    found = re.findall(r"([0-9]+)([DHMS])", written_ or "")
    return sum(int(number) * units[unit] for number, unit in found)


# ============ Forms of the values that occur in records of every game

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


def within(number: int, bounds: Json) -> bool:
    """Whether the number lies within bounds, which are themselves within; None bounds nothing."""
    least, most = (bounds or {}).get("least"), (bounds or {}).get("most")
    return (least is None or least <= number) and (most is None or number <= most)


# ============ Proofs: what the server tells of the seed and the log of a game

# Answers of the API, which may tell more one day.
PROOF = members(
    {
        "game": WORD,
        "status": one_of("open", "running", "finished", "cancelled"),
        "commitment": HASH,
        "entropy": optional(array(optional(HASH))),
        "algorithm": ALGORITHM,
        "server_seed": optional(SEED),
        "log": members({"events": whole(1), "head": HASH}, more=True),
    },
    more=True,
)


def is_proof(document: Json) -> bool:
    """Whether this is a proof: what a record tells within /fairness, it tells at the top."""
    return isinstance(document, dict) and "algorithm" in document and "format" not in document


def as_proof(document: Json) -> Json:
    """Return the proof that a game holds as the API shows it; anything else as it is."""
    if not isinstance(document, dict) or not {"id", "status", "fairness", "log"} <= document.keys():
        return document
    if not isinstance(document["fairness"], dict):
        return document
    shown = {name: document[name] for name in ("status", "log")}
    return {"game": document["id"], **shown, **document["fairness"]}


def check_proof_form(proof: Json) -> str:
    """It is the proof of a game that is over."""
    check_plain(proof)
    PROOF(proof, "")
    if proof["status"] not in ("finished", "cancelled"):
        raise Fault("/status", "is not that of a game that is over")
    if proof["server_seed"] is None:
        raise Fault("/server_seed", "is not shown before the game is over")
    return f"the proof of a game that is {proof['status']}; what was played is not in it"


def check_proof_seed(proof: Json) -> str:
    """The seed that is shown is the one that the server had committed to."""
    if seed_commitment(proof["server_seed"]) != proof["commitment"]:
        raise Fault("/server_seed", "is not what /commitment is the hash of")
    return f"the server's seed is the one of {proof['commitment']}"


PROOF_CHECKS: tuple[tuple[str, Callable[[Json], str]], ...] = (
    ("form", check_proof_form),
    ("seed", check_proof_seed),
)


def check_kept_proof(document: Json, kept: Json, place: str) -> None:
    """Seed, texts and log are those that were shown before, as far as they were."""
    if is_proof(document):
        now, newest = document, document["log"]["events"]
        heads = {newest: document["log"]["head"]}
    else:
        now, events = {**document["fairness"], "game": document["game"]}, document["log"]["events"]
        newest, heads = len(events), {event["number"]: event["hash"] for event in events}
    for name in ("game", "commitment", "algorithm", "server_seed"):
        if kept[name] is not None:
            same(kept[name], now[name], at(place, name), "what is told now")
    # Before the start texts come, are replaced and go.
    if kept["entropy"] is not None and kept["status"] != "open":
        same(kept["entropy"], now["entropy"], at(place, "entropy"), "what is told now")
    number, log = kept["log"]["events"], at(place, "log")
    if number > newest:
        raise Fault(at(log, "events"), f"{number} is said, but the log has {newest} by now")
    if number in heads:
        same(kept["log"]["head"], heads[number], at(log, "head"), "the log as it is told now")


# ============ Seats, holders and the open turn, while the log is read

IN_A_TURN = frozenset(
    (
        *("returned", "seat_offered", "offer_ended", "seat_taken"),
        *("pause_agreed", "pause_dropped", "pause_ended", "go_on_voted", "going_on", "vacation"),
    )
)
"""What only a deed of a player leads to. While a game is played a turn is always open."""


class Table:
    """Who holds which seat, and which turn is open, while the log is read."""

    def __init__(self) -> None:
        self.seats: list[Json] = []
        """By seat, whose it is: a participant's id, None for a bot's from the start."""
        self.bots: list[Json] = []
        """By seat, the bot that plays in it now."""
        self.resigned: list[bool] = []
        """By seat, whether its player has given it up."""
        self.texts: list[Json] = []
        """By seat, the hash of the text that its first player gave for the deal."""
        self.came: dict[int, Json] = {}
        """Who has sat down before the start, by seat: a participant, a bot, and a text's hash."""
        self.host: Json = None
        self.next_host: Json = None
        """Who the next event has to make the host; None where the host stays."""
        self.offers: dict[int, Json] = {}
        """By vacant seat, the participant to whom it is offered."""
        self.arriving: int | None = None
        """The seat that was taken by the last event, and is given back by the next."""
        self.size = 0
        self.when_full = True
        """Whether the game starts as soon as all seats are taken."""
        self.opened = 0
        self.closed = 0

    @property
    def turn(self) -> int:
        """The number of the open turn, 0 if none is open."""
        return self.opened if self.opened > self.closed else 0

    def read(self, event: Json, place: str) -> None:
        """Take an event into account. Raises `Fault` where it cannot come now."""
        kind, data = event["type"], event["data"]
        if (kind == "created") != (event["number"] == 1):
            raise Fault(at(place, "type"), "created is the first event, and no other is")
        if kind in ("joined", "left", "entropy_given", "started") and self.seats:
            raise Fault(at(place, "type"), "comes after the start")
        if kind in ("stand_in", "paused", "turn_opened") and not self.seats:
            raise Fault(at(place, "type"), "comes before the start")
        self._check_when(kind, at(place, "type"))
        full = len(self.came) == self.size and not self.seats and event["number"] > 1
        if full and self.when_full and kind != "started":
            raise Fault(
                at(place, "type"), "comes where all seats are taken, so that the game starts"
            )
        handler = self.HANDLERS.get(kind)
        if handler is not None:
            handler(self, data, at(place, "data"))
        if event["number"] == 2:
            self._seat_host(kind, data, place)

    def _check_when(self, kind: str, place: str) -> None:
        """Raise a `Fault` where the last event leaves no room for this one."""
        if kind in IN_A_TURN and not self.turn:
            raise Fault(place, "comes where no turn is open")
        if kind == "cancelled":
            raise Fault(place, "comes in a game that was played to its end")
        if (kind == "host_changed") != (self.next_host is not None):
            due = "is due" if self.next_host is not None else "is not due"
            raise Fault(place, f"comes where host_changed {due}")
        if self.arriving is not None and kind != "returned":
            raise Fault(place, "comes before the returned of who has taken a seat")

    def owner(self, seat: int) -> Json:
        """The participant whose seat it is, here or absent; None of a bot's, or one that was given up."""
        return None if self.resigned[seat] else self.seats[seat]

    def is_there(self, seat: int) -> bool:
        """Whether a player sits in a seat herself."""
        there = seat < len(self.seats) and self.owner(seat) is not None
        return there and self.bots[seat] is None

    def player_of(self, seat: int) -> Json:
        """The participant whose seat it is by now, also before the start; None if it is nobody's."""
        if self.seats:
            return self.owner(seat) if seat < len(self.seats) else None
        return self.came.get(seat, (None, None, None))[0]

    def _pass_on(self, players: Iterable[Json]) -> None:
        """Have the first of those who are there be the host; where nobody is, the host stays."""
        self.next_host = next((player for player in players if player is not None), None)

    def _there(self) -> list[Json]:
        return [self.seats[seat] for seat in range(len(self.seats)) if self.is_there(seat)]

    def _seat_host(self, kind: str, data: Json, place: str) -> None:
        """Whoever opens a game is seated by the same call, which is the first to show the commitment."""
        if kind != "joined":
            raise Fault(at(place, "type"), "is not the joined of the host")
        place = at(place, "data")
        same(data["player"], self.host, at(place, "player"), "/log/events/0/data/host")
        if data["entropy"] is not None:
            raise Fault(at(place, "entropy"), "was given before the commitment was shown")

    def _created(self, data: Json, place: str) -> None:
        self.host = data["host"]
        self.size, self.when_full = data["seats"], data["start"] == "full"
        first = data["seats"] - len(data["bots"])
        self.came = {first + number: (None, bot, None) for number, bot in enumerate(data["bots"])}

    def _joined(self, data: Json, place: str) -> None:
        if data["seat"] >= self.size:
            raise Fault(at(place, "seat"), f"is none of {self.size}")
        if data["seat"] in self.came:
            raise Fault(at(place, "seat"), "is taken")
        self._refuse_second_seat([player for player, _, _ in self.came.values()], data, place)
        self.came[data["seat"]] = (data["player"], None, data["entropy"])

    def _left(self, data: Json, place: str) -> None:
        player, _, _ = self.came.pop(data["seat"], (None, None, None))
        if player != data["player"]:
            raise Fault(place, "has not sat there")
        left = [self.came[seat][0] for seat in sorted(self.came)]
        if all(one is None for one in left):
            raise Fault(place, "is the last player, with whom the game is called off")
        if player == self.host:
            self._pass_on(left)

    def _host_changed(self, data: Json, place: str) -> None:
        same(data["host"], self.next_host, at(place, "host"), "who is there")
        self.host, self.next_host = data["host"], None

    def _entropy_given(self, data: Json, place: str) -> None:
        player, bot, _ = self.came.get(data["seat"], (None, None, None))
        if player is None:
            raise Fault(at(place, "seat"), "is no player's")
        self.came[data["seat"]] = (player, bot, data["entropy"])

    def _started(self, data: Json, place: str) -> None:
        holders = [self.came[seat] for seat in sorted(self.came)]
        right = [
            {"seat": seat, "player": player, "bot": bot}
            for seat, (player, bot, _) in enumerate(holders)
        ]
        same(data["seats"], right, at(place, "seats"), "who had sat down")
        texts = [text for _, _, text in holders]
        same(data["entropy"], texts, at(place, "entropy"), "what they had given")
        self.seats = [player for player, _, _ in holders]
        self.bots = [bot for _, bot, _ in holders]
        self.resigned = [False] * len(holders)
        self.texts = texts

    def _stand_in(self, data: Json, place: str) -> None:
        same(data["player"], self.owner(data["seat"]), at(place, "player"), "whose seat it was")
        self.bots[data["seat"]] = data["bot"]
        self.resigned[data["seat"]] = data["away"] == "resigned"
        if data["player"] == self.host:
            self._pass_on(self._there())

    def _seat_offered(self, data: Json, place: str) -> None:
        self._vacant(data, place)
        others = [player for seat, player in enumerate(self.seats) if seat != data["seat"]]
        self._refuse_second_seat(others, data, place)
        if self.host not in map(self.owner, range(len(self.seats))):
            raise Fault(place, "comes where the host has no seat")
        self.offers[data["seat"]] = data["player"]

    def _offer_ended(self, data: Json, place: str) -> None:
        self._offered(data, place)
        del self.offers[data["seat"]]

    def _seat_taken(self, data: Json, place: str) -> None:
        self._vacant(data, place)
        self._refuse_second_seat(self.seats, data, place)
        self._offered(data, place)
        self.seats[data["seat"]] = data["player"]
        self.arriving = data["seat"]

    def _offered(self, data: Json, place: str) -> None:
        if self.offers.get(data["seat"]) != data["player"]:
            raise Fault(at(place, "player"), "is not who the seat is offered to")

    def _returned(self, data: Json, place: str) -> None:
        self._vacant(data, place)
        same(data["player"], self.seats[data["seat"]], at(place, "player"), "who held the seat")
        if self.arriving is not None:
            same(data["seat"], self.arriving, at(place, "seat"), "the seat that was taken")
        elif self.resigned[data["seat"]]:
            # What was given up for good is had again as others have it.
            self._offered(data, place)
        self.arriving = None
        self.offers.pop(data["seat"], None)
        self.bots[data["seat"]] = None
        self.resigned[data["seat"]] = False
        if self.host not in self._there():
            self._pass_on(self._there())

    def _vacant(self, data: Json, place: str) -> None:
        if self.bots[data["seat"]] is None or self.seats[data["seat"]] is None:
            raise Fault(at(place, "seat"), "is not vacant")

    def _refuse_second_seat(self, holders: Iterable[Json], data: Json, place: str) -> None:
        if data["player"] in holders:
            raise Fault(at(place, "player"), "has a seat already")

    def _turn_opened(self, data: Json, place: str) -> None:
        if self.turn:
            raise Fault(at(place, "turn"), f"turn {self.turn} is still open")
        self.opened += 1
        same(data["turn"], self.opened, at(place, "turn"), "the turns before")

    def _turn_closed(self, data: Json, place: str) -> None:
        same(data["turn"], self.turn, at(place, "turn"), "the open turn")
        self.closed += 1

    HANDLERS: Mapping[str, Callable[[Table, Json, str], None]] = {
        "created": _created,
        "joined": _joined,
        "left": _left,
        "host_changed": _host_changed,
        "entropy_given": _entropy_given,
        "started": _started,
        "stand_in": _stand_in,
        "seat_offered": _seat_offered,
        "offer_ended": _offer_ended,
        "seat_taken": _seat_taken,
        "returned": _returned,
        "turn_opened": _turn_opened,
        "turn_closed": _turn_closed,
    }
    """What each type of event changes."""


def read_log(record: Json) -> Iterator[tuple[str, Json, Table]]:
    """Each event with its place, and the table as it stands right after it."""
    table = Table()
    for number, event in enumerate(record["log"]["events"]):
        place = f"/log/events/{number}"
        table.read(event, place)
        if len(table.seats) not in (0, len(record["seats"])):
            raise Fault("/seats", f"are not {len(table.seats)} as at {place}")
        yield place, event, table


# ============ The check `sealed`: answers between their seal and the end of the turn


class Sealed:
    """The answer of a seat that stands sealed, and how things were when it was."""

    def __init__(self, place: str, commitment: str, time: int, late: bool, bot: bool) -> None:
        self.place = place
        self.commitment = commitment
        self.time = time
        self.replaced = False
        """Whether it took the place of another."""
        self.late = late
        """Whether the seat's time was up."""
        self.bot = bot
        """Whether a bot held the seat."""


class Seals:
    """What stands sealed in the open turn, by seat, and the deadlines of those who are asked."""

    def __init__(self, record: Json) -> None:
        self.game = record["game"]
        self.turns = record["turns"]
        self.standing: dict[int, Sealed] = {}
        self.due: dict[int, int] = {}
        self.returned: dict[int, int] = {}
        """By seat, when its player came back last."""
        self.earliest: dict[tuple[int, int], int] = {}
        """By turn and seat, the first deadline that was told of."""
        self.answered: dict[tuple[int, int], Sealed] = {}
        """By turn and seat, the answer that was shown, sealed before or only then."""
        self.moments: dict[tuple[int, int], set[int]] = {}
        """By turn and seat, when something was sealed, or shown without a seal."""
        self.opened = self.replaced = self.withdrawn = self.unsealed = 0

    def read(self, place: str, event: Json, table: Table) -> None:
        kind, data = event["type"], event["data"]
        if kind == "turn_closed":
            for number, played in enumerate(data["actions"]):
                self.open(played, f"/turns/{data['turn'] - 1}/actions/{number}", event)
            self.standing, self.due = {}, {}
            return
        if kind == "returned":
            self.returned[data["seat"]] = moment(event["at"])
        if kind not in ("turn_opened", "deadlines_moved", "sealed", "withdrawn"):
            return
        place = at(place, "data")
        same(data["turn"], table.turn, at(place, "turn"), "the open turn")
        if kind in ("turn_opened", "deadlines_moved"):
            self.tell(place, data, table)
        else:
            self.change(place, event, table)

    def tell(self, place: str, data: Json, table: Table) -> None:
        """Deadlines are told: they are those of the seats that are asked."""
        self.due = {one["seat"]: moment(one["due_at"]) for one in data["deadlines"]}
        if sorted(self.due) != self.turns[table.turn - 1]["asked"]:
            raise Fault(at(place, "deadlines"), "are not those of the seats asked")
        for seat, due in self.due.items():
            known = self.earliest.get((table.turn, seat), due)
            self.earliest[table.turn, seat] = min(known, due)

    def change(self, place: str, event: Json, table: Table) -> None:
        """An answer is sealed or withdrawn: what stood is named, and there was time to change it."""
        kind, data = event["type"], event["data"]
        seat = data["seat"]
        if seat not in self.due:
            raise Fault(at(place, "seat"), "is not asked in this turn")
        before = self.standing.pop(seat, None)
        stood = before and before.commitment
        time = moment(event["at"])
        # A deadline is over at its own moment.
        late = time >= self.due[seat]
        # Who answers and is back by that was asked until when before that moved her deadline.
        if before is not None and late and self.returned.get(seat) != time:
            raise Fault(at(place, "seat"), "changes what stood sealed when its time was up")
        if kind == "withdrawn":
            same(data["commitment"], stood, at(place, "commitment"), "what stood sealed")
            self.withdrawn += 1
            return
        same(data["replaces"], stood, at(place, "replaces"), "what stood sealed")
        self.replaced += before is not None
        bot = table.bots[seat] is not None
        self.standing[seat] = Sealed(place, data["commitment"], time, late, bot)
        self.standing[seat].replaced = before is not None
        self.moments.setdefault((table.turn, seat), set()).add(time)

    def open(self, played: Json, place: str, event: Json) -> None:
        """An action is shown: it is the one that was sealed, and by whom it is said to be."""
        seat, by = played["seat"], played["by"]
        sealed, said = self.standing.get(seat), f"{show(by)} is said, but"
        turn, time = event["data"]["turn"], moment(event["at"])
        if sealed is None:
            self.moments.setdefault((turn, seat), set()).add(time)
        self.answered[turn, seat] = sealed or Sealed(place, "", time, late=True, bot=False)
        if sealed is None:
            self.unsealed += 1
            if by in ("player", "bot"):
                raise Fault(at(place, "by"), f"{said} nothing stood sealed in /log/events")
            if time < self.due.get(seat, time):
                raise Fault(at(place, "by"), f"{said} in /log/events there was time left")
            return
        right = answer_commitment(played["nonce"], played["action"], self.game, seat, turn)
        if sealed.commitment != right:
            raise Fault(place, f"action and nonce are not what was sealed, see {sealed.place}")
        if by != "player" and sealed.replaced:
            # Clock, orders and bots answer where nothing lies.
            raise Fault(at(place, "by"), f"{said} it replaced another, see {sealed.place}")
        if by == "clock" and not sealed.late:
            raise Fault(at(place, "by"), f"{said} there was time left, see {sealed.place}")
        if (by == "bot") != sealed.bot and (by in ("player", "bot") or not sealed.late):
            raise Fault(
                at(place, "by"), f"{said} who held the seat was another, see {sealed.place}"
            )
        self.opened += 1


def check_sealed(record: Json) -> str:
    """Every answer is what it was when it was sealed, and who played herself had sealed."""
    seals = Seals(record)
    for place, event, table in read_log(record):
        seals.read(place, event, table)
    return (
        f"{count(seals.opened, 'sealed answer')} opened,"
        f" {seals.replaced} replaced and {seals.withdrawn} withdrawn before;"
        f" {count(seals.unsealed, 'answer')} of clock or orders without a seal"
    )


# ============ What a player has kept, compared with the record

RECEIPT = members(
    {
        "game": WORD,
        "turn": whole(1),
        "seat": whole(0),
        "action": any_object,
        "by": CHOSEN_BY,
        "commitment": HASH,
        "nonce": NONCE,
        "sealed_at": TIME,
    },
    more=True,
)
WITHDRAWAL = members(
    {
        "game": WORD,
        "turn": whole(1),
        "seat": whole(0),
        "commitment": HASH,
        "withdrawn_at": TIME,
    },
    more=True,
)
TEXT_RECEIPT = members(
    {"game": WORD, "seat": whole(0), "participant": WORD, "entropy": HASH, "given_at": TIME},
    more=True,
)
OWN_TEXT = members(
    {"game": WORD, "seat": whole(0), "text": text(r"(?s:.{1,200})", "text for a deal")}
)


class Deed:
    """What the log says that a player has done in her seat: sealed, withdrawn, or given a text."""

    def __init__(self, place: str, event: Json, player: Json) -> None:
        self.place = place
        self.kind = event["type"]
        self.data = event["data"]
        self.at = event["at"]
        self.player = player
        self.seat = event["data"]["seat"]
        self.now: int | None = self.seat
        """The seat as it is numbered since the start; None if she had left it by then."""
        self.covered = False
        """Whether something kept is about it."""
        self.others = False
        """Whether it was not her own doing, or may not have been: a bot's, the clock's, an order's."""

    @property
    def is_text(self) -> bool:
        return self.kind in ("joined", "entropy_given")


class Kept:
    """What a player has kept of a game, compared with the record as it is read."""

    def __init__(self, record: Json) -> None:
        self.record = record
        self.deeds: list[Deed] = []
        self.claimed: set[int] = set()
        """The seats in which something was kept."""
        self.keepers: set[Json] = set()
        """The participants as whom something was kept."""
        self.held: dict[int, set[Json]] = {seat: set() for seat in range(len(record["seats"]))}
        """By seat, whoever has held it."""
        seals = Seals(record)
        for place, event, table in read_log(record):
            seals.read(place, event, table)
            self._note(place, event, table, seals)
            for seat, player in enumerate(table.seats):
                self.held[seat].add(player)
        self._excuse(seals)

    def _note(self, place: str, event: Json, table: Table, seals: Seals) -> None:
        kind, data = event["type"], event["data"]
        if kind in ("sealed", "withdrawn"):
            deed = Deed(place, event, table.seats[data["seat"]])
            if kind == "sealed":
                bot = table.bots[data["seat"]] is not None
                deed.others = bot or seals.standing[data["seat"]].late
            self.deeds.append(deed)
        elif kind == "entropy_given" or (kind == "joined" and data["entropy"] is not None):
            player, _, _ = table.came[data["seat"]]
            self.deeds.append(Deed(place, event, player))
        elif kind == "started":
            for deed in self.deeds:
                seats = [n for n, player in enumerate(table.seats) if player == deed.player]
                deed.now = seats[0] if seats else None

    def _excuse(self, seals: Seals) -> None:
        """Seals that are known to be somebody else's doing: of orders, and of who chose what was shown."""
        shown = {
            (turn["number"], played["seat"]): played["by"]
            for turn in self.record["turns"]
            for played in turn["actions"]
        }
        followed = [
            (item["data"]["turn"], item["data"]["seat"], item["at"])
            for turn in self.record["turns"]
            for item in turn["private"]["told"]
            if item["type"] == "order_followed"
        ]
        for deed in self.deeds:
            if deed.kind == "sealed" and deed.data["replaces"] is not None:
                deed.others = False
            elif deed.kind == "sealed":
                turn, seat = deed.data["turn"], deed.data["seat"]
                standing = seals.answered[turn, seat]
                if standing.commitment == deed.data["commitment"]:
                    deed.others = shown[turn, seat] != "player"
                elif (turn, seat, deed.at) in followed:
                    deed.others = True

    # -- each of the things kept

    def check(self, one: Json, place: str) -> None:
        """Raise a `Fault` unless the record tells of it alike."""
        any_object(one, place)
        kinds: tuple[tuple[str, Form, Form], ...] = (
            ("algorithm", PROOF, self._proof),
            ("withdrawn_at", WITHDRAWAL, self._withdrawal),
            ("given_at", TEXT_RECEIPT, self._text_receipt),
            ("text", OWN_TEXT, self._own_text),
            ("nonce", RECEIPT, self._receipt),
        )
        _, form, check = next((kind for kind in kinds if kind[0] in one), kinds[-1])
        form(one, place)
        same(one["game"], self.record["game"], at(place, "game"), "the record")
        check(one, place)

    def _proof(self, proof: Json, place: str) -> None:
        check_kept_proof(self.record, proof, place)

    def _receipt(self, receipt: Json, place: str) -> None:
        """The answer that the receipt is for stands in the log, or was opened with its turn."""
        nonce, action = receipt["nonce"], receipt["action"]
        seat, number = receipt["seat"], receipt["turn"]
        commitment = answer_commitment(nonce, action, receipt["game"], seat, number)
        same(receipt["commitment"], commitment, at(place, "commitment"), "its nonce and action")
        found = self._find(receipt, "sealed", "commitment")
        if found is not None:
            same(receipt["sealed_at"], found.at, at(place, "sealed_at"), found.place)
            self._cover(found)
        # What the clock answered when it closed the turn was not told of before.
        turns = self.record["turns"]
        shown = turns[number - 1]["actions"] if number <= len(turns) else []
        for played in shown:
            if (played["seat"], played["nonce"]) == (seat, nonce):
                source = f"/turns/{number - 1}/actions"
                same(action, played["action"], at(place, "action"), source)
                same(receipt["by"], played["by"], at(place, "by"), source)
                return
        if found is None:
            raise Fault(at(place, "commitment"), "is nowhere in /log/events")

    def _withdrawal(self, receipt: Json, place: str) -> None:
        found = self._find(receipt, "withdrawn", "commitment")
        if found is None or found.data["turn"] != receipt["turn"]:
            raise Fault(at(place, "commitment"), "is withdrawn nowhere in /log/events")
        same(receipt["withdrawn_at"], found.at, at(place, "withdrawn_at"), found.place)
        self._cover(found)

    def _text_receipt(self, receipt: Json, place: str) -> None:
        given = (receipt["participant"], receipt["entropy"], receipt["given_at"])
        for deed in self.deeds:
            if deed.is_text and given == (deed.player, deed.data["entropy"], deed.at):
                if receipt["seat"] != deed.now:
                    same(receipt["seat"], deed.seat, at(place, "seat"), deed.place)
                self._cover(deed)
                return
        raise Fault(
            at(place, "entropy"), "was given nowhere in /log/events by this participant then"
        )

    def _own_text(self, own: Json, place: str) -> None:
        texts = self.record["fairness"]["entropy"]
        bound = texts[own["seat"]] if own["seat"] < len(texts) else None
        hash_ = text_hash(own["text"])
        if bound != hash_:
            said = f"is the text of {hash_}, but {show(bound)} by /fairness/entropy"
            raise Fault(at(place, "text"), said)
        for deed in self.deeds:
            if deed.is_text and deed.now == own["seat"] and deed.data["entropy"] == hash_:
                self._cover(deed)

    def _find(self, receipt: Json, kind: str, name: str) -> Deed | None:
        """The event that a receipt is for."""
        return next(
            (
                deed
                for deed in self.deeds
                if (deed.kind, deed.seat) == (kind, receipt["seat"])
                and deed.data[name] == receipt[name]
            ),
            None,
        )

    def _cover(self, deed: Deed) -> None:
        deed.covered = True
        if deed.now is not None:
            self.claimed.add(deed.now)
            self.keepers.add(deed.player)

    # -- what nothing kept is about

    def uncovered(self, all_of: Sequence[int]) -> Iterator[str]:
        """For each seat of which something was kept, a line with what else the log tells of her there.

        Raises a `Fault` for the first such thing of a seat of which all has been kept.
        """
        for seat in sorted({*self.claimed, *all_of}):
            players = self.held[seat] & self.keepers or {self.record["seats"][seat]}
            own = [one for one in self.deeds if one.now == seat and one.player in players]
            missing = [one for one in own if not one.covered and not one.others]
            if missing and seat in all_of:
                deed = missing[0]
                raise Fault(
                    deed.place, f"{deed.kind} in seat {seat}, and nothing that was kept tells"
                )
            if missing:
                places = ", ".join(one.place for one in missing)
                yield f"not covered  seat {seat}: {places}"
            else:
                yield f"covered  seat {seat}: all that its player has sealed, withdrawn and given"


# ============ The check `kept`: receipts, proofs and texts beside a record


def check_kept(document: Json, kept: Kept | None, content: Json) -> str:
    """What a player has kept of the game is what the document tells now; without a record, only proofs."""
    check_plain(content)
    several = isinstance(content, list)
    counts = {"receipt": 0, "proof": 0, "text": 0}
    for number, one in enumerate(map(as_proof, content if several else [content])):
        place = at("", number) if several else ""
        if kept is not None:
            kept.check(one, place)
        else:
            any_object(one, place)
            if not is_proof(one):
                raise Fault(place, "is no proof, and only the record can tell of anything else")
            PROOF(one, place)
            check_kept_proof(document, one, place)
        counts["proof" if is_proof(one) else "text" if "text" in one else "receipt"] += 1
    receipts, proofs, texts = (count(number, what) for what, number in counts.items())
    agree = "agrees" if sum(counts.values()) == 1 else "agree"
    return f"{receipts}, {proofs} and {texts} {agree}"


def in_file(name: str, work: Callable[[], Json]) -> Json:
    """What the work gives; a fault in it is one in something kept, and says in which file."""
    try:
        return work()
    except Fault as fault:
        fault.check = "kept"
        fault.place = f"{name}#{fault.place}"
        raise


# ============ High Tide: beaches, dice and the track

BEACHES = ("black", "purple", "blue", "orange", "yellow", "white")
TILES = tuple(f"B{number}" for number in range(1, 10))
SIDES = ("left", "right")
BAR = 0
FACES = 6
COIN_SPACES = 8
LAST_ROUND = 6
PASS = {"type": "pass"}
REROLLS = {1: ([], ["left"], ["right"], ["left", "right"]), 2: ([], ["left"], ["right"])}
"""Which dice of a pair may be re-rolled, by the space that it was taken from; lower down, none."""
HIGH_TIDE_TELLS = (
    "round_began",
    "go_began",
    "rolled",
    "declined",
    "taken",
    "rerolled",
    "tile_used",
    "open_dice",
    "chair_moved",
    "coin_taken",
    "towel_placed",
    "last_pair_rolled",
    "shark_came",
    "wave_laid",
    "tile_gained",
    "point_gained",
    "surfers_revealed",
    "game_ended",
)


class Beach:
    """One beach. Chairs stand in `order` as they came to their spaces, the last one rightmost."""

    def __init__(self, length: int, seats: int) -> None:
        self.dry = length
        self.space = [BAR] * seats
        self.order = list(range(seats))
        self.coins: dict[int, int] = {}
        """Values by space."""

    def copy(self) -> Beach:
        """Another one for trying a move; without its coins, which no trial counts."""
        other = Beach(self.dry, 0)
        other.space, other.order = list(self.space), list(self.order)
        return other

    def swims(self, seat: int) -> bool:
        return self.space[seat] > self.dry

    @property
    def flooded(self) -> list[int]:
        return [seat for seat in self.order if self.swims(seat)]

    @property
    def ranking(self) -> list[int]:
        """The seats on sand, nearest to the water first, of one space the rightmost first."""
        sand = [seat for seat in reversed(self.order) if BAR < self.space[seat] <= self.dry]
        return sorted(sand, key=lambda seat: -self.space[seat])

    def goal(self, seat: int, steps: int) -> int:
        """Where so many steps lead, those below 0 away from the water; out of it none do."""
        start = self.space[seat]
        return start if start > self.dry else max(BAR, min(start + steps, self.dry + 1))

    def move(self, seat: int, steps: int) -> bool:
        """Whether the chair has left its space."""
        goal = self.goal(seat, steps)
        if goal == self.space[seat]:
            return False
        self.space[seat] = goal
        self.order.remove(seat)
        self.order.append(seat)
        return True

    def coins_on_the_way(self, seat: int, steps: Sequence[int]) -> list[int]:
        """Spaces with coins where these steps, in either order, bring the chair to."""
        stops = {self.goal(seat, sum(steps))} | {self.goal(seat, one) for one in steps}
        return sorted(stop for stop in stops if stop in self.coins and stop != self.space[seat])

    def flood(self, length: int) -> None:
        self.dry = max(BAR, self.dry - length)
        self.coins = {space: value for space, value in self.coins.items() if space <= self.dry}

    def points(self, places: Sequence[int], surfer: int | None) -> dict[int, int]:
        """Points by seat; `surfer` is the seat whose surfer tile shows this beach."""
        worth = {seat: 1 for seat in self.order if self.space[seat] == BAR}
        if surfer in worth:
            worth[surfer] = 2
        left = list(places)
        if surfer is not None and self.swims(surfer):
            worth[surfer] = 6
            left.pop(0)
        ranked = [seat for seat in self.ranking if seat != surfer]
        worth.update(zip(ranked, left))
        return worth


class Die:
    """A die: `beach` is the one that it counts for, `change` and `back` are what B6 and B9 made of it."""

    def __init__(self, colour: str, face: int) -> None:
        self.colour = colour
        self.face = face
        self.beach = colour
        self.change = 0
        self.back = False

    def copy(self) -> Die:
        other = Die(self.colour, self.face)
        other.beach, other.change, other.back = self.beach, self.change, self.back
        return other

    @property
    def number(self) -> int:
        return min(max(self.face + self.change, 1), FACES)

    @property
    def steps(self) -> int:
        return -self.number if self.back else self.number

    @property
    def shown(self) -> Json:
        return {"colour": self.colour, "face": self.face}


class Pair:
    """Two dice side by side: the higher one left, equal ones in the order of the beaches."""

    def __init__(self, one: Die, other: Die) -> None:
        in_order = sorted((one, other), key=lambda die: (-die.face, BEACHES.index(die.colour)))
        self.left, self.right = in_order

    @property
    def sides(self) -> dict[str, Die]:
        return {"left": self.left, "right": self.right}

    @property
    def total(self) -> int:
        return self.left.face + self.right.face

    @property
    def moves(self) -> list[tuple[str, list[int]]]:
        """What the dice do: a beach, and steps there, those of two dice for one beach together."""
        if self.left.beach == self.right.beach:
            return [(self.left.beach, [self.left.steps, self.right.steps])]
        return [(die.beach, [die.steps]) for die in (self.left, self.right)]

    def copy(self) -> Pair:
        """Another one, for trying what a tile would make of it; the same die stays left."""
        other = Pair(self.left, self.right)
        other.left, other.right = self.left.copy(), self.right.copy()
        return other

    @property
    def shown(self) -> Json:
        return {"left": self.left.shown, "right": self.right.shown}


class Track:
    """The dice track: a towel (the number of its seat), a pair or nothing on each space."""

    def __init__(self, length: int, rental: int) -> None:
        self.spaces: list[Json] = [None] * length
        self.rental: int | None = rental if rental <= length else None
        self.rests = False
        """The rental does not move before the next go (B1)."""

    @property
    def pairs(self) -> dict[int, Pair]:
        """The pairs by space, which count from 1."""
        return {place + 1: lies for place, lies in enumerate(self.spaces) if isinstance(lies, Pair)}

    @property
    def towels(self) -> list[int]:
        return [lies for lies in self.spaces if isinstance(lies, int)]

    @property
    def free(self) -> int:
        """How many free spaces lie above the rental."""
        available = len(self.spaces) if self.rental is None else self.rental - 1
        return self.spaces[:available].count(None)

    def put(self, what: Json) -> int:
        """Lay a towel or a pair on the topmost free space, and say which that is."""
        place = self.spaces.index(None)
        self.spaces[place] = what
        return place + 1

    def take(self, space: int) -> Pair:
        pair = self.pairs[space]
        self.spaces[space - 1] = None
        return pair

    def push_rental(self) -> None:
        if self.rental is not None:
            self.rental = self.rental + 1 if self.rental < len(self.spaces) else None

    def next_go(self) -> None:
        if not self.rests:
            self.push_rental()
        self.rests = False


# ============ High Tide: the fallback, and what standing orders play

TILES_ASKED_IN = {
    "choose": ("B1",),
    "interrupt": ("B2", "B3"),
    "accept": ("B8",),
    "tiles": ("B4", "B5", "B6", "B7", "B9"),
}
Tried = Iterator["Json | tuple[str, str]"]
"""What an order says, or before it a place in it and why what stands there falls through."""


class Adviser:
    """What time plays for a seat, and what its order says, to a question as things stand."""

    def __init__(self, game: HighTide, decision: str, seat: int, ways: Sequence[Json]) -> None:
        self.game = game
        self.decision = decision
        self.seat = seat
        self.ways = ways
        """All that could be answered."""

    # -- what an answer is worth

    def worth(self, action: Json) -> tuple[int, int]:
        """How often in six falls of a die it keeps dry, and the points in all of them.

        The dice are moved as they then are, and the game ends with it. Coins on the way do not count.
        """
        game, tile = self.game, action.get("tile")
        pair, moves = game.pair and game.pair.copy(), []
        if "space" in action:
            pair = game.track.pairs[action["space"]].copy()
        if tile == "B3":
            moves = [(action["beach"], [action["steps"]])]
        falls = [pair]
        if pair is not None and "die" in action:
            die = pair.sides[action["die"]]
            if tile == "B4":
                moves = [(action["beach"], [die.number])]
            elif tile == "B5":
                falls = [self.fallen(pair, action["die"], face) for face in range(1, FACES + 1)]
            elif tile == "B7":
                die.beach = action["colour"]
            else:
                die.back = True
        elif pair is not None and tile == "B6":
            pair.left.change, pair.right.change = action["left"], action["right"]
        ends = [self.end([*moves, *(one.moves if one else [])]) for one in falls]
        each = FACES // len(ends)
        return each * sum(dry for dry, _ in ends), each * sum(points for _, points in ends)

    @staticmethod
    def fallen(pair: Pair, side: str, face: int) -> Pair:
        other = pair.copy()
        other.sides[side].face = face
        return other

    def end(self, moves: Iterable[tuple[str, Sequence[int]]]) -> tuple[bool, int]:
        """Whether the seat's chairs keep dry in these moves, and the points that it has then."""
        before = self.game.beaches
        after = {name: beach.copy() for name, beach in before.items()}
        for colour, steps in moves:
            after[colour].move(self.seat, sum(steps))
        dry = not any(
            after[name].swims(self.seat) and not before[name].swims(self.seat)
            for name in BEACHES
            if not self.surfs(name)
        )
        return dry, self.game.points(None, after, self.seat)[self.seat]

    def surfs(self, colour: str) -> bool:
        """Whether the seat's chair on this beach is meant for the water."""
        return self.game.surfers is not None and self.game.surfers[self.seat] == colour

    def enters_water(self, colour: str, steps: int) -> bool:
        """Whether so many steps carry the seat's chair into water where it is worth nothing."""
        beach = self.game.beaches[colour]
        if beach.swims(self.seat) or self.surfs(colour):
            return False
        return beach.goal(self.seat, steps) > beach.dry

    @staticmethod
    def steps_of(pair: Pair) -> dict[str, int]:
        """How far a pair moves chairs, by beach, before any tile."""
        if pair.left.colour == pair.right.colour:
            return {pair.left.colour: pair.total}
        return {die.colour: die.face for die in (pair.left, pair.right)}

    def drowns(self, pair: Pair) -> bool:
        return any(self.enters_water(name, steps) for name, steps in self.steps_of(pair).items())

    @property
    def pair(self) -> Pair:
        """The dice before the seat, in questions in which there are any."""
        assert self.game.pair is not None  # noqa: S101
        return self.game.pair

    def coin(self, way: Json) -> int:
        """The value of the coin that would be taken."""
        return self.game.beaches[way["beach"]].coins[way["space"]]

    # -- what time plays

    def fallback(self) -> Json:
        if self.decision == "coin":
            return max(self.ways[:-1], key=self.coin)
        if self.decision == "choose":
            return self.choose()
        if self.decision == "accept":
            decline = {"type": "decline"}
            return decline if decline in self.ways and self.drowns(self.pair) else self.ways[0]
        if self.decision == "reroll":
            return self.reroll()
        # Interrupts are passed, and dice are moved as they are.
        return self.ways[0]

    def choose(self) -> Json:
        """A dry pair that gains points at once, or where rolling is not possible the best dry one."""
        takes = [
            way
            for way in self.ways
            if way["type"] == "take" and not self.drowns(self.game.track.pairs[way["space"]])
        ]
        best = max(takes, key=lambda way: self.worth(way)[1], default=None)
        _, now = self.end([])
        can_roll = self.ways[0]["type"] == "roll"
        if best is not None and (self.worth(best)[1] > FACES * now or not can_roll):
            return best
        return self.ways[0]

    def reroll(self) -> Json:
        """Only dice that would carry a chair into the water."""
        wet: list[str] = []
        if self.drowns(self.pair):
            sides = self.pair.sides
            wet = [one for one in SIDES if self.enters_water(sides[one].colour, sides[one].face)]
            # Two dice that only together reach the water: the higher one.
            wet = wet or [SIDES[0]]
        for dice in (wet, wet[:1], list(SIDES[:1])):
            way = {"type": "reroll", "dice": dice}
            if wet and way in self.ways:
                return way
        return {"type": "reroll", "dice": []}

    # -- what an order says

    def follow(self, order: Json) -> tuple[Json, list[tuple[str, str]]]:
        skipped: list[tuple[str, str]] = []
        for tried in self.try_all(order):
            if isinstance(tried, tuple):
                skipped.append(tried)
            else:
                return tried, skipped
        return None, skipped

    def try_all(self, order: Json) -> Tried:
        if self.decision == "choose":
            yield from self.try_tiles(order)
            yield from self.try_take(order)
        elif self.decision == "accept":
            # B8 is not spent on a roll that is wanted, but comes before a new one.
            yield from self.try_accept(order)
            yield from self.try_tiles(order)
            yield from self.try_decline(order)
        elif self.decision == "reroll":
            yield from self.try_reroll(order)
        elif self.decision == "coin":
            yield from self.try_coins(order)
        else:
            yield from self.try_tiles(order)

    def try_take(self, order: Json) -> Tried:
        for number, entry in enumerate(order.get("take", ())):
            place = f"/take/{number}"
            if entry == "roll":
                yield (
                    {"type": "roll"} if self.ways[0]["type"] == "roll" else (place, "not_on_offer")
                )
                continue
            pairs = self.game.track.pairs
            fitting = [
                {"type": "take", "space": space}
                for space, pair in pairs.items()
                if self.is_like(pair, entry)
            ]
            yield max(fitting, key=self.worth) if fitting else (place, "condition_not_met")

    def is_like(self, pair: Pair, wish: Json) -> bool:
        colours = {pair.left.colour, pair.right.colour}
        return (
            within(pair.total, wish.get("total"))
            and ("beaches" not in wish or not colours.isdisjoint(wish["beaches"]))
            and colours.isdisjoint(wish.get("avoid", ()))
            and ("dry" not in wish or wish["dry"] != self.drowns(pair))
        )

    def try_accept(self, order: Json) -> Tried:
        for number, wish in enumerate(order.get("accept", ())):
            like = self.is_like(self.pair, wish)
            yield {"type": "accept"} if like else (f"/accept/{number}", "condition_not_met")

    def try_decline(self, order: Json) -> Tried:
        if "accept" in order:
            decline = {"type": "decline"}
            yield decline if decline in self.ways else ("/accept", "must_accept")

    def try_reroll(self, order: Json) -> Tried:
        if "reroll" not in order:
            return
        most, chosen = max(len(way["dice"]) for way in self.ways), list[str]()
        for number, wish in enumerate(order["reroll"]):
            if len(chosen) >= most:
                break
            # The right die, which was never the higher one, before the left one.
            fitting = [side for side in reversed(SIDES) if self.is_die_like(side, wish)]
            if not fitting:
                yield f"/reroll/{number}", "condition_not_met"
            chosen += [side for side in fitting if side not in chosen]
        yield {"type": "reroll", "dice": [side for side in SIDES if side in chosen[:most]]}

    def is_die_like(self, side: str, wish: Json) -> bool:
        die = self.pair.sides[side]
        wet = self.enters_water(die.colour, self.steps_of(self.pair)[die.colour])
        return (
            within(die.face, wish.get("face"))
            and ("beaches" not in wish or die.colour in wish["beaches"])
            and ("dry" not in wish or wish["dry"] != wet)
        )

    def try_coins(self, order: Json) -> Tried:
        for number, entry in enumerate(order.get("coins", ())):
            if entry == "pass":
                yield PASS
                return
            fitting = [
                way
                for way in self.ways[:-1]
                if way["beach"] in entry.get("beaches", BEACHES)
                and within(self.coin(way), entry.get("value"))
            ]
            yield (
                max(fitting, key=self.coin)
                if fitting
                else (
                    f"/coins/{number}",
                    "condition_not_met",
                )
            )

    def try_tiles(self, order: Json) -> Tried:
        """Tiles of other questions are passed over without a word."""
        for number, wish in enumerate(order.get("tiles", ())):
            tile, place = wish["tile"], f"/tiles/{number}"
            if tile not in TILES_ASKED_IN[self.decision]:
                continue
            uses = [way for way in self.ways if way.get("tile") == tile]
            if self.game.held.get(tile) != self.seat:
                yield place, "tile_not_held"
            elif not uses:
                yield place, "not_on_offer"
            else:
                best = max(uses, key=self.worth)
                gain = self.worth(best)[1] - self.worth(PASS)[1]
                enough = "gain" not in wish or gain >= FACES * wish["gain"]
                yield best if enough else (place, "condition_not_met")


# ============ Standing orders, from the private lists

RULES = "the rules, from /options, /setup and /turns"


class Order:
    """A standing order from when it was given."""

    def __init__(self, place: str, item: Json) -> None:
        self.place = place
        self.player = item["player"]
        self.given = moment(item["at"])
        self.taken_back: int | None = None
        self.order = item["data"]["order"]
        self.at_once = item["data"]["at_once"]


class Use:
    """That an order was followed, or failed, as its player was told."""

    def __init__(self, place: str, item: Json, order: Order) -> None:
        self.place = place
        self.followed = item["type"] == "order_followed"
        self.time = moment(item["at"])
        self.data = item["data"]
        self.order = order


Fallback = Callable[[int], Json]
Follow = Callable[[int, Json], "tuple[Json, list[tuple[str, str]]]"]
"""What an order of this seat says now, None if nothing, and the entries that fell through."""


class Orders:
    """All orders of a game from its private lists, and what they have led to."""

    def __init__(self, record: Json) -> None:
        self.given: dict[int, list[Order]] = {seat: [] for seat in range(len(record["seats"]))}
        self.uses: dict[int, list[Use]] = {}
        """By turn, in the order in which they were told."""
        self.lost: dict[int, list[int]] = {seat: [] for seat in self.given}
        """By seat, when it was given up or became another's: orders end with that."""
        self.changed: dict[int, list[int]] = {seat: [] for seat in self.given}
        """By seat, when an order was given or taken back."""
        self.owners: dict[int, list[tuple[int, Json]]] = {seat: [] for seat in self.given}
        """By seat, whose it was from when on."""
        self.seals = Seals(record)
        for place, event, table in read_log(record):
            self.seals.read(place, event, table)
            kind, data = event["type"], event["data"]
            if kind == "seat_taken" or (kind == "stand_in" and data["away"] == "resigned"):
                self.lost[data["seat"]].append(moment(event["at"]))
            for seat in range(len(table.seats)):
                self.owners[seat].append((moment(event["at"]), table.owner(seat)))
        standing: dict[int, Order] = {}
        for turn in record["turns"]:
            for number, item in enumerate(turn["private"]["told"]):
                place = f"/turns/{turn['number'] - 1}/private/told/{number}"
                self._read(turn["number"], item, place, standing)

    def _read(self, turn: int, item: Json, place: str, standing: dict[int, Order]) -> None:
        kind, data = item["type"], item["data"]
        if kind not in ("order_given", "order_taken_back", "order_followed", "order_failed"):
            return
        seat, time = data["seat"], moment(item["at"])
        if kind == "order_given":
            if item["player"] not in self._owners_at(seat, time):
                raise Fault(at(place, "player"), f"did not hold seat {seat} then in /log/events")
            standing[seat] = Order(place, item)
            self.given[seat].append(standing[seat])
            self.changed[seat].append(time)
            return
        if seat not in standing:
            raise Fault(place, f"comes where no order of seat {seat} stands")
        order = standing[seat]
        same(item["player"], order.player, at(place, "player"), order.place)
        if any(order.given < lost < time for lost in self.lost[seat]):
            raise Fault(place, f"comes where the order of {order.place} had ended with the seat")
        if kind == "order_taken_back":
            order.taken_back = time
            self.changed[seat].append(time)
            del standing[seat]
            return
        same(data["turn"], turn, f"{place}/data/turn", "the turn that it is bound to")
        self.uses.setdefault(turn, []).append(Use(place, item, order))

    def _owners_at(self, seat: int, time: int) -> set[Json]:
        """Whose seat it was at this time; what happened at one moment may be either way."""
        before = [owner for since, owner in self.owners[seat] if since < time][-1:]
        return {*before, *(owner for since, owner in self.owners[seat] if since == time)}

    def check(self, turn: Json, rules: tuple[Fallback, Follow] | None) -> None:
        """What was played by orders in this turn, and by the clock in spite of them.

        Without `rules` it stays open whether an order says what was played.
        """
        uses = self.uses.get(turn["number"], [])
        for use in uses:
            seat = use.data["seat"]
            if seat not in turn["asked"]:
                place = f"{use.place}/data/seat"
                raise Fault(place, f"is not asked in turn {turn['number']}")
            if rules is not None:
                self._follow(use, *rules)
            if use.time not in self.seals.moments.get((turn["number"], seat), ()):
                raise Fault(f"{use.place}/at", "is not when an answer of the seat was sealed")
            early = use.time < self.seals.earliest[turn["number"], seat]
            if early and not use.order.at_once:
                raise Fault(
                    use.place, f"comes before the deadline, see {use.order.place}/data/at_once"
                )
        for number, played in enumerate(turn["actions"]):
            place = f"/turns/{turn['number'] - 1}/actions/{number}"
            own = [use for use in uses if use.data["seat"] == played["seat"]]
            if played["by"] == "order":
                self._by_order(turn["number"], played, place, own)
            elif played["by"] == "clock":
                self._by_clock(turn["number"], played, place, own)

    def _follow(self, use: Use, fallback: Fallback, follow: Follow) -> None:
        """The order gives what it is said to have given, or nothing."""
        place, seat, source = (
            at(use.place, "data"),
            use.data["seat"],
            f"{use.order.place} and {RULES}",
        )
        action, skipped = follow(seat, use.order.order)
        if (action is not None) != use.followed:
            gives = "gives nothing" if action is None else f"gives {show(action)}"
            raise Fault(at(use.place, "type"), f"the order of {use.order.place} {gives} by {RULES}")
        right = fallback(seat) if action is None else action
        same(use.data["action"], right, at(place, "action"), source)
        said = [{name: one[name] for name in ("pointer", "code")} for one in use.data["skipped"]]
        fell = [{"pointer": pointer, "code": code} for pointer, code in skipped]
        same(said, fell, at(place, "skipped"), source)

    def _by_order(self, turn: int, played: Json, place: str, uses: list[Use]) -> None:
        if not uses or not uses[-1].followed:
            private = f"/turns/{turn - 1}/private/told"
            raise Fault(
                at(place, "by"), f"{show('order')} is said, but {private} has none followed"
            )
        use = uses[-1]
        same(played["action"], use.data["action"], at(place, "action"), use.place)
        if not self.seals.answered[turn, played["seat"]].late and not use.order.at_once:
            place = at(place, "by")
            raise Fault(
                place, f"{show('order')} is said, but there was time left, see {use.order.place}"
            )

    def _by_clock(self, turn: int, played: Json, place: str, uses: list[Use]) -> None:
        time = self.seals.answered[turn, played["seat"]].time
        order = self._standing(played["seat"], time)
        if order is not None and all(use.followed for use in uses):
            said = f"{show('clock')} is said, but the order of {order.place} stood"
            raise Fault(at(place, "by"), said)

    def _standing(self, seat: int, time: int) -> Order | None:
        """The order that stood for certain at this time; what happened at one moment may be either way."""
        given = [order for order in self.given[seat] if order.given < time]
        if not given or time in self.changed[seat]:
            return None
        order = given[-1]
        ended = [*self.lost[seat], *([order.taken_back] if order.taken_back is not None else [])]
        return None if any(order.given <= end <= time for end in ended) else order


# ============ A game read from its record, draw by draw and answer by answer

DEALT = "/options and the draws in /setup/chance"


class Tape:
    """A record read from its first draw to its last: each draw and each answer must be the one due.

    What happens by the rules is told as well, and in the end compared with the log.
    """

    def __init__(self, record: Json) -> None:
        self.record = record
        self.turns = record["turns"]
        self.read = 0
        self.chance = record["setup"]["chance"]
        self.place = "/setup/chance"
        self.taken = 0
        self.told: list[tuple[str, Json]] = []
        self.stages: list[Json] = []
        self.orders = Orders(record)

    # -- draws

    def sample(self, purpose: str, source: Iterable[Json], size: int) -> list[Json]:
        """So many things out of what the box still holds."""
        place, draw = self._next_draw(purpose)
        items = list(source)
        if "from" not in draw:
            raise Fault(place, f"is a roll, but {RULES} draw from {show(items)}")
        same(draw["from"], items, at(place, "from"), RULES)
        if len(draw["value"]) != size:
            raise Fault(at(place, "value"), f"is not of {size} as by {RULES}")
        return list(draw["value"])

    def roll(self, purpose: str, sides: int) -> int:
        place, draw = self._next_draw(purpose)
        if "sides" not in draw:
            raise Fault(place, f"is no roll of a die as by {RULES}")
        same(draw["sides"], sides, at(place, "sides"), RULES)
        return int(draw["value"])

    def _next_draw(self, purpose: str) -> tuple[str, Json]:
        if self.taken == len(self.chance):
            raise Fault(self.place, f"end before {show(purpose)}, which is due by {RULES}")
        place, draw = at(self.place, self.taken), self.chance[self.taken]
        same(draw["purpose"], purpose, at(place, "purpose"), RULES)
        self.taken += 1
        return place, draw

    def all_drawn(self) -> None:
        """Nothing was drawn here that is not accounted for: on to what was drawn afterwards."""
        self.nothing_left()
        if self.read < len(self.turns):
            self.chance, self.place = self.turns[self.read]["chance"], f"/turns/{self.read}/chance"
        else:
            self.chance, self.place = self.record["end"]["chance"], "/end/chance"
        self.taken = 0

    def nothing_left(self) -> None:
        if self.taken < len(self.chance):
            raise Fault(at(self.place, self.taken), f"is not due by {RULES}")

    # -- answers

    def ask(
        self,
        heading: Json,
        legal: Mapping[int, Sequence[Json]],
        fallback: Fallback,
        follow: Follow,
    ) -> dict[int, Json]:
        """What each of these seats plays; `legal` says what it may.

        All that have a choice were asked at once. Where no seat has one there was no turn.
        """
        only = {seat: ways[0] for seat, ways in legal.items() if len(ways) == 1}
        seats = sorted(set(legal) - set(only))
        if not seats:
            return only
        if self.read == len(self.turns):
            raise Fault("/turns", f"end before {show(heading)}, which is due by {RULES}")
        self.nothing_left()
        turn, place = self.turns[self.read], f"/turns/{self.read}"
        for name, right in heading.items():
            same(turn[name], right, at(place, name), RULES)
        same(turn["asked"], seats, at(place, "asked"), RULES)
        if [played["seat"] for played in turn["actions"]] != seats:
            raise Fault(at(place, "actions"), f"are not those of the seats asked by {RULES}")
        for number, played in enumerate(turn["actions"]):
            self._judge(played, legal[played["seat"]], fallback, f"{place}/actions/{number}")
        self.orders.check(turn, (fallback, follow))
        self.tell("turn_opened", turn=turn["number"])
        self.tell("turn_closed", turn=turn["number"])
        self.read += 1
        self.all_drawn()
        return {**only, **{played["seat"]: played["action"] for played in turn["actions"]}}

    def _judge(self, played: Json, legal: Sequence[Json], fallback: Fallback, place: str) -> None:
        action = canonical(played["action"])
        if all(canonical(one) != action for one in legal):
            raise Fault(at(place, "action"), f"{show(played['action'])} is not legal by {RULES}")
        if played["by"] == "clock" and canonical(fallback(played["seat"])) != action:
            right = f"{show(fallback(played['seat']))} is what the clock plays by {RULES}"
            raise Fault(at(place, "action"), f"{show(played['action'])} is said, but {right}")

    # -- what happens

    def tell(self, kind: str, **data: Json) -> None:
        self.told.append((kind, data))

    def end_stage(self, scores: list[int]) -> None:
        self.stages.append({"stage": len(self.stages) + 1, "scores": scores})

    def compare(self, kinds: Iterable[str]) -> None:
        """Whether turns, stages, result and log are those that the rules lead to."""
        if self.read < len(self.turns):
            raise Fault(f"/turns/{self.read}", f"comes after the end by {RULES}")
        self.nothing_left()
        same(self.record["stages"], self.stages, "/stages", RULES)
        scores = [sum(points) for points in zip(*[stage["scores"] for stage in self.stages])]
        winners = [seat for seat, points in enumerate(scores) if points == max(scores)]
        same(self.record["result"], {"scores": scores, "winners": winners}, "/result", RULES)
        self._compare_log({"turn_opened", "turn_closed", *kinds})

    def _compare_log(self, kinds: set[str]) -> None:
        told = iter(self.told)
        for number, event in enumerate(self.record["log"]["events"]):
            if event["type"] not in kinds:
                continue
            place = f"/log/events/{number}"
            kind, data = next(told, ("finished", {}))
            same(event["type"], kind, at(place, "type"), RULES)
            # The rest of what is told of turns has been compared with the record.
            of_turn = kind in ("turn_opened", "turn_closed")
            said = {"turn": event["data"]["turn"]} if of_turn else event["data"]
            same(said, data, at(place, "data"), RULES)
        kind, _ = next(told, ("", {}))
        if kind:
            raise Fault("/log/events", f"do not tell of a last {show(kind)} as by {RULES}")


# ============ High Tide: the course of a game


class HighTide:
    """A game of High Tide played again, with whichever expansions."""

    def __init__(self, record: Json) -> None:
        self.tape = Tape(record)
        self.options = record["options"]
        self.expansions = self.options["expansions"]
        self.seats = len(record["seats"])
        self.places = (4, 2) if self.seats <= 4 else (4, 2, 1)
        self.beaches = {name: Beach(self.options["beach_length"], self.seats) for name in BEACHES}
        self.owned: list[dict[str, int]] = [{} for _ in range(self.seats)]
        """The coins of each seat: values by colour."""
        self.offers: list[tuple[int, str, list[int]]] = []
        """Coins that a seat's chair has come to: seat, beach, spaces."""
        self.round = 0
        self.place = 1
        self.track = Track(0, 0)
        self.bag: list[str] = []
        self.draws = self.rolls = 0
        self.alert: str | None = None
        self.sharks = list(self.options["shark_distances"])
        self.stack = list(TILES)
        self.face_up: str | None = None
        self.held: dict[str, int] = {}
        """Baywatch tiles and the seats that hold them."""
        self.open_dice: tuple[int, int] | None = None
        """Their total, and the seat that they lie before."""
        self.surfers: list[str] | None = None
        self.hides_surfers = "surfers" in self.options
        self.pair: Pair | None = None
        """The dice before the player whose turn it is."""
        self.set_up(record["setup"])

    def set_up(self, said: Json) -> None:
        tape = self.tape
        self.pile: list[int] = tape.sample("start order", range(self.seats), self.seats)
        coins = None
        if "coins" in self.expansions:
            values = self.options["coin_values"]
            coins = [tape.sample(f"{name} coins", values, COIN_SPACES) for name in BEACHES]
            for name, row in zip(BEACHES, coins):
                self.beaches[name].coins = dict(enumerate(row, start=1))
        if "surfer" in self.expansions:
            self.surfers = tape.sample("surfer tiles", BEACHES, self.seats)
        if "baywatch" in self.expansions:
            self.reveal_tile()
        laid = {
            "start_order": self.pile,
            "coins": coins,
            "surfers": self.surfers,
            "baywatch_tile": self.face_up,
        }
        for name, right in laid.items():
            same(said[name], right, at("/setup", name), DEALT)
        tape.all_drawn()

    def play(self) -> None:
        over = False
        while not over:
            self.round += 1
            over = self.play_round()
        self.tape.compare(HIGH_TIDE_TELLS)

    def tell(self, kind: str, **data: Json) -> None:
        self.tape.tell(kind, round=self.round, **data)

    def ask(self, decision: str, legal: Mapping[int, Sequence[Json]]) -> dict[int, Json]:
        heading = {
            "stage": self.round,
            "round": self.round,
            "place": self.place,
            "decision": decision,
        }
        fallback = partial(self.fallback, decision, legal)
        return self.tape.ask(heading, legal, fallback, partial(self.follow, decision, legal))

    def decide(self, seat: int, decision: str, legal: Sequence[Json]) -> Json:
        """What the seat plays."""
        return self.ask(decision, {seat: legal})[seat]

    # -- rounds

    def play_round(self) -> bool:
        """Play one round; whether the game is over with it."""
        self.track = Track(self.seats + 1, self.options["rental_start"])
        dice = 2 if self.seats <= 4 else 3
        self.bag = [name for name in BEACHES for _ in range(dice)]
        self.draws = self.rolls = 0
        self.open_dice = None
        if "shark_alert" in self.expansions:
            others = [name for name in BEACHES if name != self.alert]
            (self.alert,) = self.tape.sample(f"round {self.round} alert", others, 1)
        self.tell("round_began", order=list(self.pile), alert=self.alert)
        for place in range(1, self.seats + 1):
            self.place = place
            self.interrupts()
            if place > 1:
                self.track.next_go()
            self.tell("go_began", place=place, seat=self.pile[0], rental=self.track.rental)
            self.play_go(self.pile[0])
        return self.end_round()

    def end_round(self) -> bool:
        if not self.track.pairs:
            pair = self.draw_pair()
            self.tell("last_pair_rolled", space=self.track.put(pair), pair=pair.shown)
        if self.alert is not None:
            self.shark_comes(self.alert)
        (last,) = self.track.pairs.values()
        self.wave_comes(last.left.colour, "large")
        self.wave_comes(last.right.colour, "small")
        flood = any(beach.flooded for beach in self.beaches.values())
        over = flood or self.round == LAST_ROUND
        point = self.award_open_dice(over)
        if over:
            if self.hides_surfers:
                self.tell("surfers_revealed", surfers=self.surfers)
            scores = self.points(point)
            ended_by = "flood" if flood else "last_round"
            self.tell("game_ended", ended_by=ended_by, scores=scores)
            self.tape.end_stage(scores)
            return True
        self.tape.end_stage([0] * self.seats)
        self.pile = self.track.towels[::-1]
        return False

    def shark_comes(self, alert: str) -> None:
        """The foremost chair on sand, the leftmost of its space, flees from the water."""
        (distance,) = self.tape.sample(f"round {self.round} shark", self.sharks, 1)
        self.sharks.remove(distance)
        beach = self.beaches[alert]
        seat = start = end = None
        if beach.ranking:
            start = beach.space[beach.ranking[0]]
            seat = next(one for one in beach.order if beach.space[one] == start)
            beach.move(seat, -distance)
            end = beach.space[seat]
        self.tell("shark_came", beach=alert, distance=distance, seat=seat, start=start, end=end)

    def wave_comes(self, colour: str, size: str) -> None:
        beach = self.beaches[colour]
        beach.flood(self.options[f"{size}_wave"])
        water = beach.dry + 1
        self.tell("wave_laid", beach=colour, size=size, water=water, flooded=beach.flooded)

    def award_open_dice(self, over: bool) -> int | None:
        """Who has the open dice gains the tile that lies face up, or at the end a point."""
        if self.open_dice is None:
            return None
        _, seat = self.open_dice
        if over:
            self.tell("point_gained", seat=seat, points=1)
            return seat
        gained = self.face_up
        self.held[str(gained)] = seat
        self.reveal_tile()
        self.tell("tile_gained", seat=seat, tile=gained, next=self.face_up)
        return None

    def reveal_tile(self) -> None:
        number = len(TILES) - len(self.stack) + 1
        (self.face_up,) = self.tape.sample(f"baywatch tile {number}", self.stack, 1)
        self.stack.remove(self.face_up)

    # -- a go

    def play_go(self, seat: int) -> None:
        pair = self.settle_pair(seat)
        self.pair = pair
        if "baywatch" in self.expansions:
            self.use_tiles(seat, pair)
            if self.open_dice is None or pair.total <= self.open_dice[0]:
                self.open_dice = (pair.total, seat)
                self.tell("open_dice", seat=seat, pair=pair.shown)
        for colour, steps in pair.moves:
            self.move_chair(seat, colour, *steps)
        self.take_coins()
        self.pair = None
        self.pile.remove(seat)
        self.tell("towel_placed", seat=seat, space=self.track.put(seat))

    def settle_pair(self, seat: int) -> Pair:
        """Roll or take, accept or decline, re-roll: the pair before tiles change what it does."""
        while True:
            ways: list[Json] = [{"type": "roll"}] if self.track.free else []
            ways += [{"type": "take", "space": space} for space in self.track.pairs]
            if self.track.rental is not None:
                ways += self.tile(seat, "B1")
            answer = self.decide(seat, "choose", ways)
            if answer["type"] == "roll":
                return self.roll_pair(seat)
            if answer["type"] == "take":
                return self.take_pair(seat, answer["space"])
            self.spend(seat, answer)
            self.track.push_rental()
            self.track.rests = True

    def roll_pair(self, seat: int) -> Pair:
        while True:
            self.pair = pair = self.draw_pair()
            self.tell("rolled", seat=seat, pair=pair.shown)
            ways: list[Json] = [{"type": "accept"}]
            if self.track.free > 1:
                ways.append({"type": "decline"})
            for space in self.track.pairs:
                ways += self.tile(seat, "B8", space=space)
            answer = self.decide(seat, "accept", ways)
            if answer["type"] == "accept":
                return pair
            if answer["type"] == "tile":
                self.spend(seat, answer)
            self.tell("declined", seat=seat, space=self.track.put(pair), pair=pair.shown)
            if answer["type"] == "tile":
                return self.take_pair(seat, answer["space"])

    def take_pair(self, seat: int, space: int) -> Pair:
        self.pair = pair = self.track.take(space)
        self.tell("taken", seat=seat, space=space, pair=pair.shown)
        ways = [{"type": "reroll", "dice": list(dice)} for dice in REROLLS.get(space, ([],))]
        self.reroll(seat, pair, self.decide(seat, "reroll", ways)["dice"])
        return pair

    def reroll(self, seat: int, pair: Pair, dice: list[str]) -> None:
        for side in dice:
            pair.sides[side].face = self.roll_die()
        if dice:
            self.tell("rerolled", seat=seat, dice=dice, pair=pair.shown)

    def draw_pair(self) -> Pair:
        """Two dice from the bag, rolled."""
        self.draws += 1
        colours = self.tape.sample(f"round {self.round} draw {self.draws}", self.bag, 2)
        for colour in colours:
            self.bag.remove(colour)
        one, other = [Die(colour, self.roll_die()) for colour in colours]
        return Pair(one, other)

    def roll_die(self) -> int:
        self.rolls += 1
        return self.tape.roll(f"round {self.round} roll {self.rolls}", FACES)

    # -- chairs and coins

    def move_chair(self, seat: int, colour: str, *steps: int) -> None:
        beach = self.beaches[colour]
        coins = [] if colour in self.owned[seat] else beach.coins_on_the_way(seat, steps)
        start = beach.space[seat]
        if beach.move(seat, sum(steps)):
            self.tell(
                "chair_moved",
                seat=seat,
                beach=colour,
                start=start,
                end=beach.space[seat],
                in_water=beach.swims(seat),
            )
        if coins:
            self.offers.append((seat, colour, coins))

    def take_coins(self) -> None:
        """Ask for each coin that a chair has come to whether it is taken."""
        while self.offers:
            seat, colour, spaces = self.offers.pop(0)
            ways: list[Json] = [{"type": "coin", "beach": colour, "space": one} for one in spaces]
            answer = self.decide(seat, "coin", [*ways, PASS])
            if answer != PASS:
                value = self.beaches[colour].coins.pop(answer["space"])
                self.owned[seat][colour] = value
                space = answer["space"]
                self.tell("coin_taken", seat=seat, beach=colour, space=space, value=value)

    # -- Baywatch

    def tile(self, seat: int, tile: str, **how: Json) -> list[Json]:
        """The use of a tile, if the seat holds it."""
        return [{"type": "tile", "tile": tile, **how}] if self.held.get(tile) == seat else []

    def spend(self, seat: int, use: Json) -> None:
        del self.held[use["tile"]]
        self.tell("tile_used", seat=seat, action=use)

    def interrupts(self) -> None:
        """B2 and B3 before a go, until nobody holds one that she has not passed on."""
        passed: set[int] = set()
        while True:
            legal: dict[int, list[Json]] = {}
            for seat in range(self.seats):
                uses = self.tile(seat, "B2") if seat in self.pile[1:] else []
                if self.place == 1:
                    for colour in BEACHES:
                        uses += self.tile(seat, "B3", beach=colour, steps=1)
                        uses += self.tile(seat, "B3", beach=colour, steps=2)
                if uses and seat not in passed:
                    legal[seat] = [PASS, *uses]
            if not legal:
                return
            # Actions stand in the order of the seats.
            for seat, answer in self.ask("interrupt", legal).items():
                if answer == PASS:
                    passed.add(seat)
                    continue
                self.spend(seat, answer)
                if answer["tile"] == "B2":
                    self.pile.remove(seat)
                    self.pile.insert(0, seat)
                else:
                    self.move_chair(seat, answer["beach"], answer["steps"])
            self.take_coins()

    def use_tiles(self, seat: int, pair: Pair) -> None:
        """B4 to B7 and B9, until she uses no more."""
        while True:
            ways = [{"type": "move"}, *self.ways_with_dice(seat, pair)]
            answer = self.decide(seat, "tiles", ways)
            if answer["type"] == "move":
                return
            self.spend(seat, answer)
            tile = answer["tile"]
            if tile == "B4":
                number = pair.sides[answer["die"]].number
                self.move_chair(seat, answer["beach"], number)
                self.take_coins()
            elif tile == "B5":
                self.reroll(seat, pair, [answer["die"]])
            elif tile == "B6":
                pair.left.change, pair.right.change = answer["left"], answer["right"]
            elif tile == "B7":
                pair.sides[answer["die"]].beach = answer["colour"]
            else:
                pair.sides[answer["die"]].back = True

    def ways_with_dice(self, seat: int, pair: Pair) -> list[Json]:
        """All uses of B4 to B7 and B9 that would change something."""
        ashore = [name for name in BEACHES if not self.beaches[name].swims(seat)]
        ways: list[Json] = []
        for side in SIDES:
            die = pair.sides[side]
            for name in ashore:
                ways += self.tile(seat, "B4", die=side, beach=name)
            ways += self.tile(seat, "B5", die=side)
            for name in BEACHES:
                if name != die.beach:
                    ways += self.tile(seat, "B7", die=side, colour=name)
            if die.beach in ashore:
                ways += self.tile(seat, "B9", die=side)
        for left in (-1, 0, 1):
            for right in (-1, 0, 1):
                within = (
                    1 <= pair.left.face + left <= FACES and 1 <= pair.right.face + right <= FACES
                )
                if within and (left or right):
                    ways += self.tile(seat, "B6", left=left, right=right)
        return ways

    # -- what time plays, and what orders say: see `Adviser`

    def fallback(self, decision: str, legal: Mapping[int, Sequence[Json]], seat: int) -> Json:
        return Adviser(self, decision, seat, legal[seat]).fallback()

    def follow(
        self, decision: str, legal: Mapping[int, Sequence[Json]], seat: int, order: Json
    ) -> tuple[Json, list[tuple[str, str]]]:
        return Adviser(self, decision, seat, legal[seat]).follow(order)

    # -- the end

    def points(
        self,
        point: int | None,
        beaches: Mapping[str, Beach] | None = None,
        viewer: int | None = None,
    ) -> list[int]:
        """By seat, for beaches, coins and the open dice; with `beaches` as if they lay like that.

        With a viewer only the surfer tiles count that this seat can see.
        """
        points = [0] * self.seats
        for name, beach in (beaches or self.beaches).items():
            surfer = self.surfer_on(name, viewer)
            for seat, worth in beach.points(self.places, surfer).items():
                points[seat] += worth
        rich = [seat for seat in range(self.seats) if self.owned[seat]]
        rich.sort(key=self.wealth, reverse=True)
        for seat, worth in zip(rich, self.places):
            points[seat] += worth
        if point is not None:
            points[point] += 1
        return points

    def surfer_on(self, name: str, viewer: int | None) -> int | None:
        """The seat that surfs on a beach, unless the viewer cannot see its tile."""
        if self.surfers is None or name not in self.surfers:
            return None
        seat = self.surfers.index(name)
        is_hidden = self.hides_surfers and viewer is not None and viewer != seat
        return None if is_hidden else seat

    def wealth(self, seat: int) -> list[int]:
        """By this collectors are ranked: the total, then each coin in the order of the beaches."""
        coins = self.owned[seat]
        return [sum(coins.values()), *[coins.get(name, 0) for name in BEACHES]]


# ============ What the core has to know of a game


class Known(NamedTuple):
    """What is known here of a game beside its rules, which stand further down."""

    version: int
    seats: tuple[int, int]
    """The fewest and the most."""
    variant: Callable[[Json], str]
    """How it is played, in words, by its options."""
    options: Form
    bots: Sequence[str]
    """The bots that may sit at its tables."""
    setup: Mapping[str, Form]
    heading: Mapping[str, Form]
    order: Callable[[Json], Form]
    """The form of a standing order, by the options."""
    sitting_begins: Sequence[str]
    """Turns belong to one sitting, and share a deadline, while none of these events comes in between."""


# ============ High Tide: what its records and standing orders look like

EXPANSIONS = ("coins", "shark_alert", "surfer", "baywatch")


def chosen(expansions: list[Json]) -> list[Json]:
    """Expansions in their order, each once."""
    return [name for name in EXPANSIONS if name in expansions]


COLOUR = one_of("black", "purple", "blue", "orange", "yellow", "white")
COLOURS = in_order(array(COLOUR, 1), lambda colours: list(dict.fromkeys(colours)))
PAIR_WISH = some_members(
    {"total": bounds(2, 12), "beaches": COLOURS, "avoid": COLOURS, "dry": flag}
)
DIE_WISH = some_members({"face": bounds(1, 6), "beaches": COLOURS, "dry": flag})
COIN_WISH = some_members({"beaches": COLOURS, "value": bounds(1, 99)})
TILE_WISH = some_members({"tile": text("B[1-9]", "tile"), "gain": whole(1, 12)}, ["tile"])
MOST_WISHES = 20


def order_form(options: Json) -> Form:
    """The form of a standing order: a game without coins or Baywatch has no wishes for them."""
    wishes = {
        "take": array(either("roll", PAIR_WISH), 1, MOST_WISHES),
        "accept": array(PAIR_WISH, 0, MOST_WISHES),
        "reroll": array(DIE_WISH, 0, MOST_WISHES),
    }
    if "coins" in options["expansions"]:
        wishes["coins"] = array(either("pass", COIN_WISH), 1, MOST_WISHES)
    if "baywatch" in options["expansions"]:
        wishes["tiles"] = array(TILE_WISH, 1, MOST_WISHES)
    return some_members(wishes)


OPTIONS = {
    "expansions": in_order(array(one_of(*EXPANSIONS)), chosen),
    "beach_length": whole(8, 40),
    "rental_start": whole(2, 7),
    "large_wave": whole(1, 10),
    "small_wave": whole(1, 10),
    # All coins of a colour are different.
    "coin_values": in_order(array(whole(1, 99), 8, 8), lambda coins: sorted(set(coins))),
    "shark_distances": in_order(array(whole(1, 10), 7, 7), sorted),
}
HIDDEN_SURFERS = {"surfers": one_of("hidden")}
"""There where surfer tiles are hidden, and missing in every other game."""


def name_variant(options: Json) -> str:
    hidden = ", surfers hidden" if "surfers" in options else ""
    return "+".join(["base", *options["expansions"]]) + hidden


def check_options(value: Json, place: str) -> None:
    some_members({**OPTIONS, **HIDDEN_SURFERS}, list(OPTIONS))(value, place)
    if "surfers" in value and "surfer" not in value["expansions"]:
        raise Fault(at(place, "surfers"), "is of no game without surfers")


HIGH_TIDE = Known(
    version=1,
    seats=(3, 6),
    variant=name_variant,
    options=check_options,
    bots=("random", "careful", "strong"),
    setup={
        "start_order": array(whole(0)),
        "coins": optional(array(array(whole(1)))),
        "surfers": optional(array(WORD)),
        "baywatch_tile": optional(WORD),
    },
    heading={"stage": whole(1), "round": whole(1), "place": whole(1), "decision": WORD},
    order=order_form,
    sitting_begins=("round_began", "go_began", "towel_placed"),
)


# ============ Turn the Tide: its forms and its rules

TIDE_BOUNDS = bounds(1, 12)
CARD_WISH = some_members(
    {
        "card": whole(1, 60),
        "when": some_members({"lower_tide": TIDE_BOUNDS, "higher_tide": TIDE_BOUNDS}),
    },
    ["card"],
)

TURN_THE_TIDE = Known(
    version=1,
    seats=(3, 6),
    variant=lambda options: str(options["edition"]),
    options=members({"edition": one_of("amigo", "gamewright", "bga", "bga_modified")}),
    bots=("random", "careful", "strong", "expert"),
    setup={"hands": array(array(whole(1, 60)))},
    heading={"stage": whole(1), "round": whole(1), "tides": array(whole(1))},
    order=lambda options: members({"plays": array(CARD_WISH, 1, 60)}),
    sitting_begins=("tides_revealed",),
)

CASCADE = {"amigo": True, "gamewright": False, "bga": True, "bga_modified": False}
"""By edition, whether the next highest pays too after an elimination."""
MOST_SEATS = {"amigo": 5, "gamewright": 5, "bga": 6, "bga_modified": 6}
HALVES = (0, 1, 2, 1, 0)
"""Half life preservers on each of the cards 1-12, 13-24, 25-36, 37-48 and 49-60."""
WEATHER_CARDS = 60
STAGE_ENDS_AT = 2
"""With so many players left, a stage is over at once."""
TURN_THE_TIDE_TELLS = (
    "stage_began",
    "tides_revealed",
    "cards_revealed",
    "tides_taken",
    "preserver_lost",
    "eliminated",
    "stage_ended",
)


def preservers(hand: Iterable[int]) -> int:
    """What a hand is worth: the sum printed on it, rounded down."""
    return sum(HALVES[(card - 1) // 12] for card in hand) // 2


class TurnTheTide:
    """A game of Turn the Tide played again. Everything is listed by seat."""

    def __init__(self, record: Json) -> None:
        self.tape = Tape(record)
        edition, seats = record["options"]["edition"], len(record["seats"])
        if seats > MOST_SEATS[edition]:
            raise Fault("/options/edition", f"{show(edition)} is not for {seats} as in /seats")
        self.cascade = CASCADE[edition]
        self.seats = seats
        self.rounds = 10 if seats == 6 else 12
        deck = self.tape.sample("deal", range(1, WEATHER_CARDS + 1), WEATHER_CARDS)
        self.dealt = [
            sorted(deck[seat * self.rounds : (seat + 1) * self.rounds]) for seat in range(seats)
        ]
        same(record["setup"]["hands"], self.dealt, "/setup/hands", DEALT)
        self.tape.all_drawn()

    def play(self) -> None:
        for stage in range(1, self.seats + 1):
            self.play_stage(stage)
        self.tape.compare(TURN_THE_TIDE_TELLS)

    def play_stage(self, stage: int) -> None:
        # Every hand has gone to the left neighbour as often as stages are over.
        self.hands = [
            list(self.dealt[(seat - stage + 1) % self.seats]) for seat in range(self.seats)
        ]
        self.held = [list(hand) for hand in self.hands]
        """The hands as they were when the stage began."""
        self.left = [preservers(hand) for hand in self.hands]
        self.level = [0] * self.seats
        self.inside = list(range(self.seats))
        self.tape.tell("stage_began", stage=stage, preservers=list(self.left))
        box = [tide for tide in range(1, self.rounds + 1) for _ in range(2)]
        for number in range(1, self.rounds + 1):
            self.play_round({"stage": stage, "round": number}, box)
            if len(self.inside) <= STAGE_ENDS_AT:
                break
        self.score(stage)

    def play_round(self, where: Json, box: list[int]) -> None:
        purpose = f"stage {where['stage']} round {where['round']} tides"
        tides = self.tape.sample(purpose, box, 2)
        for tide in tides:
            box.remove(tide)
        self.tape.tell("tides_revealed", **where, tides=tides)
        legal = {
            seat: [{"type": "play", "card": card} for card in self.hands[seat]]
            for seat in self.inside
        }
        follow = partial(self.follow, tides)
        answers = self.tape.ask(
            {**where, "tides": tides}, legal, partial(self.fallback, tides), follow
        )
        cards = {seat: answers[seat]["card"] for seat in self.inside}
        for seat, card in cards.items():
            self.hands[seat].remove(card)
        revealed = [{"seat": seat, "card": card} for seat, card in cards.items()]
        self.tape.tell("cards_revealed", **where, cards=revealed)
        first, second = sorted(cards, key=lambda seat: -cards[seat])[:2]
        self.level[first], self.level[second] = min(tides), max(tides)
        taken = [{"seat": seat, "tide": self.level[seat]} for seat in (first, second)]
        self.tape.tell("tides_taken", **where, taken=taken)
        self.pay(where)

    def fallback(self, tides: list[int], seat: int) -> Json:
        """The lowest card, or where the seat is highest and can take a lower tide, the highest."""
        hand, level = self.hands[seat], self.level[seat]
        flees = level == max(self.level) and min(tides) < level
        return {"type": "play", "card": hand[-1] if flees else hand[0]}

    def follow(
        self, tides: list[int], seat: int, order: Json
    ) -> tuple[Json, list[tuple[str, str]]]:
        """The first card of an order that is in the hand and fits the tides."""
        skipped: list[tuple[str, str]] = []
        for number, entry in enumerate(order["plays"]):
            when = entry.get("when", {})
            if entry["card"] not in self.held[seat]:
                code = "not_your_card"
            elif entry["card"] not in self.hands[seat]:
                code = "card_not_in_hand"
            elif not (
                within(min(tides), when.get("lower_tide"))
                and within(max(tides), when.get("higher_tide"))
            ):
                code = "condition_not_met"
            else:
                return {"type": "play", "card": entry["card"]}, skipped
            skipped.append((f"/plays/{number}", code))
        return None, skipped

    def pay(self, where: Json) -> None:
        """The highest tide costs a preserver, or the place in the stage."""
        while True:
            height = max(self.level)
            if height == 0:
                return
            highest = [seat for seat in range(self.seats) if self.level[seat] == height]
            drowned = [seat for seat in highest if self.left[seat] == 0]
            for seat in highest:
                if seat in drowned:
                    self.inside.remove(seat)
                    self.level[seat] = 0
                    self.tape.tell("eliminated", **where, seat=seat)
                else:
                    self.left[seat] -= 1
                    self.tape.tell("preserver_lost", **where, seat=seat, left=self.left[seat])
            # Who has paid is highest still and does not pay again.
            somebody_paid = len(drowned) < len(highest)
            if somebody_paid or not self.cascade or len(self.inside) <= STAGE_ENDS_AT:
                return

    def score(self, stage: int) -> None:
        out = [seat not in self.inside for seat in range(self.seats)]
        lowest = min(self.level[seat] for seat in self.inside)
        bonus = [int(not out[seat] and self.level[seat] == lowest) for seat in range(self.seats)]
        scores = [-1 if out[seat] else self.left[seat] + bonus[seat] for seat in range(self.seats)]
        self.tape.tell(
            "stage_ended",
            stage=stage,
            scores=scores,
            preservers=list(self.left),
            eliminated=out,
            bonus=bonus,
        )
        self.tape.end_stage(scores)


# ============ The games whose rules are known here

KNOWN = {"turn_the_tide": TURN_THE_TIDE, "high_tide": HIGH_TIDE}
"""What is known of their form. Of any other the forms below leave open what only its rules say."""


RULESETS: Mapping[str, Any] = {"turn_the_tide": TurnTheTide, "high_tide": HighTide}
"""The same games as in `KNOWN`."""


def known() -> dict[str, int]:
    """The games whose rules are known here, and which version of each."""
    return {ruleset: one.version for ruleset, one in KNOWN.items() if ruleset in RULESETS}


def is_known(document: Json) -> bool:
    """Whether all of this document can be checked here: a proof, or a record of a game that is known."""
    return is_proof(document) or document["ruleset"] in known()


# ============ The checks `chain` and `log`


def check_chain(record: Json) -> str:
    """The events follow one another without a gap, each bound to those before it."""
    log, head = record["log"], bytes(32)
    events = log["events"]
    for number, event in enumerate(events):
        place = f"/log/events/{number}"
        if event["number"] != number + 1:
            raise Fault(at(place, "number"), f"{event['number']} is not {number + 1}")
        head = next_head(head, record["game"], event)
        if written(head) != event["hash"]:
            raise Fault(place, "its hash does not follow from it, the events before it and /game")
        if (event["type"] == "finished") != (number == len(events) - 1):
            raise Fault(at(place, "type"), "finished is the last event, and no other is")
    if log["head"] != events[-1]["hash"]:
        raise Fault("/log/head", "is not the hash of the last event")
    return f"{count(len(events), 'event')} in one chain, its head {log['head']}"


def check_log(record: Json) -> str:
    """The log tells the same as the record, from the first seat taken to the result."""
    turns, table = record["turns"], Table()
    for place, event, now in read_log(record):
        table, data = now, event["data"]
        if event["type"] == "created":
            same(record["ruleset"], data["ruleset"], "/ruleset", place)
            same(record["options"], data["options"], "/options", place)
            told = data["commitment"]
            same(record["fairness"]["commitment"], told, "/fairness/commitment", place)
        elif event["type"] == "started":
            same(record["fairness"]["entropy"], data["entropy"], "/fairness/entropy", place)
        elif event["type"] in ("turn_opened", "turn_closed"):
            if data["turn"] > len(turns):
                raise Fault("/turns", f"end before turn {data['turn']}, see {place}")
            check_turn_told(turns[data["turn"] - 1], event, f"/turns/{data['turn'] - 1}", place)
        elif event["type"] == "finished":
            told = {name: data[name] for name in ("scores", "winners")}
            same(record["result"], told, "/result", place)
    if table.turn or table.closed != len(turns):
        raise Fault("/turns", f"are not {table.closed}, as many as the log tells the end of")
    same(record["seats"], table.seats, "/seats", "/log/events")
    same(record["bots"], table.bots, "/bots", "/log/events")
    return f"it tells of the same seats, {count(len(turns), 'turn')} and result"


def check_turn_told(turn: Json, event: Json, place: str, source: str) -> None:
    """What the log tells of a turn that opens or closes stands in the record as well."""
    opened = event["type"] == "turn_opened"
    own = {"due_at", "deadlines", "continues", "turn", "private"}
    told = {name: value for name, value in event["data"].items() if name not in own}
    later = {"number", "chance", "actions", "opened_at", "closed_at", "private"}
    of_opening = {name: value for name, value in turn.items() if name not in later}
    same(of_opening if opened else {"actions": turn["actions"]}, told, place, source)
    name = "opened_at" if opened else "closed_at"
    same(turn[name], event["at"], at(place, name), source)


# ============ The check `names`: participants and the names beside the record

# By these members data name participants, in whichever types of events.
NAMED = {
    "created": "host",
    "joined": "player",
    "left": "player",
    "host_changed": "host",
    "stand_in": "player",
    "returned": "player",
    "seat_offered": "player",
    "offer_ended": "player",
    "seat_taken": "player",
    "offered_to_you": "host",
    "seat_lost": "player",
}


def participants(record: Json) -> Iterator[tuple[str, str]]:
    """Every participant that the record names, with the place."""
    told = [(f"/log/events/{number}", one) for number, one in enumerate(record["log"]["events"])]
    for number, turn in enumerate(record["turns"]):
        for item, one in enumerate(turn["private"]["told"]):
            place = f"/turns/{number}/private/told/{item}"
            yield at(place, "player"), one["player"]
            told.append((place, one))
    for place, one in told:
        if one["type"] in NAMED:
            name = NAMED[one["type"]]
            yield f"{place}/data/{name}", one["data"][name]
        elif one["type"] == "started":
            for seat, holder in enumerate(one["data"]["seats"]):
                if holder["player"] is not None:
                    yield f"{place}/data/seats/{seat}/player", holder["player"]


def check_names(record: Json) -> str:
    """Every participant has a name beside the record, and nobody else has."""
    players, named = record["players"], dict.fromkeys(one for _, one in participants(record))
    for place, one in participants(record):
        if one not in players:
            raise Fault("/players", f"have no name for {show(one)}, see {place}")
    for one in sorted(players):
        if one not in named:
            raise Fault(at("/players", one), "is named nowhere in the record")
    return f"{count(len(players), 'participant')}, whose names stand beside the record"


# ============ The check `private`


def check_private(record: Json) -> str:
    """What players alone were told is what the log had bound when each turn closed."""
    told, before, public = 0, 0, Counterparts()
    for place, event, table in read_log(record):
        public.read(event, table)
        if event["type"] == "started":
            before = moment(event["at"])
        elif event["type"] == "turn_closed":
            turn = event["data"]["turn"] - 1
            private = record["turns"][turn]["private"]
            if private_commitment(private["salt"], private["told"]) != event["data"]["private"]:
                raise Fault(f"/turns/{turn}/private", f"salt and list are not those of {place}")
            for number, item in enumerate(private["told"]):
                where, time = f"/turns/{turn}/private/told/{number}", moment(item["at"])
                if time < before:
                    raise Fault(at(where, "at"), f"{item['at']} is before what had come before it")
                if time > moment(event["at"]):
                    raise Fault(at(where, "at"), f"{item['at']} is after the turn had closed")
                public.match(item, where)
                before = time
            public.close(place)
            told, before = told + len(private["told"]), moment(event["at"])
    lists = count(len(record["turns"]), "private list")
    return f"{lists} with {told} {'entry' if told == 1 else 'entries'}"


class Counterparts:
    """What one player has to be told alone of an event that all are told of."""

    def __init__(self) -> None:
        self.due: list[Json] = []
        """Private entries that follow from the events since the last turn closed."""
        self.holders: list[Json] = []
        """By seat, whose it was before the event."""

    def read(self, event: Json, table: Table) -> None:
        kind, data = event["type"], event["data"]
        if kind == "seat_offered":
            told = {"seat": data["seat"], "host": table.host}
            self._expect("offered_to_you", data["player"], event, told)
        elif kind == "seat_taken":
            self._expect("seat_lost", self.holders[data["seat"]], event, data)
        self.holders = list(table.seats)

    def _expect(self, kind: str, player: Json, event: Json, data: Json) -> None:
        self.due.append({"player": player, "type": kind, "at": event["at"], "data": data})

    def match(self, item: Json, place: str) -> None:
        """Refuse what tells of something that the log does not know."""
        if item["type"] not in ("offered_to_you", "seat_lost"):
            return
        if item not in self.due:
            raise Fault(place, "follows from nothing in /log/events")
        self.due.remove(item)

    def close(self, place: str) -> None:
        """Refuse a list that lacks whose seat was lost; an offer by who is blocked may be withheld."""
        for item in self.due:
            if item["type"] == "seat_lost":
                raise Fault(place, f"binds no {show(item)} in its private list")
        self.due = []


# ============ The form of a whole record

RULESET = text(r"[a-z][a-z0-9_]{0,39}", "id of a ruleset")
ANY_HEADING = {"stage": whole(1), "round": whole(1)}
MOST_SEATS_OF_ANY = 99


def options_form(known: Known | None) -> Form:
    return any_object if known is None else known.options


def record_form(known: Known | None, seats: int, options: Json) -> Form:
    """The form of a whole record of this game for so many; None is a game that is not known here."""
    heading, setup = (known.heading, known.setup) if known is not None else (ANY_HEADING, {})
    seat = whole(0, seats - 1)
    scores = array(whole(-LARGEST), seats, seats, like="/seats")
    action = members({"seat": seat, "action": any_object, "by": CHOSEN_BY, "nonce": NONCE})
    told = private_form(known, seat, options)
    turn = members(
        {
            "number": whole(1),
            **heading,
            "asked": array(seat, 1),
            "chance": CHANCE,
            "actions": array(action, 1),
            "opened_at": TIME,
            "closed_at": TIME,
            "private": members({"salt": NONCE, "told": array(told)}),
        },
        more=known is None,
    )
    fairness = {
        "commitment": HASH,
        "server_seed": SEED,
        "entropy": array(optional(HASH), seats, seats, like="/seats"),
        "algorithm": ALGORITHM,
    }
    return members(
        {
            "format": one_of("tideapi-record/1"),
            "game": WORD,
            "ruleset": RULESET,
            "rules_version": whole(1) if known is None else whole(known.version, known.version),
            "options": options_form(known),
            "seats": array(optional(WORD), seats, seats),
            "bots": array(optional(WORD), seats, seats, like="/seats"),
            "players": by_name(WORD),
            "fairness": members(fairness),
            "setup": members({**setup, "chance": CHANCE}, more=known is None),
            "turns": array(turn),
            "end": members({"chance": CHANCE}),
            "stages": array(members({"stage": whole(1), "scores": scores}), 1),
            "result": members({"scores": scores, "winners": array(seat, 1)}),
            "log": members({"head": HASH, "events": array(event_form(known, seats, action), 1)}),
        }
    )


def event_form(known: Known | None, seats: int, action: Form) -> Form:
    """The form of an event: its data are looked at where one of the checks reads them.

    Events of other types may come in time; they are bound by the chain alone.
    """
    seat, turn = whole(0, seats - 1), whole(1)
    bot = WORD if known is None else one_of(*known.bots)
    size = whole(1) if known is None else whole(*known.seats)
    at_table = {"seat": whole(0), "player": WORD}
    of_seat = {"seat": seat, "player": WORD}
    holder = members({"seat": seat, "player": optional(WORD), "bot": optional(WORD)})
    stop = members({"from": TIME, "until": TIME})
    deadlines = array(members({"seat": seat, "due_at": TIME, "stops": array(stop)}))
    data: dict[str, dict[str, Form]] = {
        "created": {
            "host": WORD,
            "ruleset": WORD,
            "options": options_form(known),
            "seats": size,
            "bots": array(bot),
            "commitment": HASH,
            "start": one_of("full", "host"),
            "clock": CLOCK,
            "absence": ABSENCE,
        },
        "joined": {**at_table, "entropy": optional(HASH)},
        "left": at_table,
        "entropy_given": {"seat": whole(0), "entropy": HASH},
        "host_changed": {"host": WORD},
        "started": {
            "seats": array(holder),
            "entropy": array(optional(HASH), seats, seats, like="/seats"),
        },
        "stand_in": {**of_seat, "bot": bot, "away": one_of("absent", "resigned")},
        "returned": of_seat,
        "seat_offered": of_seat,
        "offer_ended": of_seat,
        "seat_taken": of_seat,
        "pause_agreed": {"seat": seat, "length": LENGTH, "agreed": array(seat)},
        "pause_dropped": {"seat": seat},
        "paused": {"from": TIME, "until": TIME},
        "pause_ended": {"seat": seat},
        "vacation": {"seat": seat, "from": TIME, "until": TIME},
        "go_on_voted": {"seat": seat, "votes": array(seat), "of": whole(1)},
        "going_on": {"seats": array(seat)},
        "clock_moved": {"seat": whole(0), "by": LENGTH, "ahead": LENGTH},
        "turn_opened": {
            "turn": turn,
            "asked": array(seat),
            "due_at": TIME,
            "deadlines": deadlines,
            "continues": flag,
            **(ANY_HEADING if known is None else known.heading),
        },
        "deadlines_moved": {"turn": turn, "deadlines": deadlines},
        "time_given": {"turn": turn, "seat": seat, "by": seat, "length": LENGTH},
        "sealed": {"turn": turn, "seat": seat, "commitment": HASH, "replaces": optional(HASH)},
        "withdrawn": {"turn": turn, "seat": seat, "commitment": HASH},
        "turn_closed": {"turn": turn, "actions": array(action), "private": HASH},
        "finished": {
            "scores": array(whole(-LARGEST)),
            "winners": array(seat),
            "record": HASH,
        },
    }
    open_ended = {"turn_opened"} if known is None else set[str]()
    forms = {kind: members(one, more=kind in open_ended) for kind, one in data.items()}
    envelope = members(
        {"number": whole(1), "type": WORD, "at": TIME, "data": any_object, "hash": HASH}
    )

    def check(value: Json, place: str) -> None:
        envelope(value, place)
        forms.get(value["type"], anything)(value["data"], at(place, "data"))

    return check


def private_form(known: Known | None, seat: Form, options: Json) -> Form:
    """The form of what one player alone was told. Other types may come in time."""

    def order(value: Json, place: str) -> None:
        (any_object if known is None else known.order(options))(value, place)

    used = {
        "turn": whole(1),
        "seat": seat,
        "action": any_object,
        "skipped": array(members({"pointer": ANY_TEXT, "code": WORD, "detail": ANY_TEXT})),
    }
    data = {
        "order_given": {"seat": seat, "order": order, "at_once": flag},
        "order_taken_back": {"seat": seat},
        "order_followed": used,
        "order_failed": used,
        "offered_to_you": {"seat": seat, "host": WORD},
        "seat_lost": {"seat": seat, "player": WORD},
    }
    forms = {kind: members(one) for kind, one in data.items()}
    envelope = members({"player": WORD, "type": WORD, "at": TIME, "data": any_object})

    def check(value: Json, place: str) -> None:
        envelope(value, place)
        forms.get(value["type"], anything)(value["data"], at(place, "data"))

    return check


def check_form(record: Json) -> str:
    """Everything is there that belongs into a record of this game, and nothing else."""
    check_plain(record)
    any_object(record, "")
    for name in ("ruleset", "seats"):
        if name not in record:
            raise Fault(at("", name), "is missing")
    RULESET(record["ruleset"], "/ruleset")
    known = KNOWN.get(record["ruleset"])
    least, most = (1, MOST_SEATS_OF_ANY) if known is None else known.seats
    array(anything, least, most)(record["seats"], "/seats")
    seats = len(record["seats"])
    record_form(known, seats, record.get("options"))(record, "")
    for number, turn in enumerate(record["turns"]):
        if turn["number"] != number + 1:
            raise Fault(f"/turns/{number}/number", f"{turn['number']} is not {number + 1}")
    variant = "not known here" if known is None else known.variant(record["options"])
    game = f"{record['ruleset']} ({variant})"
    return f"{record['format']}, {game}, {seats} seats, {count(len(record['turns']), 'turn')}"


# ============ The check `rules`


def check_rules(record: Json) -> str:
    """The game by its rules, from setup, draws and actions alone: scores, winners and the log."""
    result = record["result"]
    ended = f"result: {in_words(result['scores'])}; winners: {in_words(result['winners'])}"
    if not is_known(record):
        check_any_rules(record)
        unknown = f"NOT CHECKED: the rules of {record['ruleset']} are not known here"
        return f"{unknown}: {OPEN} stay open; {ended}"
    RULESETS[record["ruleset"]](record).play()
    stages = "; ".join(
        f"stage {stage['stage']}: {in_words(stage['scores'])}" for stage in record["stages"]
    )
    return f"{stages}; {ended}"


OPEN = "moves, which draws were due, what clock and orders play, sittings, events and points"


def check_any_rules(record: Json) -> None:
    """What is so in every game: who is asked answers, points add up, and the most points win."""
    orders = Orders(record)
    for turn in record["turns"]:
        if [played["seat"] for played in turn["actions"]] != turn["asked"]:
            raise Fault(f"/turns/{turn['number'] - 1}/actions", "are not those of the seats asked")
        orders.check(turn, None)
    for number, stage in enumerate(record["stages"]):
        same(stage["stage"], number + 1, f"/stages/{number}/stage", "the stages before")
    scores = [sum(points) for points in zip(*[stage["scores"] for stage in record["stages"]])]
    winners = [seat for seat, points in enumerate(scores) if points == max(scores)]
    same(record["result"], {"scores": scores, "winners": winners}, "/result", "/stages")


def in_words(numbers: Iterable[int]) -> str:
    return " ".join(str(number) for number in numbers)


# ============ Missed sittings, and the bots that are due because of them


class Absences:
    """Who misses so many turns in a row that a bot takes her seat, as `created` has it."""

    def __init__(self) -> None:
        self.sitting = self.bot_after = self.stood_in = 0
        self.missed: list[int] = []
        self.missed_sitting: list[int] = []
        self.due: set[int] = set()
        """Seats that a bot takes before the next turn opens."""

    def read(self, event: Json, place: str, table: Table) -> None:
        kind, data = event["type"], event["data"]
        if kind == "created":
            self.bot_after = data["absence"]["bot_after"]
        elif kind == "started":
            self.missed, self.missed_sitting = [0] * len(table.seats), [-1] * len(table.seats)
        elif kind == "turn_closed":
            self._count(data["actions"], table)
        elif kind == "returned":
            self.missed[data["seat"]], self.missed_sitting[data["seat"]] = 0, -1
        elif kind == "stand_in" and data["away"] == "absent":
            if data["seat"] not in self.due:
                rule = f"{count(self.bot_after, 'turn')} missed in a row as in /log/events/0/data/absence"
                raise Fault(at(place, "data"), f"does not come after {rule}")
            self.due.remove(data["seat"])
            self.stood_in += 1
        elif kind == "turn_opened" and self.due:
            raise Fault(place, f"comes before the bot that is due in seat {min(self.due)}")
        if kind == "turn_opened" and not data["continues"]:
            self.sitting += 1

    def _count(self, actions: list[Json], table: Table) -> None:
        for played in actions:
            seat, by = played["seat"], played["by"]
            present = table.bots[seat] is None
            if table.owner(seat) is None or (by == "bot" and present):
                continue
            if by in ("player", "order"):
                self.missed[seat], self.missed_sitting[seat] = 0, -1
            elif self.missed_sitting[seat] != self.sitting:
                self.missed[seat] += 1
                self.missed_sitting[seat] = self.sitting
        self.due = {
            seat
            for seat, missed in enumerate(self.missed)
            if missed >= self.bot_after
            and table.owner(seat) is not None
            and table.bots[seat] is None
        }


# ============ Pauses, vacations and votes: what players agree to, and what stops a clock

SHORTEST_PAUSE = MINUTE


class Agreements:
    """What the players of a game have proposed, agreed to and voted for."""

    def __init__(self) -> None:
        self.vacations = False
        self.length = 0
        """How long the pause is that is proposed, 0 where none is."""
        self.agreed: list[int] = []
        """The seats that have agreed to it."""
        self.until = 0
        """The end of the last pause."""
        self.votes: set[int] = set()
        """The seats that have voted to go on in this turn."""
        self.missing: set[int] = set()
        """The seats whose answer is missing."""
        self.next = ""
        """The type of the next event, where the last one leaves no other."""

    def read(self, event: Json, place: str, table: Table) -> None:
        kind, data, time = event["type"], event["data"], moment(event["at"])
        if kind == "turn_opened" and self._all_agree(table):
            self.next = "paused"
        if self.next not in ("", kind):
            raise Fault(at(place, "type"), f"comes where {self.next} is due")
        self.next = ""
        place = at(place, "data")
        if kind == "vacation":
            self._vacation(data, place, table)
        elif kind == "pause_agreed":
            self._agree(data, time, place, table)
        elif kind == "paused":
            self._pause(data, time, place, table)
        elif kind in ("pause_dropped", "pause_ended"):
            self._end(kind, data, time, place, table)
        elif kind == "go_on_voted":
            self._vote(data, place, table)
        elif kind == "going_on":
            self._go_on(data, place)
        else:
            self._note(kind, data)

    def _note(self, kind: str, data: Json) -> None:
        """What the agreements depend on."""
        if kind == "created":
            self.vacations = data["absence"]["vacations"]
        elif kind == "seat_taken":
            # Who comes new has agreed to nothing.
            self.agreed = [seat for seat in self.agreed if seat != data["seat"]]
        elif kind == "turn_opened":
            self.missing, self.votes = set(data["asked"]), set()
        elif kind == "sealed":
            self.missing.discard(data["seat"])
        elif kind == "withdrawn":
            self.missing.add(data["seat"])

    def _vacation(self, data: Json, place: str, table: Table) -> None:
        if not self.vacations:
            raise Fault(place, "comes in a game without vacations")
        self._refuse_stranger(data, place, table)
        if moment(data["until"]) < moment(data["from"]):
            raise Fault(at(place, "until"), "is before its beginning")

    def _refuse_stranger(self, data: Json, place: str, table: Table) -> None:
        if table.owner(data["seat"]) is None:
            raise Fault(at(place, "seat"), "is no player's")

    # -- pauses

    def _agree(self, data: Json, time: int, place: str, table: Table) -> None:
        self._refuse_stranger(data, place, table)
        if time < self.until:
            raise Fault(place, "comes in a pause")
        if length(data["length"]) < SHORTEST_PAUSE:
            raise Fault(at(place, "length"), "is too short for a pause")
        if length(data["length"]) != self.length:
            # Another length is another proposal.
            self.length, self.agreed = length(data["length"]), []
        if data["seat"] in self.agreed:
            raise Fault(at(place, "seat"), "has agreed already")
        self.agreed = sorted([*self.agreed, data["seat"]])
        same(data["agreed"], self.agreed, at(place, "agreed"), "who had agreed to this length")
        if self._all_agree(table):
            self.next = "paused"

    def _all_agree(self, table: Table) -> bool:
        """Whether a pause is proposed, and all who are there have agreed to it."""
        there = {seat for seat in range(len(table.seats)) if table.is_there(seat)}
        return self.length > 0 and bool(there) and there <= {*self.agreed}

    def _pause(self, data: Json, time: int, place: str, table: Table) -> None:
        if not self._all_agree(table):
            raise Fault(place, "comes where not all who are there have agreed to a pause")
        self.until = time + self.length
        same(data["until"], stamp(self.until), at(place, "until"), "the length agreed to")
        self.length, self.agreed = 0, []

    def _end(self, kind: str, data: Json, time: int, place: str, table: Table) -> None:
        self._refuse_stranger(data, place, table)
        if kind == "pause_ended":
            # That there was one is checked with the deadlines.
            self.until = time
        elif self.length == 0:
            raise Fault(place, "comes where no pause is proposed")
        else:
            self.length, self.agreed = 0, []

    # -- the vote to go on

    def _vote(self, data: Json, place: str, table: Table) -> None:
        seat, votes = data["seat"], data["votes"]
        if not table.is_there(seat) or seat in self.votes:
            raise Fault(at(place, "seat"), "has no vote")
        self.votes.add(seat)
        there = [one for one in sorted(self.votes) if table.is_there(one)]
        # Who is on vacation by now has no vote, and not all vacations are in the log.
        if seat not in votes or votes != [one for one in there if one in votes]:
            raise Fault(at(place, "votes"), f"are not of {show_seats(there)}")
        if not len(votes) <= data["of"] <= sum(map(table.is_there, range(len(table.seats)))):
            raise Fault(at(place, "of"), "is not how many have a vote")
        if 2 * len(votes) > data["of"]:
            self.next = "going_on"

    def _go_on(self, data: Json, place: str) -> None:
        if not self.votes:
            raise Fault(place, "comes where nobody has voted for it")
        seats = data["seats"]
        if not seats or seats != [seat for seat in sorted(self.missing) if seat in seats]:
            raise Fault(at(place, "seats"), f"are not of {show_seats(sorted(self.missing))}")
        self.votes = set()


def show_seats(seats: list[int]) -> str:
    return f"seats {', '.join(map(str, seats))}"


# ============ The clock of a game and its hours of play


class Hours:
    """Hours of play: the clock runs while a clock on the wall of their zone shows a time within them."""

    def __init__(self, said: Json) -> None:
        self.zone = ZoneInfo(said["zone"])
        self.days = [DAYS.index(day) for day in said["days"]]
        self.start, self.end = (self._of_day(said[name]) for name in ("from", "to"))
        if self.end <= self.start:
            # Past midnight they belong to the day on which they began.
            self.end += DAY

    @staticmethod
    def _of_day(written_: str) -> int:
        hour, minute = written_.split(":")
        return (int(hour) * 60 + int(minute)) * MINUTE

    def openings(self, begin: int, end: int) -> Iterator[Span]:
        """The times within these two at which the clock runs, in their order."""
        for since, until, ahead in self._stretches(begin, end):
            # The hours of the day before may still last.
            day = (since + ahead) // DAY - 1
            while day * DAY + self.start - ahead < until:
                opens, closes = (day * DAY + wall - ahead for wall in (self.start, self.end))
                # The first day of all days was a Thursday.
                if (day + 3) % 7 in self.days and max(since, opens) < min(until, closes):
                    yield max(since, opens), min(until, closes)
                day += 1

    def _stretches(self, begin: int, end: int) -> Iterator[tuple[int, int, int]]:
        """The time between these two, in pieces in which the zone is as far ahead of UTC all the while."""
        while begin < end:
            # No zone puts its clocks twice within a day.
            ahead, until = self._ahead(begin), min(begin + DAY, end)
            if self._ahead(until) != ahead:
                until = self._change(begin, until, ahead)
            yield begin, until, ahead
            begin = until

    def _change(self, before: int, after: int, ahead: int) -> int:
        """When the zone's clocks are put, which is at a full second."""
        low, high = before // SECOND, -(-after // SECOND)
        while high - low > 1:
            middle = (low + high) // 2
            if self._ahead(middle * SECOND) == ahead:
                low = middle
            else:
                high = middle
        return min(high * SECOND, after)

    def _ahead(self, time: int) -> int:
        there = (EPOCH + timedelta(microseconds=min(time, THE_END - DAY))).astimezone(self.zone)
        return (there.utcoffset() or timedelta(0)) // timedelta(microseconds=1)


class Clock:
    """What `created` says of a game's clock."""

    def __init__(self, said: Json) -> None:
        lengths = (length(said[name]) for name in ("per_turn", "bank", "increment", "grace"))
        self.per_turn, self.bank, self.increment, self.grace = lengths
        self.zone: str | None = said["hours"] and said["hours"]["zone"]
        self.known = True
        """Whether this machine knows the time zone of the hours, if there are any."""
        self.hours: Hours | None = None
        try:
            self.hours = said["hours"] and Hours(said["hours"])
        except (LookupError, ValueError, OSError):
            self.known = False

    def running(self, begin: int, end: int, stops: Iterable[Span]) -> Iterator[Span]:
        """The times between these two at which the clock runs."""
        for since, until in [*sorted(stops), (end, end)]:
            if begin < min(since, end):
                span = (begin, min(since, end))
                yield from [span] if self.hours is None else self.hours.openings(*span)
            begin = max(begin, until)

    def due(self, since: int, allowed: int, stops: Iterable[Span]) -> int:
        """When the clock has run for so long: the earliest such moment."""
        if allowed <= 0:
            return since
        for opens, closes in self.running(since, THE_END, stops):
            if closes - opens >= allowed:
                return opens + allowed
            allowed -= closes - opens
        return THE_END

    def used(self, since: int, until: int, stops: Iterable[Span]) -> int:
        """For how long the clock runs between these two."""
        return sum(closes - opens for opens, closes in self.running(since, until, stops))


def due_at(clock: Json, since: str, allowed: str, stops: Json) -> str:
    """A deadline, all written as in records."""
    spans = [(moment(stop["from"]), moment(stop["until"])) for stop in stops]
    return stamp(Clock(clock).due(moment(since), length(allowed), spans))


# ============ Deadlines, banks and stops, worked out again from the log

PROMISED = "the clock in /log/events/0/data/clock, the stops, and the answers before"


class Deadlines:
    """How long each seat has, worked out again from what the game promised and what the log tells."""

    def __init__(self, known: Known | None) -> None:
        self.begins = None if known is None else known.sitting_begins
        """None where only the log can say which turns continue the one before."""
        self.clock = Clock(
            {**dict.fromkeys(("bank", "increment", "grace", "hours")), "per_turn": ""}
        )
        self.vacations = False
        self.banks: list[int] = []
        """What is in each seat's bank."""
        self.in_turn: dict[int, int] = {}
        """What was in the banks of the seats asked when the newest turn opened."""
        self.given: dict[int, int] = {}
        """What others have given the seats asked."""
        self.givers: set[int] = set()
        """The seats that have given time in this turn."""
        self.owed = False
        """Whether time was given that no deadline has yet."""
        self.since = self.base = 0
        """When the sitting's time began, how much there is beside the banks, and when the turn opened."""
        self.told: list[Json] = []
        """The deadlines as they were told last."""
        self.stops: dict[int, list[Span]] = {}
        """When the clock of each seat asked stands still, as it was told last."""
        self.dues: dict[int, int] = {}
        """The deadlines of the seats asked, as they were told last."""
        self.latest = 0
        """The last of all deadlines that were told in this turn."""
        self.most_stopped = self.held = 0
        """How long stops may hold the game up, and for how long at most they have in closed turns."""
        self.sealed: dict[int, int] = {}
        """When the answers that stand were sealed."""
        self.pauses: list[Span] = []
        self.sitting = self.sitting_before = 0
        """By number, that of the turn to come and that of the turn before."""
        self.checked = 0

    def read(self, event: Json, place: str, table: Table) -> None:
        kind, data, time = event["type"], event["data"], moment(event["at"])
        place = at(place, "data")
        if kind == "created":
            self.clock, self.vacations = Clock(data["clock"]), data["absence"]["vacations"]
            self.most_stopped = length(data["absence"]["most_stopped"])
        elif kind == "started":
            self.banks = [self.clock.bank] * len(table.seats)
        elif self.begins is not None and kind in self.begins:
            self.sitting += 1
        elif kind == "turn_opened":
            if self.begins is None and not data["continues"]:
                self.sitting += 1
            self._open(data, time, place, table)
        elif kind == "deadlines_moved":
            before = self.told
            self._check(data["deadlines"], at(place, "deadlines"), table)
            if self.told == before:
                raise Fault(at(place, "deadlines"), "are those that were told before")
        elif kind == "time_given":
            self._give(data, time, place, table)
        else:
            self._note(kind, data, time, place)

    def _give(self, data: Json, time: int, place: str, table: Table) -> None:
        """One player gives another who is asked a day, or in a faster game a turn's time: once in a turn."""
        seat, by = data["seat"], data["by"]
        same(data["turn"], table.turn, at(place, "turn"), "the open turn")
        if seat not in self.in_turn or seat in self.sealed or not table.is_there(seat):
            raise Fault(at(place, "seat"), "is not waited for")
        if self.clock.known and time >= self.dues[seat]:
            raise Fault(at(place, "seat"), "has no time left to which more could be added")
        if by == seat or by in self.givers or not table.is_there(by):
            raise Fault(at(place, "by"), "cannot give time in this turn")
        if length(data["length"]) != min(DAY, self.clock.per_turn):
            raise Fault(at(place, "length"), "is not what can be given in this game")
        self.given[seat] += length(data["length"])
        self.givers.add(by)
        self.owed = True

    def _note(self, kind: str, data: Json, time: int, place: str) -> None:
        """What deadlines that are told of later depend on."""
        if kind in ("sealed", "turn_closed") and self.owed:
            raise Fault(place, "comes where time that was given has not moved the deadlines")
        if kind in ("sealed", "turn_closed") and self._lacks_pause():
            raise Fault(place, "comes where a pause of the log has not moved the deadlines")
        if kind == "sealed":
            self.sealed[data["seat"]] = time
        elif kind == "withdrawn":
            self.sealed.pop(data["seat"], None)
        elif kind == "turn_closed":
            self._close(time)
        elif kind == "paused":
            same(data["from"], stamp(time), at(place, "from"), "the time of the event")
            self.pauses.append((time, moment(data["until"])))
        elif kind == "pause_ended":
            if not self.pauses or self.pauses[-1][1] <= time:
                raise Fault(place, "comes where there is no pause")
            self.pauses[-1] = (self.pauses[-1][0], time)

    def _open(self, data: Json, time: int, place: str, table: Table) -> None:
        same_sitting = table.opened > 1 and self.sitting == self.sitting_before
        # Nobody's time is used up by whom she has waited for.
        continues = same_sitting and {*self.in_turn} <= {*data["asked"]}
        same(data["continues"], continues, at(place, "continues"), "the sittings of this game")
        self.latest = 0
        if not continues:
            self.since = time
            self.base = self.clock.per_turn + (self.clock.grace if table.opened == 1 else 0)
        banks: dict[int, int] = {}
        for seat in data["asked"]:
            if not (continues and seat in self.in_turn):
                full = self.clock.bank
                self.banks[seat] = min(full, self.banks[seat] + self.clock.increment)
            banks[seat] = (
                self.in_turn[seat] if continues and seat in self.in_turn else self.banks[seat]
            )
        self.given = {
            seat: self.given.get(seat, 0) if continues and seat in self.in_turn else 0
            for seat in banks
        }
        self.givers = set()
        self.in_turn, self.sitting_before = banks, self.sitting
        dues = self._check(data["deadlines"], at(place, "deadlines"), table)
        same(data["due_at"], stamp(max(dues)), at(place, "due_at"), "the last of the deadlines")

    def _close(self, time: int) -> None:
        for seat, bank in self.in_turn.items():
            passed = self.clock.used(self.since, self.sealed.get(seat, time), self.stops[seat])
            self.banks[seat] = bank - min(bank, max(0, passed - self.base - self.given[seat]))
        if self.clock.known:
            self.held += max(0, self.latest - self._without_stops())
        self.sealed = {}

    def _check(self, told: list[Json], place: str, table: Table) -> list[int]:
        """The deadlines told of are those that were promised. Gives them."""
        if [one["seat"] for one in told] != list(self.in_turn):
            raise Fault(place, "are not those of the seats asked")
        self.owed = False
        self.told = told
        for number, one in enumerate(told):
            self.stops[one["seat"]] = self._read_stops(one, at(place, number), table)
        if not self.vacations:
            self._check_alike(told, place)
        for number, one in enumerate(told):
            if self.clock.known:
                due = self._due(one["seat"], self.stops[one["seat"]])
                if due >= THE_END:
                    raise Fault(at(place, number), "is beyond all time")
                same(one["due_at"], stamp(due), at(at(place, number), "due_at"), PROMISED)
                self.checked += 1
        self.dues = {one["seat"]: moment(one["due_at"]) for one in told}
        self.latest = max(self.latest, *self.dues.values())
        if self._lacks_pause():
            raise Fault(place, "lack a pause of the log, and stops may still last")
        return [*self.dues.values()]

    def _due(self, seat: int, stops: Iterable[Span]) -> int:
        own = self.base + self.given[seat] + self.in_turn[seat]
        return self.clock.due(self.since, own, stops)

    def _lacks_pause(self) -> bool:
        """Whether a pause does not stop the clocks as it was told last, though it could.

        It does not where all stops together have lasted for as long as they may: then there is one moment,
        the same for all seats, from which on none stops anything more.
        """
        whole, cuts, missing = 0, set[int](), THE_END
        for seat, due in self.dues.items():
            for begin, end in self.pauses:
                if not (begin < min(end, due) and end > self.since):
                    continue
                cut = [until for since, until in self.stops[seat] if since == begin and until < end]
                if (begin, end) in self.stops[seat]:
                    whole = max(whole, end)
                elif cut:
                    cuts.add(cut[-1])
                else:
                    missing = min(missing, max(begin, self.since))
        if not cuts and missing == THE_END:
            return False
        last = max(cuts, default=missing)
        return len(cuts) > 1 or not whole <= last <= missing or self._may_last()

    def _may_last(self) -> bool:
        """Whether stops could hold the game up for longer yet, as `created` has it, than they do."""
        left = self.most_stopped - self.held
        until = self._without_stops() + left
        return self.clock.known and self.clock.used(max(self.dues.values()), until, []) > 0

    def _without_stops(self) -> int:
        return max(self._due(seat, []) for seat in self.in_turn)

    def _read_stops(self, one: Json, place: str, table: Table) -> list[Span]:
        stops = [(moment(stop["from"]), moment(stop["until"])) for stop in one["stops"]]
        place, due = at(place, "stops"), moment(one["due_at"])
        if stops != sorted(stops):
            raise Fault(place, "are not in order")
        for number, (since, until) in enumerate(stops):
            if not (since < until and since < due and until > self.since):
                raise Fault(
                    at(place, number), "does not stop the clock between its start and due_at"
                )
            paused = any(since == begin and until <= end for begin, end in self.pauses)
            if not paused and not (self.vacations and table.owner(one["seat"]) is not None):
                raise Fault(at(place, number), "is no pause of the log and no vacation that may be")
        return stops

    def _check_alike(self, told: list[Json], place: str) -> None:
        """A pause is the same for all."""
        every = {stop for one in told for stop in self.stops[one["seat"]]}
        for number, one in enumerate(told):
            due = moment(one["due_at"])
            right = sorted(stop for stop in every if stop[0] < due)
            if self.stops[one["seat"]] != right:
                raise Fault(at(at(place, number), "stops"), "are not those of the other seats")


# ============ The order of events in time: what follows from one thing is of one moment


class Moments:
    """The moments of events, and how far the time of a test game was moved."""

    def __init__(self) -> None:
        self.before = 0
        """The moment of the event before."""
        self.together = False
        """Whether the next event follows from the one before it, and is of its moment."""
        self.ahead = 0
        """How far the game's time has been moved in all."""

    def read(self, event: Json, place: str, table: Table) -> None:
        kind, time = event["type"], moment(event["at"])
        if time < self.before:
            raise Fault(at(place, "at"), f"{event['at']} is before the event before it")
        if (self.together or kind == "host_changed") and time != self.before:
            raise Fault(at(place, "at"), f"{event['at']} is not the moment of the event before it")
        if kind == "clock_moved":
            self._move(event["data"], time, at(place, "data"), table)
        # From the start, or the end of a turn, to the next turn or the result there is nothing to wait for.
        between = bool(table.seats) and not table.turn
        full = not table.seats and table.when_full and len(table.came) == table.size
        self.together = between or full or kind == "created" or table.arriving is not None
        self.before = time

    def _move(self, data: Json, time: int, place: str, table: Table) -> None:
        """A player of a test game has moved its time forward."""
        by = length(data["by"])
        if table.player_of(data["seat"]) is None:
            raise Fault(at(place, "seat"), "is no player's")
        if table.seats and not table.turn:
            raise Fault(place, "comes where no turn is open")
        if by == 0 or time < self.before + by:
            raise Fault(at(place, "by"), "is not how far the time has moved since the event before")
        self.ahead += by
        if length(data["ahead"]) != self.ahead:
            raise Fault(at(place, "ahead"), "is not all that it was moved by")


# ============ The check `times`


def check_times(record: Json) -> str:
    """Times do not go back, deadlines are those that were promised, and so are bots for who is absent."""
    deadlines, absences = Deadlines(KNOWN.get(record["ruleset"])), Absences()
    moments, agreements = Moments(), Agreements()
    for place, event, table in read_log(record):
        moments.read(event, place, table)
        agreements.read(event, place, table)
        deadlines.read(event, place, table)
        absences.read(event, place, table)
    bots = f"{count(absences.stood_in, 'bot')} for who was absent"
    if not deadlines.clock.known:
        zone = ascii_only(str(deadlines.clock.zone))
        return f"in order; {bots}; deadlines not checked: this machine does not know {zone}"
    return f"in order; {count(deadlines.checked, 'deadline')} as promised; {bots}"


# ============ All checks, in their order


def check_whole(record: Json) -> str:
    """The last event has bound the record as it stands.

    It comes last, so that whatever else is wrong is named by its own place.
    """
    place = f"/log/events/{len(record['log']['events']) - 1}/data/record"
    bound, right = record["log"]["events"][-1]["data"]["record"], record_hash(record)
    if bound != right:
        raise Fault(place, f"is not {right}, the hash of the record without /log")
    return f"the last event binds all of it, {right}"


CHECKS: tuple[tuple[str, Callable[[Json], str]], ...] = (
    ("form", check_form),
    ("chain", check_chain),
    ("seed", check_seed),
    ("draws", check_draws),
    ("log", check_log),
    ("sealed", check_sealed),
    ("times", check_times),
    ("private", check_private),
    ("names", check_names),
    ("rules", check_rules),
    ("whole", check_whole),
)


def verify(
    document: Json, kept: Sequence[tuple[str, Json]] = (), all_of: Sequence[int] = ()
) -> Iterator[str]:
    """One line for each check that the record passes. Raises `Fault` at the first that it does not.

    The document is a record, or a game as the API shows it when it is over; `kept` are names and contents
    of files that a player has kept, `all_of` the seats of which she has kept everything. Raises
    `Unreadable` for a seat that is none.
    """
    document = as_proof(document)
    for name, check in PROOF_CHECKS if is_proof(document) else CHECKS:
        try:
            passed = check(document)
        except Fault as fault:
            fault.check = name
            raise
        yield f"{name:<8} {passed}"
    seats = 0 if is_proof(document) else len(document["seats"])
    for seat in all_of:
        if not 0 <= seat < seats:
            raise Unreadable(f"--all-of {seat}: there is no such seat")
    if not kept and not all_of:
        return
    all_kept = None if is_proof(document) else Kept(document)
    for name, content in kept:
        passed = in_file(name, partial(check_kept, document, all_kept, content))
        yield f"kept     {ascii_only(name)}: {passed}"
    if all_kept is not None:
        try:
            yield from all_kept.uncovered(all_of)
        except Fault as fault:
            fault.check = "covered"
            raise


# ============ The command

USAGE = """usage: verify.py [--all-of SEAT ...] FILE [KEPT ...]

Check the record of a finished game (GET /api/v1/games/{id}/record), offline; or a game that was
called off (GET /api/v1/games/{id}), which proves its deal.

  FILE  the record or the game as JSON; - reads it from standard input
  KEPT  what a player has kept while it was played, and what it has to agree with: receipts of her
        sealed answers, of those that she took back and of her texts, the game as it was shown
        then, and her own text as {"game", "seat", "text"}; in each file one, or a list of them

  --all-of SEAT  everything of this seat has been kept, as its player: what the log tells of her
        beyond that is a fault; otherwise it is listed

exit status: 0 everything fits together, 1 it does not, 2 nothing to check, 3 what could be checked fits
together, but the rules of this game are not known here"""


def read_file(name: str) -> Json:
    """The JSON in a file, or with - on standard input. Raises `Unreadable`, `Fault`."""
    try:
        return read_json(sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes())
    except OSError as error:
        raise Unreadable(f"{name}: {error.strerror or 'it cannot be opened'}") from None
    except Unreadable as error:
        raise Unreadable(f"{name}: {error}") from None


def read_arguments(arguments: Sequence[str]) -> tuple[list[str], list[int]]:
    """The files, and the seats of which all has been kept; no file where it makes no sense."""
    files: list[str] = []
    all_of: list[int] = []
    given = iter(arguments)
    for one in given:
        if one != "--all-of":
            files.append(one)
            continue
        seat = next(given, "")
        if not re.fullmatch(r"[0-9]{1,3}", seat):
            return [], []
        all_of.append(int(seat))
    return files, all_of


def main(arguments: Sequence[str]) -> int:
    """The command; returns its exit status."""
    if "--help" in arguments or "-h" in arguments:
        print(USAGE)
        return 0
    files, all_of = read_arguments(arguments)
    if not files:
        print(USAGE, file=sys.stderr)
        return 2
    first, *others = files
    try:
        document = read_file(first)
        kept = [(name, in_file(name, partial(read_file, name))) for name in others]
        for line in verify(document, kept, all_of):
            print(line)
    except Unreadable as error:
        print(f"unreadable: {error}", file=sys.stderr)
        return 2
    except Fault as fault:
        print(fault)
        return 1
    return 0 if is_known(document) else 3  # Why not 0 or 1: docs/decisions/log-and-proof.md.


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
