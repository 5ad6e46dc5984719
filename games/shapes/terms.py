"""The terms of a game in answers: its clock, and what happens when a player is away."""

from typing import Annotated, TypedDict

from games.shapes.members import Seconds, SecondsOrNone
from tideapi.rest.shapes import KnownValues, Moment, Number


class Span(TypedDict("Span", {"from": Annotated[Moment, "When it begins."]})):
    """A span of time."""

    until: Annotated[Moment, "When it is over."]


class HoursOfPlay(
    TypedDict(
        "HoursOfPlay",
        {
            "from": Annotated[str, "When they begin, on the clock of the zone: HH:MM."],
            "to": Annotated[
                str,
                "When they end: HH:MM, 24:00 for the end of the day. Where it is not later than `from`, "
                "the hours reach into the next day.",
            ],
        },
    )
):
    """The hours in which a clock runs."""

    zone: Annotated[str, "Name in the IANA time zone database."]
    days: Annotated[
        list[
            Annotated[
                str,
                KnownValues(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]),
                "A day of the week.",
            ]
        ],
        "The days on which they begin.",
    ]


class ClockTerms(TypedDict):
    """The time that a player has."""

    per_turn: Annotated[
        str,
        "Time for each sitting: turns that follow one another and share one deadline. An ISO "
        "8601 duration.",
    ]
    bank: Annotated[
        str | None,
        "Each player's own reserve, used when the time for a sitting is up. An ISO 8601 "
        "duration; null for none.",
    ]
    increment: Annotated[
        str | None,
        "Put into the bank with each new sitting, up to what it began with. An ISO 8601 "
        "duration; null for none.",
    ]
    grace: Annotated[
        str | None, "More time for the first turn. An ISO 8601 duration; null for none."
    ]
    hours: Annotated[
        HoursOfPlay | None,
        "When the clock runs; it stands still outside of these hours. Null where it never "
        "stands still.",
    ]


class ClockBody(ClockTerms):
    """The time that a player has, and what time it is in the game."""

    per_turn_seconds: Seconds
    bank_seconds: SecondsOrNone
    increment_seconds: SecondsOrNone
    grace_seconds: SecondsOrNone
    ahead: Annotated[
        str | None,
        "How far a test has moved the game's time forward, in a sandbox: an ISO 8601 duration, "
        "null where the time is that of the world.",
    ]
    ahead_seconds: SecondsOrNone


class AbsenceTerms(TypedDict):
    """The rules for players who are away."""

    bot_after: Annotated[
        Number,
        "Sittings (turns that follow one another and share one deadline) that a player misses in a "
        "row before a bot takes the seat.",
    ]
    vacations: Annotated[bool, "Whether vacations stop their players' clocks."]
    least_reliability: Annotated[
        int | None,
        "Percent of questions that a player must have answered to join; one who was never asked "
        "may join. Null where everybody may.",
    ]
    most_stopped: Annotated[
        str, "How long pauses and vacations together may hold the game up: an ISO 8601 duration."
    ]


class AbsenceRules(AbsenceTerms):
    """The rules for players who are away."""

    most_stopped_seconds: Seconds
