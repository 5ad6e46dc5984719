"""A finished game's record and all that stands in it, as JSON Schemas by name."""

from games.api import rulings
from games.api.event_schema import RECORDED_RESULT
from games.api.parts import (
    BOT_OR_NONE,
    COMMITMENT,
    DATA,
    ENTROPY_BY_SEAT,
    GAME_ID,
    OPTIONS,
    PARTICIPANT,
    PARTICIPANT_OR_NONE,
    PLAYERS,
    RULESET,
    SEAT,
    TURN,
)
from tideapi.rest.schemas import (
    Schema,
    answer,
    anything,
    array,
    integer,
    ref,
    string,
    time,
    titled,
)

RECORDS: dict[str, Schema] = {
    "PrivateEvent": answer(
        {
            "player": PARTICIPANT,
            "type": string("What has happened."),
            "at": time("When it happened."),
            "data": DATA,
        }
    ),
    "LoggedEvent": answer(
        {
            "number": integer("Its number in the log.", minimum=1),
            "type": string("What has happened."),
            "at": time("When it happened."),
            "data": DATA,
            "hash": string("The head of the log with this event."),
        }
    ),
    "Draw": answer(
        {
            "purpose": string("What it was drawn for."),
            "sides": integer("Sides of the die that was rolled.", minimum=1),
            "from": array({}, "The items as they lay."),
            "value": {"description": "What came of it: a number or a list."},
        },
        optional=["sides", "from"],
    ),
    "RecordedTurn": answer(
        {
            "number": TURN,
            **rulings.HEADING,
            "asked": array(SEAT, "Seats that were asked."),
            "chance": array(ref("Draw"), "What chance gave to open the turn."),
            "actions": array(ref("Played"), "What was played, by seat."),
            "private": titled(
                "PrivatePart",
                answer(
                    {
                        "salt": string("32 hexadecimal digits."),
                        "told": array(ref("PrivateEvent"), "What players were told alone."),
                    }
                ),
                "What the log has bound and not shown.",
            ),
            "opened_at": time("When it was opened."),
            "closed_at": time("When it was closed."),
        },
        optional=rulings.HEADING_OPTIONAL,
    ),
    "GameRecord": {
        **answer(
            {
                "format": string("`tideapi-record/1`."),
                "game": GAME_ID,
                "ruleset": RULESET,
                "rules_version": integer("Version of the ruleset with which it began.", minimum=1),
                "options": OPTIONS,
                "seats": array(PARTICIPANT_OR_NONE, "Who has played, by seat."),
                "bots": array(BOT_OR_NONE, "Which bot has played, by seat."),
                "fairness": titled(
                    "RecordedFairness",
                    answer(
                        {
                            "commitment": COMMITMENT,
                            "server_seed": string("32 bytes in hexadecimal digits."),
                            "entropy": ENTROPY_BY_SEAT,
                            "algorithm": string("How chance follows from the seed."),
                        }
                    ),
                    "From what all chance of the game has come.",
                ),
                "setup": titled(
                    "GameSetup", anything("How the table was set up, as the ruleset has it.")
                ),
                "turns": array(ref("RecordedTurn"), "All turns in order."),
                "end": titled(
                    "RecordedEnd",
                    answer(
                        {"chance": array(ref("Draw"), "What chance gave to close the last turn.")}
                    ),
                    "What came after the last turn.",
                ),
                "stages": array(
                    titled(
                        "RecordedStage",
                        answer(
                            {
                                "stage": integer("Number of the stage, from 1.", minimum=1),
                                "scores": array(integer(), "Points of this stage, by seat."),
                            }
                        ),
                        "A stage that is over.",
                    ),
                    "All stages in order.",
                ),
                "result": RECORDED_RESULT,
                "players": PLAYERS,
                "log": titled(
                    "RecordedLog",
                    answer(
                        {
                            "head": string("The head of the chain."),
                            "events": array(ref("LoggedEvent"), "All public events in order."),
                        }
                    ),
                    "The log of a finished game.",
                ),
            }
        ),
        **rulings.by_ruleset(options="options", setup="setup"),
    },
}
