"""JSON Schemas that several bodies and events share: players, deadlines, clock and absence."""

from games.shapes import members
from games.shapes.terms import Span
from tideapi.rest.schemas import (
    Schema,
    array_of,
    open_object,
    reference_schema,
    string,
    string_or_null,
    time_schema,
    with_title,
)
from tideapi.rest.shapes import schema_of, schemas_of

GAME_ID = schema_of(members.GameId)
RULESET = schema_of(members.RulesetId)
SEAT = schema_of(members.SeatNumber)
TURN = schema_of(members.TurnNumber)
PARTICIPANT = schema_of(members.Participant)
PARTICIPANT_OR_NONE = schema_of(members.ParticipantOrNone)
BOT_OR_NONE = string_or_null("Name of the bot; null where a player has the seat.")
OPTIONS = schema_of(members.GameOptions)
ORDER = schema_of(members.OrderContent)
NOTIFICATIONS = ("as_usual", "off")
"""Whether the server notifies a player of one game: by the player's settings, or not at all."""

# -- the deal

COMMITMENT = schema_of(members.Commitment)
TEXT_HASH = string("SHA-256 of a player's text for the deal: `sha256:` and 64 hexadecimal digits.")
TEXT_HASH_OR_NONE = string_or_null(
    "SHA-256 of the player's text for the deal, null where there is none."
)
ENTROPY_BY_SEAT = schema_of(members.Entropies)

# -- deadlines

SPAN_FIELDS: Schema = schemas_of(Span)["Span"]["properties"]
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

# -- terms

START = schema_of(members.Start)
DURATION = schema_of(members.Duration)
