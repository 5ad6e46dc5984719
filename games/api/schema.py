"""The bodies of the games' calls, as JSON Schemas by name."""

from games.api import rulings, webhook_schema
from games.api.event_schema import RESULT, events
from games.api.parts import (
    ABSENCE,
    ABSENCE_KEPT,
    CLOCK,
    COMMITMENT,
    ENTROPY,
    ENTROPY_BY_SEAT,
    LENGTH,
    PARTICIPANT,
    PARTICIPANT_OR_NONE,
    PLAYERS,
    SEAT,
    START,
    TEXT_HASH,
    USERNAME_OR_NONE,
)
from games.models import Game, Submission
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

STATUS = string(enum=list(Game.Status.values))
OPTIONS: Schema = {"type": "object", "description": "As the ruleset's schema says."}
# What POST /games is read by; in the document `options` is spelt out for each ruleset.
NEW_GAME = closed(
    {
        "ruleset": string("Id of the ruleset.", maxLength=40, pattern=r"^[^\u0000]*$"),
        "options": OPTIONS,
        "seats": integer("Seats wanted.", minimum=1, maximum=100),
        "bots": array(text("Name of a bot.", 40), maxItems=20),
        "clock": CLOCK,
        "absence": ABSENCE,
        "private": BOOLEAN,
        "start": START,
    },
    optional=["options", "bots", "clock", "absence", "private", "start"],
)

_MOMENT: Schema = {"type": ["string", "null"], "format": "date-time"}
_CLOCK = closed(
    {
        **CLOCK["properties"],
        "ahead": {
            "type": ["string", "null"],
            "description": "How far a test has moved the game's time forward, in a sandbox.",
        },
    }
)
_BANK: Schema = {
    "type": ["string", "null"],
    "description": "An ISO 8601 duration; null where the game has no time banks.",
}
_BY = string("Who chose it.", enum=list(Submission.By.values))
_FALLBACK_BY: Schema = {
    "type": ["string", "null"],
    "enum": ["clock", "order", None],
    "description": "Whether the fallback comes from my standing order.",
}
_SUMMARY: Schema = {
    "id": string(),
    "ruleset": string(),
    "options": rulings.any_of("options"),
    "status": STATUS,
    "private": BOOLEAN,
    "host": string("Username."),
    "size": integer("Seats wanted.", minimum=1),
    "start": START,
    "seats": array(
        closed(
            {
                "seat": SEAT,
                "player": USERNAME_OR_NONE,
                "participant": PARTICIPANT_OR_NONE,
                "bot": {
                    "type": ["string", "null"],
                    "description": "Name of the bot, if it is one, or if one stands in.",
                },
                "score": integer("Points so far."),
                "away": {
                    "type": ["string", "null"],
                    "enum": ["absent", "resigned", None],
                    "description": "Why a bot stands in for the player; null where none does.",
                },
                "missed": integer("Turns in a row that the player has missed.", minimum=0),
                "bank": {**_BANK, "description": "Left after her last turn; null without banks."},
                "offered_to": USERNAME_OR_NONE,
            }
        ),
        description="The seats that are taken.",
    ),
    "clock": _CLOCK,
    "absence": ABSENCE_KEPT,
    "log": ref("Log"),
    "stage": {"type": ["integer", "null"], "description": "From 1; null before the start."},
    "stages": {"type": ["integer", "null"]},
    "created_at": time(),
    "started_at": _MOMENT,
    "ended_at": _MOMENT,
}
_NONCE = string("Opens the commitment: 32 hexadecimal digits.")
_QUESTION = closed(
    {
        "game": string("Id of the game."),
        "ruleset": string(),
        "turn": integer(minimum=1),
        "seat": SEAT,
        "opened_at": time(),
        "due_at": time("My own deadline, with all that is in my bank."),
        "bank": {**_BANK, "description": "What my bank held when I was asked."},
        "legal_actions": array(ref("Action")),
        "fallback": {
            **nullable(ref("Action")),
            "description": "What is played for me if I do not answer.",
        },
        "fallback_by": _FALLBACK_BY,
        "submission": nullable(ref("Receipt")),
    }
)


def schemas() -> dict[str, Schema]:
    of_games = {**rulings.schemas(), **events()}
    return {**_SCHEMAS, **of_games, **webhook_schema.schemas(of_games)}


_SCHEMAS: dict[str, Schema] = {
    "NewGame": {
        **NEW_GAME,
        "properties": {**NEW_GAME["properties"], "options": rulings.any_of("options")},
    },
    "Joining": closed({"entropy": ENTROPY}, optional=["entropy"]),
    "Text": closed({"entropy": ENTROPY}),
    "TextReceipt": closed(
        {
            "game": string("Id of the game."),
            "seat": SEAT,
            "participant": {**PARTICIPANT, "description": "Who gave it, as the log knows her."},
            "entropy": TEXT_HASH,
            "given_at": time(),
        }
    ),
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
            "pause": {
                **nullable(ref("Pause")),
                "description": "The pause that is proposed, or agreed and not over.",
            },
            "vacations": array(
                closed({"seat": SEAT, "from": time(), "until": time()}),
                description="Vacations, begun or to come, that stop the clock of a seat.",
            ),
            "fairness": closed(
                {
                    "commitment": COMMITMENT,
                    "entropy": ENTROPY_BY_SEAT,
                }
            ),
            "result": nullable(RESULT),
        }
    ),
    "Asked": closed(
        {"seat": SEAT, "answered": BOOLEAN, "due_at": time("The seat's own deadline.")}
    ),
    "Pause": closed(
        {
            "length": string("An ISO 8601 duration."),
            "agreed": array(SEAT, description="Seats that have agreed."),
            "from": {**_MOMENT, "description": "Null until all have agreed."},
            "until": _MOMENT,
        }
    ),
    "Offer": closed({"player": string("Username.")}),
    "Pausing": closed({"length": LENGTH}),
    "Forward": closed({"by": LENGTH}),
    "NewVacation": closed({"from": time(), "until": time()}, optional=["from"]),
    "Vacation": closed({"id": string(), "from": time(), "until": time(), "announced_at": time()}),
    "Vacations": closed(
        {
            "results": array(ref("Vacation")),
            "allowance": closed(
                {
                    "days_a_year": integer(minimum=0),
                    "years": array(
                        closed({"year": integer(), "left": string("An ISO 8601 duration.")})
                    ),
                }
            ),
        }
    ),
    "GivingOrder": closed(
        {
            "order": rulings.any_of("order"),
            "at_once": {
                "type": "boolean",
                "description": "Play it as soon as I am asked, not at the deadline; not if left out.",
            },
        },
        optional=["at_once"],
    ),
    "StandingOrder": closed(
        {
            "game": string("Id of the game."),
            "seat": SEAT,
            "order": rulings.any_of("order"),
            "at_once": BOOLEAN,
            "given_at": time(),
        }
    ),
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
            "by": _BY,
            "nonce": _NONCE,
        }
    ),
    "Log": closed(
        {
            "events": integer("The number of the newest event.", minimum=1),
            "head": string("Its hash: the head of the chain."),
        }
    ),
    "Proof": closed(
        {
            "game": string("Id of the game."),
            "status": STATUS,
            "commitment": COMMITMENT,
            "entropy": ENTROPY_BY_SEAT,
            "algorithm": string(),
            "server_seed": {
                "type": ["string", "null"],
                "description": "64 hexadecimal digits, when the game is over.",
            },
            "log": ref("Log"),
        }
    ),
    "Told": closed(
        {
            "player": PARTICIPANT,
            "type": string(),
            "at": time(),
            "data": {"type": "object"},
        }
    ),
    "LoggedEvent": closed(
        {
            "number": integer(minimum=1),
            "type": string(),
            "at": time(),
            "data": {"type": "object"},
            "hash": string(),
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
            "by": _BY,
            "commitment": string("What the answer is bound to, in all eyes."),
            "nonce": _NONCE,
            "receipt": string("Names this sealed answer; a replaced answer has another."),
            "sealed_at": time(),
        }
    ),
    "Withdrawal": closed(
        {
            "game": string("Id of the game."),
            "turn": integer(minimum=1),
            "seat": SEAT,
            "commitment": string("What the answer that was taken back was bound to."),
            "withdrawn_at": time(),
        }
    ),
    "Question": _QUESTION,
    "QuestionPage": page(ref("Question")),
    "Stage": rulings.any_of("stage"),
    "StagePage": page(ref("Stage")),
    "Drawn": closed(
        {
            "purpose": string("What it was drawn for."),
            "sides": integer("Of the die that was rolled.", minimum=1),
            "from": array({}, description="The items as they lay."),
            "value": {"description": "Number or list."},
        },
        optional=["sides", "from"],
    ),
    "Record": closed(
        {
            "format": {"const": "tideapi-record/1"},
            "game": string(),
            "ruleset": string(),
            "rules_version": integer(minimum=1),
            "options": rulings.any_of("options"),
            "seats": array(PARTICIPANT_OR_NONE),
            "bots": array({"type": ["string", "null"]}),
            "fairness": closed(
                {
                    "commitment": COMMITMENT,
                    "server_seed": string("32 bytes in hexadecimal digits."),
                    "entropy": ENTROPY_BY_SEAT,
                    "algorithm": string(),
                }
            ),
            "setup": rulings.any_of("setup"),
            "turns": array(rulings.any_of("recorded_turn")),
            "end": closed({"chance": array(ref("Drawn"))}),
            "stages": array(closed({"stage": integer(minimum=1), "scores": array(integer())})),
            "result": RESULT,
            "players": PLAYERS,
            "log": closed({"head": string(), "events": array(ref("LoggedEvent"))}),
        }
    ),
}
