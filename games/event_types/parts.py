"""JSON Schemas that the data of several types of events share."""

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
