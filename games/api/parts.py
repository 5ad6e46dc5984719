"""JSON Schemas that several bodies and events share: players, deadlines, clock and absence."""

from games.models import Game
from tideapi.rest.schemas import Schema, array, closed, integer, nullable, string, text, time

SEAT = integer("Seats count from 0.", minimum=0)
USERNAME_OR_NONE: Schema = {"type": ["string", "null"], "description": "Username."}
PARTICIPANT = string("Id of a player in this game, random and used nowhere else.")
PARTICIPANT_OR_NONE: Schema = {
    "type": ["string", "null"],
    "description": "Id of the player in this game, random and used nowhere else.",
}
PLAYERS: Schema = {
    "type": "object",
    "description": "The usernames, as they are now, of all who are named here by an id of this game.",
    "additionalProperties": {"type": "string"},
}

# -- the deal

COMMITMENT = string("SHA-256 of the server's seed, published before anybody joined.")
ENTROPY = text("Text of the player's own whose hash goes into the game's seed.", 200, 1)
TEXT_HASH = string("SHA-256 of a player's text for the deal: `sha256:` and 64 hexadecimal digits.")
TEXT_HASH_OR_NONE: Schema = {
    "type": ["string", "null"],
    "description": "SHA-256 of the player's text for the deal, null where she gave none.",
}
ENTROPY_BY_SEAT = array(TEXT_HASH_OR_NONE, description="What the players have added, by seat.")

# -- deadlines

DEADLINES = array(
    closed(
        {
            "seat": SEAT,
            "due_at": time(),
            "stops": array(
                closed({"from": time(), "until": time()}),
                description="When its clock stands still before that: pauses and vacations.",
            ),
        }
    ),
    description="Of each seat asked.",
)

# -- terms

START = string(
    "The game starts when its seats are full, or when its host says so.",
    enum=list(Game.Start.values),
)
LENGTH = string("An ISO 8601 duration in whole seconds.", maxLength=40, pattern=r"^P[0-9DTHMS]+$")
_TIME_OF_DAY = string("On the clock of the zone: HH:MM; `to` may be 24:00.", pattern=r"^\d\d:\d\d$")
HOURS = closed(
    {
        "zone": text("Name in the IANA time zone database.", 64, 1),
        "days": array(
            string(enum=["mon", "tue", "wed", "thu", "fri", "sat", "sun"]), minItems=1, maxItems=7
        ),
        "from": _TIME_OF_DAY,
        "to": {
            **_TIME_OF_DAY,
            "description": "Where it is not later than `from`, the hours reach into the next day.",
        },
    }
)
CLOCK = closed(
    {
        "per_turn": {**LENGTH, "description": "Time for each question."},
        "bank": {
            **nullable(LENGTH),
            "description": "Each player's own reserve, used when the time for a question is up.",
        },
        "increment": {
            **nullable(LENGTH),
            "description": "Put into the bank with each question, up to what it began with.",
        },
        "grace": {**nullable(LENGTH), "description": "More time for the first turn."},
        "hours": {
            **nullable(HOURS),
            "description": "When the clock runs; it stands still outside of these hours.",
        },
    },
    optional=["per_turn", "bank", "increment", "grace", "hours"],
)
ABSENCE = closed(
    {
        "bot_after": integer(
            "Turns in a row missed by a player after which a bot takes her seat.",
            minimum=1,
            maximum=100,
        ),
        "vacations": {"type": "boolean", "description": "Vacations stop their players' clocks."},
        "least_reliability": {
            "type": ["integer", "null"],
            "minimum": 0,
            "maximum": 100,
            "description": "Percent of her turns that whoever joins must have answered herself; "
            "who was never asked may join.",
        },
    },
    optional=["bot_after", "vacations", "least_reliability"],
)
CLOCK_KEPT = closed(CLOCK["properties"])
ABSENCE_KEPT = closed(
    {
        **ABSENCE["properties"],
        "most_stopped": {
            "type": "string",
            "description": "How long pauses and vacations together may hold the game up (ISO 8601).",
        },
    }
)
