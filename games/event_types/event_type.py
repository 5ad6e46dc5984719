"""The record of a type of event, and JSON Schemas that several types share."""

from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from django.utils.functional import Promise

from common.rest.schemas import (
    Schema,
    array_of,
    open_object,
    reference_schema,
    time_schema,
    with_title,
)
from common.rest.shapes import schema_of, schemas_of
from games.shapes import members
from games.shapes.terms import Span

READ_GAMES = "game:read"


class Audience(StrEnum):
    """Audience of an event, in words for authors of clients."""

    ALL = "Everybody: in the game's log, and in the feeds and at the webhooks of its players."
    LOG = "Everybody: in the game's log. It is in no feed, because no player has a seat yet."
    ONE = "One player alone: in the feed and at the webhooks."
    WEBHOOK = "One webhook alone. It is in no feed."


@dataclass(frozen=True, slots=True, kw_only=True)
class EventType:
    """One type of event.

    `means` is its meaning and `when` its moment, for authors of clients. `data` has the JSON Schemas of the
    members of its data. In `sentence`, `name` is the player in the event and `other` the one who acted
    towards the reader; the sheet of a game has the sentences of its rules. `scope` is what a token needs to
    be shown the event in a player's feed. `ruleset` is the id of the game whose own it is, None for the
    server's.
    """

    type: str
    means: str
    when: str
    data: Schema
    sentence: Promise | str = ""
    audience: Audience = Audience.ALL
    scope: str = READ_GAMES
    ruleset: str | None = None


private_event = partial(EventType, audience=Audience.ONE)
"""A type of event for one player alone."""
SEAT = schema_of(members.SeatNumber)
TURN = schema_of(members.TurnNumber)
PARTICIPANT = schema_of(members.Participant)
AT_TABLE: Schema = {"seat": SEAT, "player": PARTICIPANT}
ONE_SEAT: Schema = {"seat": SEAT}
SPAN: Schema = schemas_of(Span)["Span"]["properties"]
DEADLINES = array_of(
    with_title(
        "Deadline",
        open_object(
            {
                "seat": SEAT,
                "due_at": time_schema("When the clock answers for the seat."),
                "stops": array_of(
                    reference_schema("Span"),
                    "Pauses and vacations that stop the seat's clock before that.",
                ),
            }
        ),
        "The deadline of one seat.",
    ),
    "The deadline of each seat asked.",
)
