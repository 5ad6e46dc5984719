"""Events that move deadlines."""

from django.utils.translation import gettext_lazy as _

from common.rest.schemas import array_of, integer, string
from common.rest.shapes import schema_of
from games.event_types.event_type import DEADLINES, ONE_SEAT, SEAT, SPAN, TURN, EventType
from games.shapes import members

_DURATION = schema_of(members.Duration)

CLOCK = (
    EventType(
        type="deadlines_moved",
        means="The deadlines of the open turn, or the spans in which its clocks stop, have changed.",
        when=(
            "After a vacation, a pause, a vote to go on or a seat that changes hands has changed them; and "
            "when a change was announced without an event so far."
        ),
        data={"turn": TURN, "deadlines": DEADLINES},
        sentence=_("The deadlines of turn {turn} have changed."),
    ),
    EventType(
        type="time_given",
        means="The player of seat `by` has extended the deadline of `seat` in this turn by `length`.",
        when="With `POST /games/{game}/seats/{seat}/extension`; `deadlines_moved` follows.",
        data={
            "turn": TURN,
            "seat": SEAT,
            "by": integer("Number of the seat whose player gives the time, from 0."),
            "length": _DURATION,
        },
        sentence=_("{name} has more time."),
    ),
    EventType(
        type="vacation",
        means=(
            "The player of this seat is on vacation in this span, and its clock stands still. A vacation "
            "that was called off has no length: both ends are the same."
        ),
        when=(
            "When the player announces it, ends it early or cancels it, in each game that allows vacations."
        ),
        data={"seat": SEAT, **SPAN},
        sentence=_("{name} has announced a vacation."),
    ),
    EventType(
        type="pause_agreed",
        means=(
            "A player has proposed a pause of this length, or agreed to it; `agreed` has all seats that "
            "agree."
        ),
        when="With `PUT /games/{game}/pause`.",
        data={
            "seat": SEAT,
            "length": _DURATION,
            "agreed": array_of(SEAT, "Seats that have agreed so far."),
        },
        sentence=_("{name} agrees to a pause."),
    ),
    EventType(
        type="pause_dropped",
        means="The proposed pause was dropped.",
        when="With `DELETE /games/{game}/pause`, before it has begun.",
        data=ONE_SEAT,
        sentence=_("The proposed pause is off."),
    ),
    EventType(
        type="paused",
        means=(
            "All clocks of the game stand still in this span. When it is over they run again, without "
            "another event."
        ),
        when="When all players who are there have agreed.",
        data=SPAN,
        sentence=_("The game pauses."),
    ),
    EventType(
        type="pause_ended",
        means="The pause was ended early.",
        when="With `DELETE /games/{game}/pause`, or after `going_on`.",
        data=ONE_SEAT,
        sentence=_("The pause is over."),
    ),
    EventType(
        type="go_on_voted",
        means="A player has voted to resume the game while the clock of a seat stands still.",
        when="With `POST /games/{game}/resume-votes`.",
        data={
            "seat": SEAT,
            "votes": array_of(SEAT, "Seats that have voted to resume."),
            "of": integer("Number of players with a vote; more than half decide.", minimum=1),
        },
        sentence=_("{name} has voted for the game to go on."),
    ),
    EventType(
        type="going_on",
        means="The vote to resume has passed: the clocks of these seats run again.",
        when="After the `go_on_voted` with which more than half of the players have voted for it.",
        data={"seats": array_of(SEAT, "Seats whose clocks stood still.")},
        sentence=_("The game goes on."),
    ),
    EventType(
        type="clock_moved",
        means=(
            "The time of this game was moved forward; `ahead` is how far it is ahead of the wall clock in "
            "all."
        ),
        when="In a sandbox, with `POST /games/{game}/clock/forward` or `POST /me/clock/forward`.",
        data={
            "seat": SEAT,
            "by": string("Length of this move, an ISO 8601 duration."),
            "ahead": string("Length of all moves together, an ISO 8601 duration."),
        },
        sentence=_("The time of the game was moved forward."),
    ),
)
