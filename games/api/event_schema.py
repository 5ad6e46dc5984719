"""The events of a game's log and of a player's feed, as JSON Schemas.

All events have one envelope, of which a client generated today can read one of tomorrow; what `data` is
for each type stands beside it as a condition. Why so: docs/why.md#open-answers.
"""

from games.api import rulings
from games.api.parts import (
    ABSENCE_KEPT,
    BOT_OR_NONE,
    CLOCK_KEPT,
    COMMITMENT,
    DATA,
    DEADLINES,
    DURATION,
    ENTROPY_BY_SEAT,
    FEED_LAST,
    GAME_ID,
    OPTIONS,
    ORDER,
    PARTICIPANT,
    PARTICIPANT_OR_NONE,
    PLAYERS,
    RULESET,
    SEAT,
    SPAN_FIELDS,
    START,
    TEXT_HASH,
    TEXT_HASH_OR_NONE,
    TURN,
)
from games.api.webhook_schema import DISABLED, RECEIVER_DISABLED
from games.play.cancellation import Reason
from tideapi.rest.schemas import (
    KNOWN,
    Schema,
    answer,
    array,
    boolean,
    depending,
    having,
    integer,
    known,
    page,
    ref,
    string,
    string_or_null,
    time,
    titled,
)

RESULT_FIELDS: Schema = {
    "scores": array(integer(), "Points, by seat."),
    "winners": array(SEAT, "Seats that share the win."),
}
RESULT = titled(
    "GameResult",
    answer(
        {
            **RESULT_FIELDS,
            "ranks": array(
                integer(minimum=1), "Places, by seat: 1 for the winners; equal points share one."
            ),
        }
    ),
    "The points, places and winners of a finished game.",
)
RECORDED_RESULT = titled("RecordedResult", answer(RESULT_FIELDS), "How a recorded game has ended.")
AT_TABLE: Schema = {"seat": SEAT, "player": PARTICIPANT}
BOUND = string("What the answer is bound to.")
ONE_SEAT = answer({"seat": SEAT})
STOPPED = answer(SPAN_FIELDS)


def schemas() -> dict[str, Schema]:
    """The envelope of events, pages of them, and the data of each type, by their names in the document."""
    data = {rulings.camel(kind, "data"): schema for kind, schema in _by_type().items()}
    event = answer(
        {
            "number": integer("Its place in this feed.", minimum=1),
            "game": string_or_null(
                "Id of the game; null for an event of my account, and between people."
            ),
            "event": {
                "type": ["integer", "null"],
                "minimum": 1,
                "description": "Its number in the game's own log; null for what I alone am told.",
            },
            "type": string("What has happened.", **{KNOWN: types()}),
            "at": time("When it happened."),
            "data": DATA,
            "players": PLAYERS,
            "hash": string_or_null(
                "The head of the game's log with this event; null for what I alone am told."
            ),
        }
    )
    event["description"] = "Something that has happened."
    cases = {kind: having({"data": _data(kind)}) for kind in types()}
    return {
        **data,
        "FeedEvent": {**event, **depending("type", cases)},
        "EventPage": page(EVENT, last=FEED_LAST),
    }


EVENT = ref("FeedEvent")


def types() -> list[str]:
    """All types of event."""
    return sorted({*_by_type(), *rulings.event_data()})


def _data(kind: str) -> Schema:
    """What stands in `data` of an event of this type."""
    if kind in _by_type():
        return ref(rulings.camel(kind, "data"))
    names = rulings.event_data()[kind]
    return ref(names[0]) if len(names) == 1 else {"anyOf": [ref(name) for name in names]}


def _by_type() -> dict[str, Schema]:
    """The data of every type of event that is no ruleset's own."""
    return {
        **_of_lobbies(),
        **_of_turns(),
        **_of_seats(),
        **_of_clocks(),
        **_of_one_player(),
        **_of_people(),
        "webhook_disabled": DISABLED,
        "receiver_disabled": RECEIVER_DISABLED,
    }


def _of_lobbies() -> dict[str, Schema]:
    """Until a game starts or is called off."""
    started_seat = {"seat": SEAT, "player": PARTICIPANT_OR_NONE, "bot": BOT_OR_NONE}
    return {
        "created": {
            **answer(
                {
                    "host": PARTICIPANT,
                    "ruleset": RULESET,
                    "options": OPTIONS,
                    "seats": integer("Seats wanted.", minimum=1),
                    "bots": array(string("Name of a bot."), "The bots that play."),
                    "commitment": COMMITMENT,
                    "start": START,
                    "clock": CLOCK_KEPT,
                    "absence": ABSENCE_KEPT,
                }
            ),
            **rulings.by_ruleset(options="options"),
        },
        "joined": answer({**AT_TABLE, "entropy": TEXT_HASH_OR_NONE}),
        "entropy_given": answer({"seat": SEAT, "entropy": TEXT_HASH}),
        "left": answer(AT_TABLE),
        "host_changed": answer({"host": PARTICIPANT}),
        "cancelled": answer(
            {
                "reason": known(
                    "By its host, because nobody is left to play it, or because it was open too long.",
                    Reason,
                )
            }
        ),
        "started": answer(
            {
                "seats": array(
                    titled("SeatAtStart", answer(started_seat), "Who begins in one seat."),
                    "Who begins, by seat.",
                ),
                "entropy": ENTROPY_BY_SEAT,
            }
        ),
    }


def _of_turns() -> dict[str, Schema]:
    """While it is played."""
    sealed: Schema = {"turn": TURN, "seat": SEAT, "commitment": BOUND}
    heading = rulings.own("heading")
    return {
        "turn_opened": answer(
            {
                "turn": TURN,
                "asked": array(SEAT, "Seats that are asked."),
                "due_at": time("The last of the deadlines."),
                "deadlines": DEADLINES,
                "continues": boolean(
                    "Whether it goes on with the decisions of the turn before, in which nobody else was "
                    "asked, under the same deadline."
                ),
                **heading,
            },
            optional=heading.keys() - {"stage", "round"},
        ),
        "sealed": answer(
            {
                **sealed,
                "replaces": string_or_null("The commitment before; null for the first answer."),
            }
        ),
        "withdrawn": answer(sealed),
        "turn_closed": answer(
            {
                "turn": TURN,
                "actions": array(ref("Played"), "What was played, by seat."),
                "private": string("Binds to what players were told alone."),
            }
        ),
        "finished": answer(
            {
                **RESULT_FIELDS,
                "record": string("The hash of the record without names and log."),
            }
        ),
    }


def _of_seats() -> dict[str, Schema]:
    """Who plays for a seat, and to whom it is handed on."""
    away = known("Why a bot plays for her.", ["absent", "resigned"])
    bot = string("Name of the bot that plays from now on.")
    return {
        "stand_in": answer({**AT_TABLE, "bot": bot, "away": away}),
        "returned": answer(AT_TABLE),
        "seat_offered": answer(AT_TABLE),
        "offer_ended": answer(AT_TABLE),
        "seat_taken": answer(AT_TABLE),
    }


def _of_clocks() -> dict[str, Schema]:
    """What moves deadlines."""
    agreed = array(SEAT, "Seats that have agreed so far.")
    votes = array(SEAT, "Seats of all who want to go on.")
    of = integer("Players who have a vote; more than half of them decide.", minimum=1)
    moved: Schema = {
        "by": string("How far the time was moved, an ISO 8601 duration."),
        "ahead": string("How far it has been moved in all, an ISO 8601 duration."),
    }
    return {
        "deadlines_moved": answer({"turn": TURN, "deadlines": DEADLINES}),
        "time_given": answer(
            {
                "turn": TURN,
                "seat": SEAT,
                "by": integer("Number of the seat whose player gives it, from 0."),
                "length": DURATION,
            }
        ),
        "vacation": answer({"seat": SEAT, **SPAN_FIELDS}),
        "pause_agreed": answer({"seat": SEAT, "length": DURATION, "agreed": agreed}),
        "pause_dropped": ONE_SEAT,
        "paused": STOPPED,
        "pause_ended": ONE_SEAT,
        "go_on_voted": answer({"seat": SEAT, "votes": votes, "of": of}),
        "going_on": answer({"seats": array(SEAT, "Seats whose clocks stood still.")}),
        "clock_moved": answer({"seat": SEAT, **moved}),
    }


def _of_one_player() -> dict[str, Schema]:
    """What only the player hears whom it concerns."""
    skipped = titled(
        "SkippedEntry",
        answer(
            {
                "pointer": string("JSON pointer of the entry within the order."),
                "code": string("Why it was skipped: `condition_not_met` or a code of a refusal."),
                "detail": string("One sentence."),
            }
        ),
        "An entry of a standing order that did not fit.",
    )
    of_order = answer(
        {
            "turn": TURN,
            "seat": SEAT,
            "action": ref("Action"),
            "skipped": array(skipped, "Entries that were tried before and did not fit."),
        }
    )
    given: Schema = {
        "seat": SEAT,
        "order": ORDER,
        "at_once": boolean("Whether it is played as soon as I am asked."),
    }
    return {
        "order_given": answer(given),
        "order_taken_back": ONE_SEAT,
        "order_followed": of_order,
        "order_failed": of_order,
        "offered_to_you": answer({"seat": SEAT, "host": PARTICIPANT}),
        "seat_lost": answer(AT_TABLE),
    }


def _of_people() -> dict[str, Schema]:
    """What people have to do with each other. No log has it, so it names them by their usernames."""
    other: Schema = {"player": string("Username, as it is now.")}
    game: Schema = {"game": GAME_ID}
    message = answer({**other, **game, "message": string("Id of the message.")})
    code: Schema = {**game, "invitation": string("Code of the invitation.")}
    of_table = answer({**game, "seats": integer("Seats wanted.", minimum=1)})
    rematch = string_or_null("Id of the finished game; null for another invitation.")
    return {
        "friend_asked": answer(other),
        "friend_accepted": answer(other),
        "invited": answer({**other, **code, "rematch_of": rematch}),
        "invitation_declined": answer({**other, **code}),
        "one_seat_left": of_table,
        "table_full": of_table,
        "message_written": message,
        "message_deleted": message,
    }
