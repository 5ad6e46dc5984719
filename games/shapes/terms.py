"""The terms of a game in answers: its clock, and what happens when a player is away."""

from typing import Annotated, TypedDict

from common.rest.shapes import KnownValues, Moment, Number
from games.shapes.members import Seconds, SecondsOrNone


class Span(TypedDict("Span", {"from": Annotated[Moment, "When it begins."]})):
    """A span of time."""

    until: Annotated[Moment, "When it is over."]


class HoursOfPlay(
    TypedDict(
        "HoursOfPlay",
        {
            "from": Annotated[str, "When the hours begin, local time of the zone: HH:MM."],
            "to": Annotated[
                str,
                "When the hours end: HH:MM, 24:00 for the end of the day. Not later than `from`: on "
                "the next day.",
            ],
        },
    )
):
    """The hours in which a clock runs."""

    zone: Annotated[str, "IANA name of the time zone."]
    days: Annotated[
        list[
            Annotated[
                str,
                KnownValues(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]),
                "A day of the week.",
            ]
        ],
        "Days on which the hours begin.",
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
        "Added to the bank with each new sitting, up to its first size. An ISO 8601 "
        "duration; null for none.",
    ]
    grace: Annotated[
        str | None, "More time for the first turn. An ISO 8601 duration; null for none."
    ]
    hours: Annotated[HoursOfPlay | None, "The hours in which the clock runs; null: it always runs."]


class ClockBody(ClockTerms):
    """The time that a player has, and the time in the game."""

    per_turn_seconds: Seconds
    bank_seconds: SecondsOrNone
    increment_seconds: SecondsOrNone
    grace_seconds: SecondsOrNone
    ahead: Annotated[
        str | None,
        "How far a test has moved the game's time forward, an ISO 8601 duration; null outside of tests.",
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
        "Percent of questions that a player must have answered to join; a player never asked may "
        "join. Null: no limit.",
    ]
    most_stopped: Annotated[
        str,
        "The most time that pauses and vacations together may stop the game, an ISO 8601 duration.",
    ]


class AbsenceRules(AbsenceTerms):
    """The rules for players who are away."""

    most_stopped_seconds: Seconds
