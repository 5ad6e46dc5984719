"""Invitations, messages, vacations and what a player sees beside a game, as answers show them."""

from datetime import datetime
from typing import Annotated, TypedDict

from games.shapes import members
from games.shapes.terms import AbsenceRules, ClockBody, Span
from tideapi.rest.shapes import Address, Count, KnownValues, Moment


class InvitedTable(TypedDict):
    """The table of an invitation."""

    game: members.GameId
    ruleset: members.RulesetId
    options: members.GameOptions
    host: Annotated[
        str, "Username of the host; of a private game that is not open any longer, `invited_by`."
    ]
    seat_count: members.SeatCount
    start: members.Start
    private: members.IsPrivate
    messages: members.HasMessages
    clock: ClockBody
    absence: AbsenceRules
    rematch_of: members.RematchOf


class InvitationBody(TypedDict):
    code: Annotated[str, "The code, by which the invitation is accepted."]
    url: Annotated[Address, "Its page in the browser."]
    invited_by: Annotated[str, "Username of the player who invites."]
    player: Annotated[str | None, "Username of the invited player; null for a link."]
    uses_left: Annotated[
        int | None, "How often the link can still be used, for who has made it; or null."
    ]
    created_at: Annotated[datetime, "When it was created."]
    expires_at: Annotated[datetime | None, "Until when the link is good; null for one by name."]
    declined_at: Annotated[
        datetime | None, "When it was declined; null if it was not, and without `message:read`."
    ]
    table: InvitedTable


class TableMessage(TypedDict):
    id: Annotated[str, "Id of the message."]
    player: Annotated[str, "Username of who has written it."]
    text: Annotated[str | None, "The text; null if its author has deleted it."]
    created_at: Annotated[datetime, "When it was posted."]
    deleted_at: Annotated[datetime | None, "When it was deleted; null if it was not."]
    folded: Annotated[
        bool, "Whether I have blocked or muted the author: show it only if I ask for it."
    ]


class ViewerBody(TypedDict):
    note: Annotated[str | None, "My own note; null where there is none, and without `game:read`."]
    noted_at: Annotated[datetime | None, "When I set the note; null where there is none."]
    notifications: Annotated[
        str | None,
        KnownValues(["as_usual", "off"]),
        "Whether I am notified of the game: as my settings say, or not at all; null without "
        "`notice:write`.",
    ]


class WaitingCounts(TypedDict):
    """Numbers of things other than games that wait for my answer."""

    invitations: Annotated[Count, "Invitations that I have not answered."]
    friend_requests: Annotated[Count, "Friend requests that I have not answered."]
    messages: Annotated[
        Count,
        "Messages of others at my tables, of the last 30 days, since `mark_read` and my own last "
        "message there.",
    ]


class VacationBody(Span):
    id: Annotated[str, "Id of the vacation."]
    created_at: Annotated[Moment, "When it was announced."]


class YearsAllowance(TypedDict):
    """The rest of one year's allowance."""

    year: Annotated[int, "The year."]
    left: Annotated[str, "What is left, an ISO 8601 duration."]
    left_seconds: members.Seconds


class VacationAllowance(TypedDict):
    """The vacation that I may still announce."""

    days_a_year: Annotated[Count, "Days that each player has in a year."]
    years: Annotated[list[YearsAllowance], "This year and the next."]


class VacationList(TypedDict):
    results: Annotated[
        list[VacationBody], "My vacations of this year and later, also those that are over."
    ]
    allowance: VacationAllowance


class EntropyReceipt(TypedDict):
    game: members.GameId
    seat: members.SeatNumber
    participant: Annotated[str, "The player who gave it, as the log knows that player."]
    entropy: Annotated[
        str, "SHA-256 of a player's text for the deal: `sha256:` and 64 hexadecimal digits."
    ]
    given_at: Annotated[Moment, "When it was given."]
