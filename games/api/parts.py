"""JSON Schemas that several bodies and events share: players, deadlines, clock and absence."""

from games.models import Game
from tideapi.rest.schemas import (
    Schema,
    answer,
    anything,
    array,
    boolean,
    choice,
    closed,
    integer,
    known,
    known_or_null,
    nullable,
    string,
    string_or_null,
    text,
    time,
    titled,
)

GAME_ID = string("Id of the game.")
RULESET = string("Id of the ruleset.")
SEAT = integer("Number of the seat, from 0.")
TURN = integer("Number of the turn, from 1.")
USERNAME_OR_NONE = string_or_null("Username; null for nobody.")
PARTICIPANT = string("Id of a player in this game, random and used nowhere else.")
PARTICIPANT_OR_NONE = string_or_null(
    "Id of the player in this game, random and used nowhere else; null for a bot."
)
BOT_OR_NONE = string_or_null("Name of the bot; null where a player has the seat.")
PLAYERS: Schema = {
    "type": "object",
    "description": "The usernames, as they are now, of all who are named here by an id of this game.",
    "additionalProperties": {"type": "string"},
}
OPTIONS = titled(
    "GameOptions",
    anything("The options with every default filled in, as the ruleset's schema says."),
)
DATA = titled("EventData", anything("What belongs to this type of event."))
ORDER = titled("OrderContent", anything("What to play, as the ruleset's schema says."))
STATUS = known("How far the game is.", Game.Status.values)

DECISION = string(
    "What I am asked to decide, in the ruleset's own word: `decisions` of the ruleset has them all."
)
DECISION_OR_NONE: Schema = {
    "type": ["string", "null"],
    "description": "What is decided, in the ruleset's own word: `decisions` of the ruleset has them all. "
    "Null where this server has the rules of the game no more.",
}
DECISIONS: Schema = {
    "type": "object",
    "description": "What a player can be asked to decide: each word, with its meaning for people.",
    "additionalProperties": {"type": "string"},
}

LEVELS: Schema = {
    "type": "object",
    "description": "How well each bot plays, in a word for people.",
    "additionalProperties": {"type": "string"},
}

MY_PART = titled(
    "MyPart",
    answer(
        {
            "seat": SEAT,
            "waiting": {
                "type": "boolean",
                "description": "I am asked, and have not answered.",
            },
            "decision": {
                "type": ["string", "null"],
                "description": "What I am asked to decide, answered or not; null if I am not asked.",
            },
            "due_at": {
                "type": ["string", "null"],
                "format": "date-time",
                "description": "My own deadline, with all that is in my bank; null if I am not asked.",
            },
            "unread": integer(
                "Events of this game in my feed that I have not marked as read, my own ones too.",
                minimum=0,
            ),
        }
    ),
    "What a list of my games says of my seat.",
)
NOTE = text("What I note, for me alone.", 2000, 1)
FEED_LAST = integer("The number of the feed's newest event, 0 where there is none.", minimum=0)

# -- the deal

COMMITMENT = string("SHA-256 of the server's seed, published before anybody joined.")
ENTROPY = text("Text of the player's own whose hash goes into the game's seed.", 200, 1)
TEXT_HASH = string("SHA-256 of a player's text for the deal: `sha256:` and 64 hexadecimal digits.")
TEXT_HASH_OR_NONE = string_or_null(
    "SHA-256 of the player's text for the deal, null where she gave none."
)
ENTROPY_BY_SEAT = array(
    TEXT_HASH_OR_NONE, "What the players have added, in the order of the seats that are taken."
)

# -- deadlines

SPAN_FIELDS: Schema = {"from": time("When it begins."), "until": time("When it is over.")}
SPAN = titled("Span", answer(SPAN_FIELDS), "A span of time.")
DEADLINES = array(
    titled(
        "Deadline",
        answer(
            {
                "seat": SEAT,
                "due_at": time("When the clock answers for the seat."),
                "stops": array(
                    SPAN, "When its clock stands still before that: pauses and vacations."
                ),
            }
        ),
        "The deadline of one seat.",
    ),
    "Of each seat asked.",
)
BANK_OR_NONE = string_or_null(
    "What my bank held when I was asked, an ISO 8601 duration; null where the game has no time banks."
)
MY_DEADLINE = "My own deadline, with all that is in my bank."
FALLBACK_BY = known_or_null(
    "Whether the fallback comes from my standing order (`order`) or from the rules (`clock`); "
    "null while I am not asked.",
    ["clock", "order"],
)

# -- terms

_START = "The game starts when its seats are full, or when its host says so."
NEW_START = choice(_START, Game.Start.values)
START = known(_START, Game.Start.values)
LENGTH = string(
    "An ISO 8601 duration in whole seconds.",
    maxLength=40,
    pattern=r"^P[0-9DTHMS]+$",
    **{"x-wanted": "a duration such as PT24H"},
)
DURATION = string("An ISO 8601 duration.")
DURATION_OR_NONE = string_or_null("An ISO 8601 duration, or null.")
_TIME_OF_DAY: Schema = {"pattern": r"^\d\d:\d\d$", "x-wanted": "a time of day such as 08:00"}
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_FROM = "When they begin, on the clock of the zone: HH:MM."
_TO = (
    "When they end: HH:MM, 24:00 for the end of the day. Where it is not later than `from`, the hours "
    "reach into the next day."
)
_ZONE = "Name in the IANA time zone database."
_ON_DAYS = "The days on which they begin."
NEW_HOURS = titled(
    "HoursOfPlayRequest",
    closed(
        {
            "zone": text(_ZONE, 64, 1),
            "days": array(
                titled("Weekday", choice("A day of the week.", _DAYS)),
                _ON_DAYS,
                minItems=1,
                uniqueItems=True,
            ),
            "from": string(_FROM, **_TIME_OF_DAY),
            "to": string(_TO, **_TIME_OF_DAY),
        }
    ),
    "The hours in which a clock runs.",
)
_HOURS = titled(
    "HoursOfPlay",
    answer(
        {
            "zone": string(_ZONE),
            "days": array(known("A day of the week.", _DAYS), _ON_DAYS),
            "from": string(_FROM),
            "to": string(_TO),
        }
    ),
    "The hours in which a clock runs.",
)
_SITTING = "turns that follow one another and share one deadline"
_CLOCK_WORDS = {
    "per_turn": f"Time for each sitting: {_SITTING}.",
    "bank": "Each player's own reserve, used when the time for a sitting is up.",
    "increment": "Put into the bank with each new sitting, up to what it began with.",
    "grace": "More time for the first turn.",
    "hours": "When the clock runs; it stands still outside of these hours.",
}
NEW_CLOCK = titled(
    "ClockRequest",
    closed(
        {
            "per_turn": {**LENGTH, "description": _CLOCK_WORDS["per_turn"]},
            **{
                name: nullable(LENGTH, _CLOCK_WORDS[name])
                for name in ("bank", "increment", "grace")
            },
            "hours": nullable(NEW_HOURS, _CLOCK_WORDS["hours"]),
        },
        optional=_CLOCK_WORDS,
    ),
    "The time that a player has.",
)
_CLOCK: Schema = {
    "per_turn": string(f"{_CLOCK_WORDS['per_turn']} An ISO 8601 duration."),
    **{
        name: string_or_null(f"{_CLOCK_WORDS[name]} An ISO 8601 duration; null for none.")
        for name in ("bank", "increment", "grace")
    },
    "hours": nullable(_HOURS, f"{_CLOCK_WORDS['hours']} Null where it never stands still."),
}
CLOCK_KEPT = titled("ClockTerms", answer(_CLOCK), "The time that a player has.")
CLOCK = titled(
    "Clock",
    answer(
        {
            **_CLOCK,
            "ahead": string_or_null(
                "How far a test has moved the game's time forward, in a sandbox: an ISO 8601 duration, "
                "null where the time is that of the world."
            ),
        }
    ),
    "The time that a player has, and what time it is in the game.",
)
_BOT_AFTER = f"Sittings ({_SITTING}) missed in a row by a player after which a bot takes her seat."
_VACATIONS = "Whether vacations stop their players' clocks."
_LEAST_RELIABILITY = (
    "Percent of her turns that whoever joins must have answered herself; "
    "who was never asked may join."
)
NEW_ABSENCE = titled(
    "AbsenceRulesRequest",
    closed(
        {
            "bot_after": integer(_BOT_AFTER, minimum=1, maximum=100),
            "vacations": boolean(_VACATIONS),
            "least_reliability": {
                "type": ["integer", "null"],
                "minimum": 0,
                "maximum": 100,
                "description": _LEAST_RELIABILITY,
            },
        },
        optional=["bot_after", "vacations", "least_reliability"],
    ),
    "What happens when a player is away.",
)
ABSENCE_KEPT = titled(
    "AbsenceRules",
    answer(
        {
            "bot_after": integer(_BOT_AFTER, minimum=1),
            "vacations": boolean(_VACATIONS),
            "least_reliability": {
                "type": ["integer", "null"],
                "description": f"{_LEAST_RELIABILITY} Null where everybody may.",
            },
            "most_stopped": string(
                "How long pauses and vacations together may hold the game up: an ISO 8601 duration."
            ),
        }
    ),
    "What happens when a player is away.",
)
