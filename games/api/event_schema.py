"""The events of a game's log and of a player's feed, as JSON Schemas."""

from typing import Any

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
from games.ending import Reason
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


def events() -> dict[str, Schema]:
    turn = integer(minimum=1)
    bound = string("What the answer is bound to.")
    moved = closed({"turn": turn, "deadlines": DEADLINES})
    skipped = array(
        closed({"pointer": string("The entry."), "code": string(), "detail": string()}),
        description="Entries of my order that did not fit, with the reason.",
    )
    of_order = closed({"turn": turn, "seat": SEAT, "action": ref("Action"), "skipped": skipped})
    span = {"from": time(), "until": time()}
    length = string("An ISO 8601 duration.")
    at_table = closed({"seat": SEAT, "player": PARTICIPANT})
    text = {"seat": SEAT, "entropy": TEXT_HASH}
    own: dict[str, Any] = {
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
        "joined": closed({**at_table["properties"], "entropy": TEXT_HASH_OR_NONE}),
        "entropy_given": closed(text),
        "left": at_table,
        "host_changed": closed({"host": PARTICIPANT}),
        "cancelled": closed(
            {
                "reason": string(
                    "By its host, because nobody is left to play it, or because it was open too long.",
                    enum=list(Reason),
                )
            }
        ),
        "started": closed(
            {
                "seats": array(
                    closed(
                        {
                            "seat": SEAT,
                            "player": PARTICIPANT_OR_NONE,
                            "bot": {"type": ["string", "null"]},
                        }
                    )
                ),
                "entropy": ENTROPY_BY_SEAT,
            }
        ),
        "sealed": closed(
            {
                "turn": turn,
                "seat": SEAT,
                "commitment": bound,
                "replaces": {"type": ["string", "null"], "description": "The commitment before."},
            }
        ),
        "withdrawn": closed({"turn": turn, "seat": SEAT, "commitment": bound}),
        "turn_closed": closed(
            {
                "turn": turn,
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
        "deadlines_moved": moved,
        "stand_in": closed(
            {
                "seat": SEAT,
                "player": PARTICIPANT,
                "bot": string(),
                "away": string(enum=["absent", "resigned"]),
            }
        ),
        "returned": at_table,
        "seat_offered": at_table,
        "offer_ended": at_table,
        "seat_taken": at_table,
        "vacation": closed({"seat": SEAT, **span}),
        "pause_agreed": closed({"seat": SEAT, "length": length, "agreed": array(SEAT)}),
        "pause_dropped": closed({"seat": SEAT}),
        "paused": closed(span),
        "pause_ended": closed({"seat": SEAT}),
        "go_on_voted": closed(
            {
                "seat": SEAT,
                "votes": array(SEAT, description="All who want to go on."),
                "of": integer("Players who have a vote; more than half of them decide.", minimum=1),
            }
        ),
        "going_on": closed({"seats": array(SEAT, description="Whose clocks stood still.")}),
        "clock_moved": closed({"seat": SEAT, "by": length, "ahead": length}),
    }
    private: dict[str, Any] = {
        "order_given": closed({"seat": SEAT, "order": rulings.any_of("order"), "at_once": BOOLEAN}),
        "order_taken_back": closed({"seat": SEAT}),
        "order_followed": of_order,
        "order_failed": of_order,
        "offered_to_you": closed({"seat": SEAT, "host": PARTICIPANT}),
        "seat_lost": at_table,
    }
    found = {f"Event{_camel(kind)}": rulings.event(kind, data) for kind, data in own.items()}
    found |= {
        f"Event{_camel(kind)}": rulings.private_event(kind, data) for kind, data in private.items()
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


def _camel(kind: str) -> str:
    return "".join(word.capitalize() for word in kind.split("_"))
