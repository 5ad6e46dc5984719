"""The bodies of the games' calls, as JSON Schemas by name."""

from games.api import event_schema, home, parts, rulings, webhook_schema
from games.api.analysis_schema import ANALYSES
from games.api.event_schema import RESULT
from games.api.parts import (
    ABSENCE_KEPT,
    BANK_OR_NONE,
    CLOCK,
    COMMITMENT,
    DURATION,
    ENTROPY_BY_SEAT,
    FALLBACK_BY,
    GAME_ID,
    MY_DEADLINE,
    OPTIONS,
    ORDER,
    PARTICIPANT,
    PARTICIPANT_OR_NONE,
    RULESET,
    SEAT,
    SPAN_FIELDS,
    START,
    STATUS,
    TEXT_HASH,
    TURN,
    USERNAME_OR_NONE,
)
from games.api.record_schema import RECORDS
from games.api.request_schema import REQUESTS
from games.models import Submission
from players.models import Player
from tideapi.rest.schemas import (
    Schema,
    answer,
    anything,
    array,
    boolean,
    integer,
    known,
    known_or_null,
    nullable,
    page,
    ref,
    string,
    string_or_null,
    time,
    time_or_null,
    titled,
)

_BY = known("Who chose it.", Submission.By.values)
_NONCE = string("Opens the commitment: 32 hexadecimal digits.")
_SEAT_OF_GAME = titled(
    "GameSeat",
    answer(
        {
            "seat": SEAT,
            "player": USERNAME_OR_NONE,
            "account": known_or_null(
                "Whose account the player's is; null where nobody has the seat but a bot of the server.",
                Player.Kind.values,
            ),
            "participant": PARTICIPANT_OR_NONE,
            "bot": string_or_null("Name of the bot, if it is one, or if one stands in."),
            "score": integer("Points so far."),
            "away": known_or_null(
                "Why a bot stands in for the player; null where none does.", ["absent", "resigned"]
            ),
            "missed": integer("Sittings in a row that the player has missed.", minimum=0),
            "bank": string_or_null(
                "What was left in her bank after her last turn, an ISO 8601 duration; null without banks."
            ),
            "offered_to": string_or_null(
                "Username of whom the seat is offered to; null for nobody."
            ),
        }
    ),
    "A seat that is taken.",
)
_SUMMARY: Schema = {
    "id": GAME_ID,
    "ruleset": RULESET,
    "options": OPTIONS,
    "status": STATUS,
    "private": boolean("Whether it is kept out of all lists."),
    "bot_accounts": boolean("Whether accounts of bots may take seats."),
    "messages": boolean("Whether those at the table can write to each other."),
    "rematch_of": string_or_null("Id of the finished game of which it is the rematch; or null."),
    "host": string("Username of the host."),
    "seat_count": integer("Seats at the table.", minimum=1),
    "start": START,
    "seats": array(_SEAT_OF_GAME, "The seats that are taken."),
    "clock": CLOCK,
    "absence": ABSENCE_KEPT,
    "log": ref("GameLog"),
    "stage": {"type": ["integer", "null"], "description": "From 1; null before the start."},
    "stages": {
        "type": ["integer", "null"],
        "description": "How many there are at most; null before the start.",
    },
    "turn": nullable(ref("OpenTurn"), "The open turn; null unless the game is running."),
    "created_at": time("When it was opened."),
    "started_at": time_or_null("When it started; null before."),
    "ended_at": time_or_null("When it was over or cancelled; null before."),
}
_GAME: Schema = {
    **_SUMMARY,
    "table": nullable(
        titled("GameTable", anything("What all may see of the table, as the ruleset has it.")),
        "What all may see of the table, as the ruleset has it; null before the start, and in a private game "
        "without `game:read`.",
    ),
    "mine": nullable(
        ref("MyView"), "What only my seat may see; null for others, and without `game:read`."
    ),
    "pause": nullable(ref("GamePause"), "The pause that is proposed, or agreed and not over."),
    "vacations": array(
        titled(
            "SeatVacation",
            answer({"seat": SEAT, **SPAN_FIELDS}),
            "A vacation that stops the clock of a seat.",
        ),
        "Vacations, begun or to come, that stop the clock of a seat.",
    ),
    "fairness": titled(
        "GameFairness",
        answer({"commitment": COMMITMENT, "entropy": ENTROPY_BY_SEAT}),
        "What the deal is bound to.",
    ),
    "result": nullable(RESULT, "How it has ended; null before the end."),
}
_QUESTION = answer(
    {
        "game": GAME_ID,
        "ruleset": RULESET,
        "turn": TURN,
        "seat": SEAT,
        "decision": parts.DECISION,
        "opened_at": time("When it was asked."),
        "due_at": time(MY_DEADLINE),
        "bank": BANK_OR_NONE,
        "legal_actions": array(ref("Action"), "All that I may answer: two at least."),
        "fallback": nullable(ref("Action"), "What is played for me if I do not answer."),
        "fallback_by": FALLBACK_BY,
        "submission": nullable(ref("Receipt"), "What I have sealed; null if nothing."),
        "view": {**ref("Game"), "description": "The game as I may see it, with `include=game`."},
    },
    optional=["view"],
)
_STAGE = {**rulings.own("sealed"), **rulings.own("shown")}
_JSON_SCHEMA = titled("JsonSchema", anything("A JSON Schema (2020-12)."))
_LIMITS = titled(
    "SeatLimits",
    answer(
        {
            "least": integer("The fewest.", minimum=1),
            "most": integer("The most.", minimum=1),
        }
    ),
    "How many can play.",
)
_EDITION = titled(
    "Edition",
    answer({"id": string("What `edition` in the options is."), "players": _LIMITS}),
    "A variant of a game.",
)


def schemas() -> dict[str, Schema]:
    """All schemas of games, events and webhooks by name."""
    of_events = event_schema.schemas()
    of_webhooks = webhook_schema.schemas(of_events["FeedEvent"])
    return {**_SCHEMAS, **rulings.schemas(), **of_events, **of_webhooks}


_OF_RULESETS: dict[str, Schema] = {
    "Ruleset": answer(
        {
            "id": RULESET,
            "name": string("The game's title."),
            "version": integer(
                "Raised whenever a running game would go on differently.", minimum=1
            ),
            "players": _LIMITS,
            "editions": array(
                _EDITION, "Its variants, the usual one first; none where it has none."
            ),
            "bots": array(string("Name of a bot."), "The bots that play it, the weakest first."),
            "levels": parts.LEVELS,
            "decisions": parts.DECISIONS,
            "options": {**_JSON_SCHEMA, "description": "JSON Schema of the options."},
            # The generator for Go loses the name of objects that are values of a map.
            "actions": titled("JsonSchemas", anything("JSON Schema of every action, by its type.")),
            "order": nullable(
                _JSON_SCHEMA, "JSON Schema of a standing order; null where the game has none."
            ),
        }
    ),
    "RulesetPage": page(ref("Ruleset")),
}

_OF_GAMES: dict[str, Schema] = {
    "GameSummary": {**answer(_SUMMARY), **rulings.by_ruleset(options="options")},
    "GamePage": page(ref("GameSummary")),
    "MyGame": titled("MyGame", answer({**_SUMMARY, "mine": parts.MY_PART}), "A game of mine."),
    "MyGamePage": page(ref("MyGame"), last=parts.FEED_LAST),
    "ReadMark": home.READ,
    "Game": {
        **answer(_GAME),
        **rulings.by_ruleset(options="options", table="table"),
    },
    "MyView": answer({**rulings.MINE, **rulings.own("mine")}, optional=rulings.own("mine")),
    "GameLog": {
        "description": "How far the game's log goes.",
        **answer(
            {
                "events": integer("The number of the newest event.", minimum=1),
                "head": string("Its hash: the head of the chain."),
            }
        ),
    },
    "Note": answer(
        {
            "game": GAME_ID,
            "text": string("What I have noted."),
            "created_at": time("When the note was set."),
        }
    ),
    "EntropyReceipt": answer(
        {
            "game": GAME_ID,
            "seat": SEAT,
            "participant": {**PARTICIPANT, "description": "Who gave it, as the log knows her."},
            "entropy": TEXT_HASH,
            "given_at": time("When it was given."),
        }
    ),
    "Proof": answer(
        {
            "game": GAME_ID,
            "status": STATUS,
            "commitment": COMMITMENT,
            "entropy": ENTROPY_BY_SEAT,
            "algorithm": string("How chance follows from the seed."),
            "server_seed": string_or_null(
                "64 hexadecimal digits, when the game is over; null before."
            ),
            "log": ref("GameLog"),
        }
    ),
    "GameStage": answer(
        {
            "stage": integer("Number of the stage, from 1.", minimum=1),
            "scores": array(integer(), "Points of this stage, by seat."),
            "ended_at": time("When it was over."),
            **_STAGE,
        },
        optional=_STAGE,
    ),
    "GameStagePage": page(ref("GameStage")),
}

_OF_PEOPLE: dict[str, Schema] = {
    "Invitation": answer(
        {
            "code": string("The code, by which the invitation is accepted."),
            "url": string("Where anybody who may can look at it.", format="uri"),
            "by": string("Username of who has invited."),
            "player": string_or_null("Username of whom it is for; null for a link."),
            "uses_left": {
                "type": ["integer", "null"],
                "description": "How often the link can still be used, for who has made it; or null.",
            },
            "created_at": time("When it was created."),
            "expires_at": time_or_null("Until when the link is good; null for one by name."),
            "declined_at": time_or_null(
                "When it was declined; null if it was not, and without `message:read`."
            ),
            "table": titled(
                "InvitedTable",
                answer(
                    {
                        "game": GAME_ID,
                        "ruleset": RULESET,
                        "options": OPTIONS,
                        "host": string(
                            "Username of the host; of a private game that is open no more, `by`."
                        ),
                        "seat_count": integer("Seats at the table.", minimum=1),
                        "start": START,
                        "private": boolean("Whether it is kept out of all lists."),
                        "messages": boolean("Whether those at the table can write to each other."),
                        "clock": CLOCK,
                        "absence": ABSENCE_KEPT,
                        "rematch_of": string_or_null(
                            "Id of the finished game of which it is the rematch; or null."
                        ),
                    }
                ),
                "What one is invited to.",
            ),
        }
    ),
    "InvitationPage": page(ref("Invitation")),
    "TableMessage": answer(
        {
            "id": string("Id of the message."),
            "player": string("Username of who has written it."),
            "text": string_or_null("What she has written; null if she has deleted it."),
            "created_at": time("When it was posted."),
            "deleted_at": time_or_null("When it was deleted; null if it was not."),
            "folded": boolean("Whether I have blocked or muted her: show it only if I ask for it."),
        }
    ),
    "TableMessagePage": page(ref("TableMessage")),
}

_OF_TURNS: dict[str, Schema] = {
    "Asked": answer(
        {
            "seat": SEAT,
            "answered": boolean("Whether it has answered."),
            "due_at": time("The seat's own deadline."),
        }
    ),
    "OpenTurn": answer(
        {
            "number": TURN,
            "decision": parts.DECISION_OR_NONE,
            "opened_at": time("When it was opened."),
            "due_at": time("The last of the deadlines."),
            "asked": array(ref("Asked"), "The seats that are asked."),
        }
    ),
    "Played": answer({"seat": SEAT, "action": ref("Action"), "by": _BY, "nonce": _NONCE}),
    "Turn": answer(
        {
            "game": GAME_ID,
            "number": TURN,
            **rulings.HEADING,
            "opened_at": time("When it was opened."),
            "due_at": time("The last of the deadlines."),
            "closed_at": time_or_null("When it was closed; null while it is open."),
            "asked": array(ref("Asked"), "The seats that are asked."),
            "actions": nullable(array(ref("Played")), "What was played; null while it is open."),
            "mine": nullable(
                ref("MyView"),
                "What only my seat may see; null for others, and for all but the newest turn of a game.",
            ),
        },
        optional=rulings.HEADING_OPTIONAL,
    ),
    "Receipt": answer(
        {
            "game": GAME_ID,
            "turn": TURN,
            "seat": SEAT,
            "action": ref("Action"),
            "by": _BY,
            "commitment": string("What the answer is bound to, in all eyes."),
            "nonce": _NONCE,
            "receipt": string("Names this sealed answer; a replaced answer has another."),
            "sealed_at": time("When it was sealed."),
        }
    ),
    "Withdrawal": answer(
        {
            "game": GAME_ID,
            "turn": TURN,
            "seat": SEAT,
            "commitment": string("What the answer that was taken back was bound to."),
            "withdrawn_at": time("When it was taken back."),
        }
    ),
    "Question": _QUESTION,
    "QuestionPage": page(ref("Question")),
}

_OF_ABSENCE: dict[str, Schema] = {
    "GamePause": answer(
        {
            "length": DURATION,
            "agreed": array(SEAT, "Seats that have agreed."),
            "from": time_or_null("When it begins; null until all have agreed."),
            "until": time_or_null("When it is over; null until all have agreed."),
        }
    ),
    "Vacation": answer(
        {
            "id": string("Id of the vacation."),
            **SPAN_FIELDS,
            "created_at": time("When it was announced."),
        }
    ),
    "VacationList": answer(
        {
            "results": array(
                ref("Vacation"), "My vacations of this year and later, also those that are over."
            ),
            "allowance": titled(
                "VacationAllowance",
                answer(
                    {
                        "days_a_year": integer("Days that each player has in a year.", minimum=0),
                        "years": array(
                            titled(
                                "YearsAllowance",
                                answer(
                                    {
                                        "year": integer("The year."),
                                        "left": string("What is left, an ISO 8601 duration."),
                                    }
                                ),
                                "What is left of one year's allowance.",
                            ),
                            "This year and the next.",
                        ),
                    }
                ),
                "How much vacation I may still announce.",
            ),
        }
    ),
    "StandingOrder": answer(
        {
            "game": GAME_ID,
            "seat": SEAT,
            "order": ORDER,
            "at_once": boolean("Whether it is played as soon as I am asked."),
            "created_at": time("When the order was set."),
        }
    ),
}

_SCHEMAS = {
    **REQUESTS,
    **_OF_RULESETS,
    **_OF_GAMES,
    **_OF_PEOPLE,
    **_OF_TURNS,
    **_OF_ABSENCE,
    **RECORDS,
    **ANALYSES,
}
