"""The events of a game's log and of a player's feed, as JSON Schemas."""

from games.api import rulings, webhook_schema
from games.api.parts import (
    ABSENCE_KEPT,
    CLOCK_KEPT,
    COMMITMENT,
    DEADLINES,
    ENTROPY_BY_SEAT,
    PARTICIPANT,
    PARTICIPANT_OR_NONE,
    SEAT,
    START,
    TEXT_HASH,
    TEXT_HASH_OR_NONE,
)
from games.play.ending import Reason
from games.rules import registry
from tideapi.rest.schemas import (
    BOOLEAN,
    Schema,
    array,
    closed,
    integer,
    page,
    ref,
    string,
    time,
)

RESULT = closed(
    {
        "scores": array(integer(), description="By seat."),
        "winners": array(SEAT, description="Seats that share the win."),
    }
)


TURN = integer(minimum=1)
SPAN = {"from": time(), "until": time()}
LENGTH = string("An ISO 8601 duration.")
AT_TABLE = closed({"seat": SEAT, "player": PARTICIPANT})
BOUND = string("What the answer is bound to.")


def events() -> dict[str, Schema]:
    """The schema of every event by its name in the document, and of pages and streams of them."""
    of_games = {**_of_lobbies(), **_of_turns(), **_of_seats(), **_of_clocks()}
    found = {f"Event{_camel(kind)}": rulings.event(kind, data) for kind, data in of_games.items()}
    found |= {
        f"Event{_camel(kind)}": rulings.private_event(kind, data)
        for kind, data in _of_one_player().items()
    }
    found["EventWebhookDisabled"] = webhook_schema.DISABLED
    of_rules = [
        rulings.name(rules, part)
        for rules in registry.RULESETS.values()
        for part in ("turn_opened", *(f"event_{kind}" for kind in rules.schemas.events))
    ]
    found["Event"] = {"anyOf": [ref(one) for one in (*found, *of_rules)]}
    found["EventPage"] = page(ref("Event"))
    found["EventStream"] = string(
        "Server-sent events: `id` with the number, `data` with one event as JSON. Lines that begin with "
        "a colon are there to keep the connection open."
    )
    return found


def _of_lobbies() -> dict[str, Schema]:
    """Until a game starts or is called off."""
    why_cancelled = string(
        "By its host, because nobody is left to play it, or because it was open too long.",
        enum=list(Reason),
    )
    started_seat = {
        "seat": SEAT,
        "player": PARTICIPANT_OR_NONE,
        "bot": {"type": ["string", "null"]},
    }
    return {
        "created": closed(
            {
                "host": PARTICIPANT,
                "ruleset": string(),
                "options": rulings.any_of("options"),
                "seats": integer("Seats wanted.", minimum=1),
                "bots": array(string()),
                "commitment": COMMITMENT,
                "start": START,
                "clock": CLOCK_KEPT,
                "absence": ABSENCE_KEPT,
            }
        ),
        "joined": closed({**AT_TABLE["properties"], "entropy": TEXT_HASH_OR_NONE}),
        "entropy_given": closed({"seat": SEAT, "entropy": TEXT_HASH}),
        "left": AT_TABLE,
        "host_changed": closed({"host": PARTICIPANT}),
        "cancelled": closed({"reason": why_cancelled}),
        "started": closed({"seats": array(closed(started_seat)), "entropy": ENTROPY_BY_SEAT}),
    }


def _of_turns() -> dict[str, Schema]:
    """While it is played."""
    before: Schema = {"type": ["string", "null"], "description": "The commitment before."}
    return {
        "sealed": closed({"turn": TURN, "seat": SEAT, "commitment": BOUND, "replaces": before}),
        "withdrawn": closed({"turn": TURN, "seat": SEAT, "commitment": BOUND}),
        "turn_closed": closed(
            {
                "turn": TURN,
                "actions": array(ref("Played")),
                "private": string("Binds to what players were told alone."),
            }
        ),
        "finished": closed(
            {
                **RESULT["properties"],
                "record": string("The hash of the record without names and log."),
            }
        ),
    }


def _of_seats() -> dict[str, Schema]:
    """Who plays for a seat, and to whom it is handed on."""
    away = string(enum=["absent", "resigned"])
    return {
        "stand_in": closed({**AT_TABLE["properties"], "bot": string(), "away": away}),
        "returned": AT_TABLE,
        "seat_offered": AT_TABLE,
        "offer_ended": AT_TABLE,
        "seat_taken": AT_TABLE,
    }


def _of_clocks() -> dict[str, Schema]:
    """What moves deadlines."""
    return {
        "deadlines_moved": closed({"turn": TURN, "deadlines": DEADLINES}),
        "vacation": closed({"seat": SEAT, **SPAN}),
        "pause_agreed": closed({"seat": SEAT, "length": LENGTH, "agreed": array(SEAT)}),
        "pause_dropped": closed({"seat": SEAT}),
        "paused": closed(SPAN),
        "pause_ended": closed({"seat": SEAT}),
        "go_on_voted": closed(
            {
                "seat": SEAT,
                "votes": array(SEAT, description="All who want to go on."),
                "of": integer("Players who have a vote; more than half of them decide.", minimum=1),
            }
        ),
        "going_on": closed({"seats": array(SEAT, description="Whose clocks stood still.")}),
        "clock_moved": closed({"seat": SEAT, "by": LENGTH, "ahead": LENGTH}),
    }


def _of_one_player() -> dict[str, Schema]:
    """What only the player hears whom it concerns."""
    entry = {"pointer": string("The entry."), "code": string(), "detail": string()}
    skipped = array(
        closed(entry), description="Entries of my order that did not fit, with the reason."
    )
    of_order = closed({"turn": TURN, "seat": SEAT, "action": ref("Action"), "skipped": skipped})
    return {
        "order_given": closed({"seat": SEAT, "order": rulings.any_of("order"), "at_once": BOOLEAN}),
        "order_taken_back": closed({"seat": SEAT}),
        "order_followed": of_order,
        "order_failed": of_order,
        "offered_to_you": closed({"seat": SEAT, "host": PARTICIPANT}),
        "seat_lost": AT_TABLE,
    }


def _camel(kind: str) -> str:
    return "".join(word.capitalize() for word in kind.split("_"))
