#!/usr/bin/env python3
"""Check the record of a finished game, offline and without the server that it was played on.

    python verify.py record.json        or: python verify.py - < record.json
    python verify.py record.json receipts.json proof.json        with what a player has kept of it

docs/fairness.md says what is checked and what that proves. This file needs Python 3.9 or later and
nothing else; verify.mjs is the same program in JavaScript, function by function, and prints the same lines.

It exits with 0 if everything fits together, with 1 at the first fault, which it names with its place in
the record as a JSON pointer (behind the file's name and a # if it is in something kept), and with 2 if
there is nothing to check: no such file, or no JSON in it.
"""

# It must run on older Pythons than the server, and it talks to the person at the terminal.
# ruff: noqa: B905, FBT001, PLR2004, T201

from __future__ import annotations

import hashlib
import hmac
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

Json = Any
Form = Callable[[Json, str], None]

USAGE = """usage: verify.py FILE [KEPT ...]

Check the record of a finished game (GET /api/v1/games/{id}/record), offline; or of a game that was
called off the proof (GET /api/v1/games/{id}/proof).

  FILE  the record or the proof as JSON; - reads it from standard input
  KEPT  what a player has kept while it was played, and what it has to agree with: receipts of her
        sealed answers, and proofs as they were shown then; in each file one, or a list of them

exit status: 0 everything fits together, 1 it does not, 2 nothing to check"""


# ============================================================ faults and places


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


# ============================================================ reading JSON

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


# ============================================================ canonical JSON and hashes


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
    """What the last event says of all the rest."""
    return written(digest(canonical({name: record[name] for name in record if name != "log"})))


# ============================================================ seed and draws


def game_seed(server_seed: str, game: str, entropy: Sequence[str]) -> bytes:
    """The seed that every draw of the game comes from."""
    texts = [text.encode("utf-8") for text in (game, *entropy)]
    message = b"".join(len(text).to_bytes(4, "big") + text for text in texts)
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
    texts = sum(1 for text in fairness["entropy"] if text)
    return f"{count(len(used), 'draw')} from the seed, {count(texts, 'text')} of players in it"


# ============================================================ the form

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


ANY_TEXT = text(r"(?s:.*)", "text")
WORD = text(r"(?s:.+)", "text, or an empty one")
HASH = text(r"sha256:[0-9a-f]{64}", "hash")
NONCE = text(r"[0-9a-f]{32}", "16 bytes in hexadecimal digits")
SEED = text(r"[0-9a-f]{64}", "32 bytes in hexadecimal digits")
TIME = text(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?Z", "time in UTC")
CHOSEN_BY = one_of("player", "bot", "order", "clock", "forced")
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
EXPANSIONS = ("coins", "shark_alert", "surfer", "baywatch")


def chosen(expansions: list[Json]) -> list[Json]:
    """Expansions in their order, each once."""
    return [name for name in EXPANSIONS if name in expansions]


OPTIONS = {
    "turn_the_tide": {"edition": one_of("amigo", "gamewright", "bga", "bga_modified")},
    "high_tide": {
        "expansions": in_order(array(one_of(*EXPANSIONS)), chosen),
        "beach_length": whole(8, 40),
        "rental_start": whole(2, 7),
        "large_wave": whole(1, 10),
        "small_wave": whole(1, 10),
        # All coins of a colour are different.
        "coin_values": in_order(array(whole(1, 99), 8, 8), lambda coins: sorted(set(coins))),
        "shark_distances": in_order(array(whole(1, 10), 7, 7), sorted),
    },
}
SETUP = {
    "turn_the_tide": {"hands": array(array(whole(1, 60)))},
    "high_tide": {
        "start_order": array(whole(0)),
        "coins": optional(array(array(whole(1)))),
        "surfers": optional(array(WORD)),
        "baywatch_tile": optional(WORD),
    },
}
HEADING = {
    "turn_the_tide": {"stage": whole(1), "round": whole(1), "tides": array(whole(1))},
    "high_tide": {"stage": whole(1), "round": whole(1), "place": whole(1), "decision": WORD},
}
VERSION = 1
"""Of the rules of both games, as they stand further down."""


def record_form(ruleset: str, seats: int) -> Form:
    """The form of a whole record of this game for so many."""
    seat = whole(0, seats - 1)
    scores = array(whole(-LARGEST), seats, seats, like="/seats")
    action = members({"seat": seat, "action": any_object, "by": CHOSEN_BY, "nonce": NONCE})
    told = members({"player": WORD, "type": WORD, "at": TIME, "data": any_object})
    turn = members(
        {
            "number": whole(1),
            **HEADING[ruleset],
            "asked": array(seat, 1),
            "chance": CHANCE,
            "actions": array(action, 1),
            "opened_at": TIME,
            "closed_at": TIME,
            "private": members({"salt": NONCE, "told": array(told)}),
        }
    )
    fairness = {
        "commitment": HASH,
        "server_seed": SEED,
        "entropy": array(ANY_TEXT, seats, seats, like="/seats"),
        "algorithm": ALGORITHM,
    }
    return members(
        {
            "format": one_of("tideapi-record/1"),
            "game": WORD,
            "ruleset": one_of(*OPTIONS),
            "rules_version": whole(VERSION, VERSION),
            "options": members(OPTIONS[ruleset]),
            "seats": array(optional(WORD), seats, seats),
            "bots": array(optional(WORD), seats, seats, like="/seats"),
            "fairness": members(fairness),
            "setup": members({**SETUP[ruleset], "chance": CHANCE}),
            "turns": array(turn),
            "end": members({"chance": CHANCE}),
            "stages": array(members({"stage": whole(1), "scores": scores}), 1),
            "result": members({"scores": scores, "winners": array(seat, 1)}),
            "log": members({"head": HASH, "events": array(event_form(ruleset, seats, action), 1)}),
        }
    )


def event_form(ruleset: str, seats: int, action: Form) -> Form:
    """The form of an event: its data are looked at where one of the checks reads them.

    Events of other types may come in time; they are bound by the chain alone.
    """
    seat, turn = whole(0, seats - 1), whole(1)
    at_table = {"seat": whole(0), "player": WORD}
    holder = members({"seat": seat, "player": optional(WORD), "bot": optional(WORD)})
    deadlines = array(members({"seat": seat, "due_at": TIME}))
    data = {
        "created": {
            "host": WORD,
            "ruleset": WORD,
            "options": members(OPTIONS[ruleset]),
            "seats": whole(1),
            "bots": array(WORD),
            "commitment": HASH,
        },
        "joined": at_table,
        "left": at_table,
        "started": {"seats": array(holder), "entropy": array(ANY_TEXT, seats, seats)},
        "stand_in": {"seat": seat, "player": WORD, "bot": WORD, "away": WORD},
        "returned": {"seat": seat, "player": WORD},
        "seat_taken": {"seat": seat, "player": WORD},
        "turn_opened": {
            "turn": turn,
            "asked": array(seat),
            "due_at": TIME,
            "deadlines": deadlines,
            "continues": flag,
            **HEADING[ruleset],
        },
        "deadlines_moved": {"turn": turn, "deadlines": deadlines},
        "sealed": {"turn": turn, "seat": seat, "commitment": HASH, "replaces": optional(HASH)},
        "withdrawn": {"turn": turn, "seat": seat, "commitment": HASH},
        "turn_closed": {"turn": turn, "actions": array(action), "private": HASH},
        "finished": {
            "scores": array(whole(-LARGEST)),
            "winners": array(seat),
            "record": HASH,
        },
    }
    forms = {kind: members(one) for kind, one in data.items()}
    envelope = members(
        {"number": whole(1), "type": WORD, "at": TIME, "data": any_object, "hash": HASH}
    )

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
    one_of(*OPTIONS)(record["ruleset"], "/ruleset")
    array(anything, 3, 6)(record["seats"], "/seats")
    seats = len(record["seats"])
    record_form(record["ruleset"], seats)(record, "")
    for number, turn in enumerate(record["turns"]):
        if turn["number"] != number + 1:
            raise Fault(f"/turns/{number}/number", f"{turn['number']} is not {number + 1}")
    kind = record["options"].get("edition") or "+".join(["base", *record["options"]["expansions"]])
    game = f"{record['ruleset']} ({kind})"
    return f"{record['format']}, {game}, {seats} seats, {count(len(record['turns']), 'turn')}"


# ============================================================ the log


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


class Table:
    """Who holds which seat, and which turn is open, while the log is read."""

    def __init__(self) -> None:
        self.seats: list[Json] = []
        self.bots: list[Json] = []
        self.came: dict[int, Json] = {}
        """Who has sat down before the start, by seat: a player's name and a bot's."""
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
        if kind in ("joined", "left", "started") and self.seats:
            raise Fault(at(place, "type"), "comes after the start")
        if kind in ("stand_in", "returned", "seat_taken", "turn_opened") and not self.seats:
            raise Fault(at(place, "type"), "comes before the start")
        handler = self.HANDLERS.get(kind)
        if handler is not None:
            handler(self, data, at(place, "data"))

    def _created(self, data: Json, place: str) -> None:
        first = data["seats"] - len(data["bots"])
        self.came = {first + number: (None, bot) for number, bot in enumerate(data["bots"])}

    def _joined(self, data: Json, place: str) -> None:
        if data["seat"] in self.came:
            raise Fault(at(place, "seat"), "is taken")
        self.came[data["seat"]] = (data["player"], None)

    def _left(self, data: Json, place: str) -> None:
        if self.came.pop(data["seat"], None) != (data["player"], None):
            raise Fault(place, "has not sat there")

    def _started(self, data: Json, place: str) -> None:
        holders = [self.came[seat] for seat in sorted(self.came)]
        right = [
            {"seat": seat, "player": player, "bot": bot}
            for seat, (player, bot) in enumerate(holders)
        ]
        same(data["seats"], right, at(place, "seats"), "who had sat down")
        self.seats = [player for player, _ in holders]
        self.bots = [bot for _, bot in holders]

    def _stand_in(self, data: Json, place: str) -> None:
        same(data["player"], self.seats[data["seat"]], at(place, "player"), "who held the seat")
        self.bots[data["seat"]] = data["bot"]

    def _seat_taken(self, data: Json, place: str) -> None:
        self._vacant(data, place)
        self.seats[data["seat"]] = data["player"]

    def _returned(self, data: Json, place: str) -> None:
        self._vacant(data, place)
        same(data["player"], self.seats[data["seat"]], at(place, "player"), "who held the seat")
        self.bots[data["seat"]] = None

    def _vacant(self, data: Json, place: str) -> None:
        if self.bots[data["seat"]] is None:
            raise Fault(at(place, "seat"), "is not vacant")

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
        "started": _started,
        "stand_in": _stand_in,
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


def check_log(record: Json) -> str:
    """The log tells the same as the record, from the first seat taken to the result."""
    turns, table = record["turns"], Table()
    for place, event, table in read_log(record):
        data = event["data"]
        if event["type"] == "created":
            same(record["ruleset"], data["ruleset"], "/ruleset", place)
            same(record["options"], data["options"], "/options", place)
            told = data["commitment"]
            same(record["fairness"]["commitment"], told, "/fairness/commitment", place)
        elif event["type"] == "started":
            same(record["fairness"]["entropy"], data["entropy"], "/fairness/entropy", place)
            for seat, bot in enumerate(table.bots):
                if bot is not None and record["fairness"]["entropy"][seat]:
                    raise Fault(f"/fairness/entropy/{seat}", f"is a bot's text, see {place}")
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
    for name in sorted(event["data"]):
        if name not in own:
            same(turn[name], event["data"][name], at(place, name), source)
    name = "opened_at" if opened else "closed_at"
    same(turn[name], event["at"], at(place, name), source)


# ============================================================ sealed answers


class Sealed:
    """The answer of a seat that stands sealed, and how things were when it was."""

    def __init__(self, place: str, commitment: str, late: bool, bot: bool) -> None:
        self.place = place
        self.commitment = commitment
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
        self.due: dict[int, str] = {}
        self.opened = self.replaced = self.withdrawn = self.unsealed = 0

    def read(self, place: str, event: Json, table: Table) -> None:
        kind, data = event["type"], event["data"]
        if kind == "turn_closed":
            for number, played in enumerate(data["actions"]):
                self.open(played, f"/turns/{data['turn'] - 1}/actions/{number}", event)
            self.standing, self.due = {}, {}
            return
        if kind not in ("turn_opened", "deadlines_moved", "sealed", "withdrawn"):
            return
        place = at(place, "data")
        same(data["turn"], table.turn, at(place, "turn"), "the open turn")
        if kind in ("turn_opened", "deadlines_moved"):
            self.due = {one["seat"]: moment(one["due_at"]) for one in data["deadlines"]}
            if sorted(self.due) != self.turns[table.turn - 1]["asked"]:
                raise Fault(at(place, "deadlines"), "are not those of the seats asked")
            return
        seat = data["seat"]
        if seat not in self.due:
            raise Fault(at(place, "seat"), "is not asked in this turn")
        before = self.standing.pop(seat, None)
        stood = before and before.commitment
        if kind == "withdrawn":
            same(data["commitment"], stood, at(place, "commitment"), "what stood sealed")
            self.withdrawn += 1
            return
        same(data["replaces"], stood, at(place, "replaces"), "what stood sealed")
        self.replaced += before is not None
        late, bot = moment(event["at"]) >= self.due[seat], table.bots[seat] is not None
        self.standing[seat] = Sealed(place, data["commitment"], late, bot)

    def open(self, played: Json, place: str, event: Json) -> None:
        """An action is shown: it is the one that was sealed, and by whom it is said to be."""
        seat, by = played["seat"], played["by"]
        sealed, said = self.standing.get(seat), f"{show(by)} is said, but"
        if sealed is None:
            self.unsealed += 1
            if by in ("player", "bot"):
                raise Fault(at(place, "by"), f"{said} nothing stood sealed in /log/events")
            if by != "forced" and moment(event["at"]) < self.due.get(seat, ""):
                raise Fault(at(place, "by"), f"{said} in /log/events there was time left")
            return
        turn = event["data"]["turn"]
        right = answer_commitment(played["nonce"], played["action"], self.game, seat, turn)
        if sealed.commitment != right:
            raise Fault(place, f"action and nonce are not what was sealed, see {sealed.place}")
        if by == "forced":
            raise Fault(at(place, "by"), f"{said} it was sealed, see {sealed.place}")
        if by == "clock" and not sealed.late:
            raise Fault(at(place, "by"), f"{said} there was time left, see {sealed.place}")
        if (by == "bot") != sealed.bot and (by in ("player", "bot") or not sealed.late):
            raise Fault(
                at(place, "by"), f"{said} who held the seat was another, see {sealed.place}"
            )
        self.opened += 1


def moment(time: str) -> str:
    """A time so that earlier ones sort before later ones."""
    seconds, _, rest = time[:-1].partition(".")
    return f"{seconds}.{rest:0<6}"


def check_sealed(record: Json) -> str:
    """Every answer is what it was when it was sealed, and who played herself had sealed."""
    seals = Seals(record)
    for place, event, table in read_log(record):
        seals.read(place, event, table)
    return (
        f"{count(seals.opened, 'sealed answer')} opened,"
        f" {seals.replaced} replaced and {seals.withdrawn} withdrawn before;"
        f" {count(seals.unsealed, 'answer')} of rules or clock without a seal"
    )


# ============================================================ private lists


def check_private(record: Json) -> str:
    """What players alone were told is what the log had bound when each turn closed."""
    told = 0
    for place, event, _ in read_log(record):
        if event["type"] == "turn_closed":
            turn = event["data"]["turn"] - 1
            private = record["turns"][turn]["private"]
            if private_commitment(private["salt"], private["told"]) != event["data"]["private"]:
                raise Fault(f"/turns/{turn}/private", f"salt and list are not those of {place}")
            told += len(private["told"])
    lists = count(len(record["turns"]), "private list")
    return f"{lists} with {told} {'entry' if told == 1 else 'entries'}"


# ============================================================ the rules: a game read from its record

RULES = "the rules, from /options, /setup and /turns"
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

    def ask(self, heading: Json, legal: Mapping[int, Sequence[Json]]) -> dict[int, Json]:
        """What each of these seats answered, all of them asked at once; `legal` says what they may."""
        if self.read == len(self.turns):
            raise Fault("/turns", f"end before {show(heading)}, which is due by {RULES}")
        self.nothing_left()
        turn, place = self.turns[self.read], f"/turns/{self.read}"
        for name, right in heading.items():
            same(turn[name], right, at(place, name), RULES)
        seats = sorted(legal)
        same(turn["asked"], seats, at(place, "asked"), RULES)
        if [played["seat"] for played in turn["actions"]] != seats:
            raise Fault(at(place, "actions"), f"are not those of the seats asked by {RULES}")
        for number, played in enumerate(turn["actions"]):
            self._judge(played, legal[played["seat"]], f"{place}/actions/{number}")
        self.tell("turn_opened", turn=turn["number"])
        self.tell("turn_closed", turn=turn["number"])
        self.read += 1
        self.all_drawn()
        return {played["seat"]: played["action"] for played in turn["actions"]}

    def _judge(self, played: Json, legal: Sequence[Json], place: str) -> None:
        action = canonical(played["action"])
        if all(canonical(one) != action for one in legal):
            raise Fault(at(place, "action"), f"{show(played['action'])} is not legal by {RULES}")
        if (played["by"] == "forced") != (len(legal) == 1):
            raise Fault(at(place, "by"), f"{count(len(legal), 'answer')} could be given by {RULES}")

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


# ============================================================ Turn the Tide

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
        answers = self.tape.ask({**where, "tides": tides}, legal)
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


# ============================================================ High Tide: beaches, dice and the track

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
    "turn_began",
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
    def shown(self) -> Json:
        return {"left": self.left.shown, "right": self.right.shown}


class Track:
    """The dice track: a towel (the number of its seat), a pair or nothing on each space."""

    def __init__(self, length: int, rental: int) -> None:
        self.spaces: list[Json] = [None] * length
        self.rental: int | None = rental if rental <= length else None
        self.rests = False
        """The rental does not move before the next turn (B1)."""

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

    def next_turn(self) -> None:
        if not self.rests:
            self.push_rental()
        self.rests = False


# ============================================================ High Tide: the course of a game


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
        return self.tape.ask(heading, legal)

    def decide(self, seat: int, decision: str, legal: Sequence[Json]) -> Json:
        """The seat's answer; where there is only one, nobody is asked."""
        return legal[0] if len(legal) == 1 else self.ask(decision, {seat: legal})[seat]

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
                self.track.next_turn()
            self.tell("turn_began", turn=place, seat=self.pile[0], rental=self.track.rental)
            self.play_turn(self.pile[0])
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

    # -- a turn

    def play_turn(self, seat: int) -> None:
        pair = self.settle_pair(seat)
        if "baywatch" in self.expansions:
            self.use_tiles(seat, pair)
            if self.open_dice is None or pair.total <= self.open_dice[0]:
                self.open_dice = (pair.total, seat)
                self.tell("open_dice", seat=seat, pair=pair.shown)
        left, right = pair.left, pair.right
        if left.beach == right.beach:
            self.move_chair(seat, left.beach, left.steps, right.steps)
        else:
            self.move_chair(seat, left.beach, left.steps)
            self.move_chair(seat, right.beach, right.steps)
        self.take_coins()
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
            pair = self.draw_pair()
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
        pair = self.track.take(space)
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
        """B2 and B3 before a turn, until nobody holds one that she has not passed on."""
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

    # -- the end

    def points(self, point: int | None) -> list[int]:
        """By seat, for beaches, coins and the open dice."""
        points = [0] * self.seats
        for name, beach in self.beaches.items():
            surfs = self.surfers is not None and name in self.surfers
            surfer = self.surfers.index(name) if self.surfers is not None and surfs else None
            for seat, worth in beach.points(self.places, surfer).items():
                points[seat] += worth
        rich = [seat for seat in range(self.seats) if self.owned[seat]]
        rich.sort(key=self.wealth, reverse=True)
        for seat, worth in zip(rich, self.places):
            points[seat] += worth
        if point is not None:
            points[point] += 1
        return points

    def wealth(self, seat: int) -> list[int]:
        """By this collectors are ranked: the total, then each coin in the order of the beaches."""
        coins = self.owned[seat]
        return [sum(coins.values()), *[coins.get(name, 0) for name in BEACHES]]


RULESETS: Mapping[str, Any] = {"turn_the_tide": TurnTheTide, "high_tide": HighTide}


def check_rules(record: Json) -> str:
    """The game by its rules, from setup, draws and actions alone: scores, winners and the log."""
    RULESETS[record["ruleset"]](record).play()
    stages = "; ".join(
        f"stage {stage['stage']}: {in_words(stage['scores'])}" for stage in record["stages"]
    )
    result = record["result"]
    return f"{stages}; result: {in_words(result['scores'])}; winners: {in_words(result['winners'])}"


def in_words(numbers: Iterable[int]) -> str:
    return " ".join(str(number) for number in numbers)


# ============================================================ the whole


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
    ("private", check_private),
    ("rules", check_rules),
    ("whole", check_whole),
)


# ============================================================ proofs, and what a player has kept

# Answers of the API, which may tell more one day.
PROOF = members(
    {
        "game": WORD,
        "status": one_of("open", "running", "finished", "cancelled"),
        "commitment": HASH,
        "entropy": optional(array(ANY_TEXT)),
        "algorithm": ALGORITHM,
        "server_seed": optional(SEED),
        "log": members({"events": whole(1), "head": HASH}, more=True),
    },
    more=True,
)
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


def is_proof(document: Json) -> bool:
    """Whether this is a proof: what a record tells within /fairness, it tells at the top."""
    return isinstance(document, dict) and "server_seed" in document


def check_proof_form(proof: Json) -> str:
    """It is the proof of a game that is over."""
    check_plain(proof)
    PROOF(proof, "")
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


def check_kept(document: Json, kept: Json) -> str:
    """What a player has kept of the game is what the document tells now."""
    check_plain(kept)
    receipts = proofs = 0
    several = isinstance(kept, list)
    for number, one in enumerate(kept if several else [kept]):
        place = at("", number) if several else ""
        any_object(one, place)
        if is_proof(one):
            PROOF(one, place)
            check_kept_proof(document, one, place)
            proofs += 1
        elif is_proof(document):
            raise Fault(place, "is no proof, and only the record can tell of anything else")
        else:
            RECEIPT(one, place)
            check_receipt(document, one, place)
            receipts += 1
    agree = "agrees" if receipts + proofs == 1 else "agree"
    return f"{count(receipts, 'receipt')} and {count(proofs, 'proof')} {agree}"


def check_kept_proof(document: Json, kept: Json, place: str) -> None:
    """Seed, texts and log are those that were shown before, as far as they were."""
    if is_proof(document):
        now, newest = document, document["log"]["events"]
        heads = {newest: document["log"]["head"]}
    else:
        now, events = {**document["fairness"], "game": document["game"]}, document["log"]["events"]
        newest, heads = len(events), {event["number"]: event["hash"] for event in events}
    for name in ("game", "commitment", "algorithm", "entropy", "server_seed"):
        if kept[name] is not None:
            same(kept[name], now[name], at(place, name), "what is told now")
    number, log = kept["log"]["events"], at(place, "log")
    if number > newest:
        raise Fault(at(log, "events"), f"{number} is said, but the log has {newest} by now")
    if number in heads:
        same(kept["log"]["head"], heads[number], at(log, "head"), "the log as it is told now")


def check_receipt(record: Json, receipt: Json, place: str) -> None:
    """The answer that the receipt is for stands in the log, or was opened with its turn."""
    same(receipt["game"], record["game"], at(place, "game"), "the record")
    nonce, action = receipt["nonce"], receipt["action"]
    seat, number = receipt["seat"], receipt["turn"]
    commitment = answer_commitment(nonce, action, receipt["game"], seat, number)
    same(receipt["commitment"], commitment, at(place, "commitment"), "its nonce and action")
    found = False
    for event_place, event in enumerate(record["log"]["events"]):
        if event["type"] == "sealed" and event["data"]["commitment"] == commitment:
            source = f"/log/events/{event_place}"
            same(receipt["sealed_at"], event["at"], at(place, "sealed_at"), source)
            found = True
    # What the clock answered when it closed the turn was not told of before.
    for played in record["turns"][number - 1]["actions"] if number <= len(record["turns"]) else []:
        if (played["seat"], played["nonce"]) == (seat, nonce):
            source = f"/turns/{number - 1}/actions"
            same(action, played["action"], at(place, "action"), source)
            same(receipt["by"], played["by"], at(place, "by"), source)
            found = True
    if not found:
        raise Fault(at(place, "commitment"), "is nowhere in /log/events")


def in_file(name: str, work: Callable[[], Json]) -> Json:
    """What the work gives; a fault in it is one in something kept, and says in which file."""
    try:
        return work()
    except Fault as fault:
        fault.check = "kept"
        fault.place = f"{name}#{fault.place}"
        raise


# ============================================================ everything


def verify(document: Json, kept: Sequence[tuple[str, Json]] = ()) -> Iterator[str]:
    """One line for each check that the record passes. Raises `Fault` at the first that it does not.

    The document is a record or a proof; `kept` are names and contents of files that a player has kept.
    """
    for name, check in PROOF_CHECKS if is_proof(document) else CHECKS:
        try:
            passed = check(document)
        except Fault as fault:
            fault.check = name
            raise
        yield f"{name:<8} {passed}"
    for name, content in kept:
        passed = in_file(name, partial(check_kept, document, content))
        yield f"kept     {ascii_only(name)}: {passed}"


def read_file(name: str) -> Json:
    """The JSON in a file, or with - on standard input. Raises `Unreadable`, `Fault`."""
    try:
        return read_json(sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes())
    except OSError as error:
        raise Unreadable(f"{name}: {error.strerror or 'it cannot be opened'}") from None
    except Unreadable as error:
        raise Unreadable(f"{name}: {error}") from None


def main(arguments: Sequence[str]) -> int:
    """The command; returns its exit status."""
    if "--help" in arguments or "-h" in arguments:
        print(USAGE)
        return 0
    if not arguments:
        print(USAGE, file=sys.stderr)
        return 2
    first, *others = arguments
    try:
        document = read_file(first)
        kept = [(name, in_file(name, partial(read_file, name))) for name in others]
        for line in verify(document, kept):
            print(line)
    except Unreadable as error:
        print(f"unreadable: {error}", file=sys.stderr)
        return 2
    except Fault as fault:
        print(fault)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
