"""The form of a whole record."""

from __future__ import annotations

from packages.verify.python.faults import Fault, Json, at, count
from packages.verify.python.fields import (
    ABSENCE,
    ALGORITHM,
    ANY_TEXT,
    CHANCE,
    CHOSEN_BY,
    CLOCK,
    HASH,
    LENGTH,
    NONCE,
    SEED,
    TIME,
    WORD,
)
from packages.verify.python.forms import (
    Form,
    any_object,
    anything,
    array,
    by_name,
    flag,
    members,
    one_of,
    optional,
    text,
    whole,
)
from packages.verify.python.json_reader import LARGEST, check_plain
from packages.verify.python.known import Known
from packages.verify.python.registry import KNOWN

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
