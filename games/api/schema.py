"""The bodies of the games' calls, as JSON Schemas by name."""

from typing import Any

from games.api import rulings
from games.models import Game, Submission
from games.rules import registry
from tideapi.rest.schemas import (
    BOOLEAN,
    Schema,
    array,
    closed,
    integer,
    nullable,
    page,
    ref,
    string,
    text,
    time,
)

SEAT = integer("Seats count from 0.", minimum=0)
STATUS = string(enum=list(Game.Status.values))
USERNAME_OR_NONE: Schema = {"type": ["string", "null"], "description": "Username."}
OPTIONS: Schema = {"type": "object", "description": "As the ruleset's schema says."}
ENTROPY = text("Text of the player's own that goes into the game's seed.", 200)
PER_TURN = string("An ISO 8601 duration in whole seconds.", maxLength=40, pattern=r"^P[0-9DTHMS]+$")

# What POST /games is read by; in the document `options` is spelt out for each ruleset.
NEW_GAME = closed(
    {
        "ruleset": string("Id of the ruleset.", maxLength=40, pattern=r"^[^\u0000]*$"),
        "options": OPTIONS,
        "seats": integer("Seats wanted.", minimum=1, maximum=100),
        "bots": array(text("Name of a bot.", 40), maxItems=20),
        "clock": closed({"per_turn": PER_TURN}),
        "private": BOOLEAN,
        "entropy": ENTROPY,
    },
    optional=["options", "bots", "clock", "private", "entropy"],
)

_MOMENT: Schema = {"type": ["string", "null"], "format": "date-time"}
_CLOCK = closed({"per_turn": string("An ISO 8601 duration.")})
_SUMMARY: Schema = {
    "id": string(),
    "ruleset": string(),
    "options": rulings.any_of("options"),
    "status": STATUS,
    "private": BOOLEAN,
    "host": string("Username."),
    "size": integer("Seats wanted.", minimum=1),
    "seats": array(
        closed(
            {
                "seat": SEAT,
                "player": USERNAME_OR_NONE,
                "bot": {
                    "type": ["string", "null"],
                    "description": "Name of the bot, if it is one.",
                },
                "score": integer("Points so far."),
            }
        ),
        description="The seats that are taken.",
    ),
    "clock": _CLOCK,
    "stage": {"type": ["integer", "null"], "description": "From 1; null before the start."},
    "stages": {"type": ["integer", "null"]},
    "created_at": time(),
    "started_at": _MOMENT,
    "ended_at": _MOMENT,
}
_RESULT = closed(
    {
        "scores": array(integer(), description="By seat."),
        "winners": array(SEAT, description="Seats that share the win."),
    }
)
_COMMITMENT = string("SHA-256 of the server's seed, published before anybody joined.")
_QUESTION = closed(
    {
        "game": string("Id of the game."),
        "ruleset": string(),
        "turn": integer(minimum=1),
        "seat": SEAT,
        "opened_at": time(),
        "due_at": time(),
        "legal_actions": array(ref("Action")),
        "fallback": {**nullable(ref("Action")), "description": "What the clock plays for me."},
        "submission": nullable(ref("Receipt")),
    }
)


def schemas() -> dict[str, Schema]:
    return {**rulings.schemas(), **_SCHEMAS, **_events()}


_SCHEMAS: dict[str, Schema] = {
    "NewGame": {
        **NEW_GAME,
        "properties": {**NEW_GAME["properties"], "options": rulings.any_of("options")},
    },
    "Joining": closed({"entropy": ENTROPY}, optional=["entropy"]),
    "Ruleset": closed(
        {
            "id": string(),
            "name": string(),
            "version": integer(minimum=1),
            "players": closed({"least": integer(minimum=1), "most": integer(minimum=1)}),
            "editions": array(
                closed(
                    {
                        "id": string(),
                        "players": closed({"least": integer(), "most": integer()}),
                    }
                )
            ),
            "bots": array(string("Names of the bots that play it.")),
            "options": {"type": "object", "description": "JSON Schema of the options."},
            "actions": {
                "type": "object",
                "description": "JSON Schema of every action, by its type.",
                "additionalProperties": {"type": "object"},
            },
        }
    ),
    "RulesetPage": page(ref("Ruleset")),
    "GameSummary": closed(_SUMMARY),
    "GamePage": page(ref("GameSummary")),
    "Game": closed(
        {
            **_SUMMARY,
            "turn": nullable(ref("OpenTurn")),
            "table": nullable(rulings.any_of("table")),
            "mine": nullable(rulings.any_of("mine")),
            "fairness": closed(
                {
                    "commitment": _COMMITMENT,
                    "entropy": nullable(array(string(), description="By seat, from the start on.")),
                }
            ),
            "result": nullable(_RESULT),
        }
    ),
    "Asked": closed({"seat": SEAT, "answered": BOOLEAN}),
    "OpenTurn": closed(
        {
            "number": integer(minimum=1),
            "opened_at": time(),
            "due_at": time(),
            "asked": array(ref("Asked")),
        }
    ),
    "Played": closed(
        {
            "seat": SEAT,
            "action": ref("Action"),
            "by": string("Who chose it.", enum=list(Submission.By.values)),
        }
    ),
    "Turn": rulings.any_of("turn"),
    "Sealing": closed({"action": ref("Action")}),
    "Receipt": closed(
        {
            "game": string("Id of the game."),
            "turn": integer(minimum=1),
            "seat": SEAT,
            "action": ref("Action"),
            "receipt": string("Names this sealed answer; a replaced answer has another."),
            "sealed_at": time(),
        }
    ),
    "Question": _QUESTION,
    "QuestionPage": page(ref("Question")),
    "Stage": rulings.any_of("stage"),
    "StagePage": page(ref("Stage")),
    "Drawn": closed(
        {"purpose": string("What it was drawn for."), "value": {"description": "Number or list."}}
    ),
    "Record": closed(
        {
            "format": {"const": "tideapi-record/1"},
            "game": string(),
            "ruleset": string(),
            "rules_version": integer(minimum=1),
            "options": rulings.any_of("options"),
            "seats": array(USERNAME_OR_NONE),
            "bots": array({"type": ["string", "null"]}),
            "fairness": closed(
                {
                    "commitment": _COMMITMENT,
                    "server_seed": string("32 bytes in hexadecimal digits."),
                    "entropy": array(string()),
                    "algorithm": string(),
                }
            ),
            "setup": rulings.any_of("setup"),
            "turns": array(rulings.any_of("recorded_turn")),
            "end": closed({"chance": array(ref("Drawn"))}),
            "stages": array(closed({"stage": integer(minimum=1), "scores": array(integer())})),
            "result": _RESULT,
        }
    ),
}


def _events() -> dict[str, Schema]:
    turn = integer(minimum=1)
    seat_in_turn = closed({"turn": turn, "seat": SEAT})
    at_table = closed({"seat": SEAT, "player": string("Username.")})
    own: dict[str, Any] = {
        "created": closed(
            {
                "host": string("Username."),
                "ruleset": string(),
                "seats": integer("Seats wanted.", minimum=1),
                "bots": array(string()),
            }
        ),
        "joined": at_table,
        "left": at_table,
        "host_changed": closed({"host": string("Username.")}),
        "cancelled": closed({}),
        "started": closed(
            {
                "seats": array(
                    closed(
                        {
                            "seat": SEAT,
                            "player": USERNAME_OR_NONE,
                            "bot": {"type": ["string", "null"]},
                        }
                    )
                )
            }
        ),
        "sealed": seat_in_turn,
        "withdrawn": seat_in_turn,
        "turn_closed": closed({"turn": turn, "actions": array(ref("Played"))}),
        "finished": _RESULT,
    }
    found = {f"Event{_camel(kind)}": rulings.event(kind, data) for kind, data in own.items()}
    of_rules = [
        rulings.name(rules, part)
        for rules in registry.RULESETS.values()
        for part in ("turn_opened", *(f"event_{kind}" for kind in rules.schemas.events))
    ]
    found["Event"] = {"anyOf": [ref(one) for one in (*found, *of_rules)]}
    found["EventPage"] = page(ref("Event"))
    return found


def _camel(kind: str) -> str:
    return "".join(word.capitalize() for word in kind.split("_"))
