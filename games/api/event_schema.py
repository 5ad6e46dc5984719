"""The events of a game's log and of a player's feed, as JSON Schemas.

All events share one envelope, so a generated client can read later types too. A condition gives each
type its `data`. Why so: docs/decisions/api-document.md.
"""

from games.api import rulings
from games.api.parts import (
    BOT_OR_NONE,
    COMMITMENT,
    DEADLINES,
    DURATION,
    ENTROPY_BY_SEAT,
    GAME_ID,
    OPTIONS,
    ORDER,
    PARTICIPANT,
    PARTICIPANT_OR_NONE,
    RULESET,
    SEAT,
    SPAN_FIELDS,
    START,
    TEXT_HASH,
    TEXT_HASH_OR_NONE,
    TURN,
)
from games.api.webhook_schema import DISABLED, RECEIVER_DISABLED
from games.models import Game
from games.shapes.events import EventPage
from games.shapes.terms import AbsenceTerms, ClockTerms, Span
from tideapi.rest.schemas import (
    KNOWN,
    Schema,
    array_of,
    boolean,
    depends_on,
    integer,
    known_values,
    open_object,
    reference_schema,
    string,
    string_or_null,
    time_schema,
    with_properties,
    with_title,
)
from tideapi.rest.shapes import schemas_of

RESULT: Schema = {
    "scores": array_of(integer(), "Points, by seat."),
    "winners": array_of(SEAT, "Seats that share the win."),
}
AT_TABLE: Schema = {"seat": SEAT, "player": PARTICIPANT}
BOUND = string("The commitment to the answer.")
ONE_SEAT = open_object({"seat": SEAT})
STOPPED = open_object(SPAN_FIELDS)


def event_schemas() -> dict[str, Schema]:
    """Return the schemas of the envelope, of pages and of each type's `data`, by component name."""
    data = {rulings.component_name(kind, "data"): schema for kind, schema in _by_type().items()}
    found = schemas_of(EventPage, AbsenceTerms, ClockTerms, Span)
    found["FeedEvent"]["properties"]["type"][KNOWN] = list_types()
    cases = {kind: with_properties({"data": _data_schema(kind)}) for kind in list_types()}
    found["FeedEvent"] |= depends_on("type", cases)
    return {**data, **found}


EVENT = reference_schema("FeedEvent")


def list_types() -> list[str]:
    """Return all event types."""
    return sorted({*_by_type(), *rulings.event_data()})


def _data_schema(kind: str) -> Schema:
    """Return the schema of `data` in an event of this type."""
    if kind in _by_type():
        return reference_schema(rulings.component_name(kind, "data"))
    names = rulings.event_data()[kind]
    return (
        reference_schema(names[0])
        if len(names) == 1
        else {"anyOf": [reference_schema(name) for name in names]}
    )


def _by_type() -> dict[str, Schema]:
    """Return the `data` schemas of all types but those of rulesets."""
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
    """Return the schemas of events before the start."""
    started_seat = {"seat": SEAT, "player": PARTICIPANT_OR_NONE, "bot": BOT_OR_NONE}
    return {
        "created": {
            **open_object(
                {
                    "host": PARTICIPANT,
                    "ruleset": RULESET,
                    "options": OPTIONS,
                    "seats": integer("Seats wanted.", minimum=1),
                    "bots": array_of(string("Name of a bot."), "The bots that play."),
                    "commitment": COMMITMENT,
                    "start": START,
                    "clock": reference_schema("ClockTerms"),
                    "absence": reference_schema("AbsenceTerms"),
                }
            ),
            **rulings.by_ruleset(options="options"),
        },
        "joined": open_object({**AT_TABLE, "entropy": TEXT_HASH_OR_NONE}),
        "entropy_given": open_object({"seat": SEAT, "entropy": TEXT_HASH}),
        "left": open_object(AT_TABLE),
        "host_changed": open_object({"host": PARTICIPANT}),
        "cancelled": open_object(
            {
                "reason": known_values(
                    "Why: by the host, because no player is left, or because it was open too long.",
                    Game.CancelReason.values,
                )
            }
        ),
        "started": open_object(
            {
                "seats": array_of(
                    with_title(
                        "SeatAtStart",
                        open_object(started_seat),
                        "The player or bot in one seat at the start.",
                    ),
                    "The players and bots at the start, by seat.",
                ),
                "entropy": ENTROPY_BY_SEAT,
            }
        ),
    }


def _of_turns() -> dict[str, Schema]:
    """Return the schemas of turns and of the end."""
    sealed: Schema = {"turn": TURN, "seat": SEAT, "commitment": BOUND}
    heading = rulings.opened_part("heading")
    return {
        "turn_opened": open_object(
            {
                "turn": TURN,
                "asked": array_of(SEAT, "Seats that are asked."),
                "due_at": time_schema("The last of the deadlines."),
                "deadlines": DEADLINES,
                "continues": boolean(
                    "Whether the turn continues the sitting of the turn before, in which no other "
                    "seat was asked, under the same deadline."
                ),
                **heading,
            },
            optional=heading.keys() - {*rulings.HEADING_REQUIRED},
        ),
        "sealed": open_object(
            {
                **sealed,
                "replaces": string_or_null("The earlier commitment; null for the first answer."),
            }
        ),
        "withdrawn": open_object(sealed),
        "turn_closed": open_object(
            {
                "turn": TURN,
                "actions": array_of(reference_schema("Played"), "The actions played, by seat."),
                "private": string("Commitment to the private events of the turn."),
            }
        ),
        "finished": open_object(
            {
                **RESULT,
                "record": string("The hash of the record without names and log."),
            }
        ),
    }


def _of_seats() -> dict[str, Schema]:
    """Return the schemas of events about stand-ins and seats that change hands."""
    away = known_values("Why a bot plays the seat.", ["absent", "resigned"])
    bot = string("Name of the bot that plays from now on.")
    return {
        "stand_in": open_object({**AT_TABLE, "bot": bot, "away": away}),
        "returned": open_object(AT_TABLE),
        "seat_offered": open_object(AT_TABLE),
        "offer_ended": open_object(AT_TABLE),
        "seat_taken": open_object(AT_TABLE),
    }


def _of_clocks() -> dict[str, Schema]:
    """Return the schemas of events that move deadlines."""
    agreed = array_of(SEAT, "Seats that have agreed so far.")
    votes = array_of(SEAT, "Seats that have voted to resume.")
    of = integer("Number of players with a vote; more than half decide.", minimum=1)
    moved: Schema = {
        "by": string("Length of this move, an ISO 8601 duration."),
        "ahead": string("Length of all moves together, an ISO 8601 duration."),
    }
    return {
        "deadlines_moved": open_object({"turn": TURN, "deadlines": DEADLINES}),
        "time_given": open_object(
            {
                "turn": TURN,
                "seat": SEAT,
                "by": integer("Number of the seat whose player gives the time, from 0."),
                "length": DURATION,
            }
        ),
        "vacation": open_object({"seat": SEAT, **SPAN_FIELDS}),
        "pause_agreed": open_object({"seat": SEAT, "length": DURATION, "agreed": agreed}),
        "pause_dropped": ONE_SEAT,
        "paused": STOPPED,
        "pause_ended": ONE_SEAT,
        "go_on_voted": open_object({"seat": SEAT, "votes": votes, "of": of}),
        "going_on": open_object({"seats": array_of(SEAT, "Seats whose clocks stood still.")}),
        "clock_moved": open_object({"seat": SEAT, **moved}),
    }


def _of_one_player() -> dict[str, Schema]:
    """Return the schemas of events that one player alone gets."""
    skipped = with_title(
        "SkippedEntry",
        open_object(
            {
                "pointer": string("JSON pointer of the entry within the order."),
                "code": string("Why it was skipped: `condition_not_met` or a code of a refusal."),
                "detail": string("One sentence for people."),
            }
        ),
        "An entry of a standing order that did not fit.",
    )
    of_order = open_object(
        {
            "turn": TURN,
            "seat": SEAT,
            "action": reference_schema("Action"),
            "skipped": array_of(skipped, "Entries that came earlier and did not fit."),
        }
    )
    given: Schema = {
        "seat": SEAT,
        "order": ORDER,
        "at_once": boolean("Whether the order is played as soon as the caller is asked."),
    }
    return {
        "order_given": open_object(given),
        "order_taken_back": ONE_SEAT,
        "order_followed": of_order,
        "order_failed": of_order,
        "offered_to_you": open_object({"seat": SEAT, "host": PARTICIPANT}),
        "seat_lost": open_object(AT_TABLE),
    }


def _of_people() -> dict[str, Schema]:
    """Return the schemas of events among people; they are in no log and name usernames."""
    other: Schema = {"player": string("Username, as it is now.")}
    game: Schema = {"game": GAME_ID}
    message = open_object({**other, **game, "message": string("Id of the message.")})
    code: Schema = {**game, "invitation": string("Code of the invitation.")}
    of_table = open_object({**game, "seats": integer("Seats wanted.", minimum=1)})
    rematch = string_or_null("Id of the finished game, for a rematch; or null.")
    return {
        "friend_asked": open_object(other),
        "friend_accepted": open_object(other),
        "invited": open_object({**other, **code, "rematch_of": rematch}),
        "invitation_declined": open_object({**other, **code}),
        "one_seat_left": of_table,
        "table_full": of_table,
        "message_written": message,
        "message_deleted": message,
    }
