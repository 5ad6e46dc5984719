"""Events of turns, and of the end of a game."""

from django.utils.translation import gettext_lazy as _

from common.rest.schemas import (
    Schema,
    array_of,
    boolean,
    integer,
    reference_schema,
    string,
    string_or_null,
    time_schema,
)
from games.event_types.event_type import DEADLINES, SEAT, TURN, EventType

_SEALED: Schema = {
    "turn": TURN,
    "seat": SEAT,
    "commitment": string("The commitment to the answer."),
}

TURNS = (
    EventType(
        type="turn_opened",
        means=(
            "A turn has opened, and seats are asked. `due_at` is the last of their deadlines; the ruleset "
            "adds members of its own."
        ),
        when="After the start, and after each turn that does not end the game.",
        data={
            "turn": TURN,
            "asked": array_of(SEAT, "Seats that are asked."),
            "due_at": time_schema("The last of the deadlines."),
            "deadlines": DEADLINES,
            "continues": boolean(
                "Whether the turn continues the sitting of the turn before, in which no other "
                "seat was asked, under the same deadline."
            ),
        },
        sentence=_("Turn {turn} has begun."),
    ),
    EventType(
        type="sealed",
        means=(
            "A seat has sealed an answer, which stays hidden until the turn closes; the commitment binds "
            "it."
        ),
        when=(
            "With each answer of a player or a bot, also with one that replaces another; when a standing "
            "order answers at once; when the clock answers for a seat while others still have time."
        ),
        data={
            **_SEALED,
            "replaces": string_or_null("The earlier commitment; null for the first answer."),
        },
        sentence=_("{name} has answered."),
    ),
    EventType(
        type="withdrawn",
        means="A seat has taken its sealed answer back and is asked again.",
        when="With `DELETE /games/{game}/turns/{turn}/submission`, while the turn is open.",
        data=_SEALED,
        sentence=_("{name} has taken the answer back."),
    ),
    EventType(
        type="turn_closed",
        means=(
            "All answers of the turn are shown, with who chose each (`by`) and the nonce that opens its "
            "commitment."
        ),
        when="When the last answer is there, or time is up. What follows from the answers comes next.",
        data={
            "turn": TURN,
            "actions": array_of(reference_schema("Played"), "The actions played, by seat."),
            "private": string("Commitment to the private events of the turn."),
        },
        sentence=_("Turn {turn} is closed."),
    ),
    EventType(
        type="finished",
        means="The game is over: points by seat, the seats that have won, and the hash of the record.",
        when="Once, as the last event of the log.",
        data={
            "scores": array_of(integer(), "Points, by seat."),
            "winners": array_of(SEAT, "Seats that share the win."),
            "record": string("The hash of the record without names and log."),
        },
        sentence=_("The game is over."),
    ),
)
