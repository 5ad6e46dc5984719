"""Invitations, messages, vacations and what a player sees beside a game, as answers show them."""

from datetime import datetime
from typing import Annotated, TypedDict

from common.rest.paging import Links
from common.rest.shapes import Address, Count, KnownValues, Moment
from games.models.people import Phrase
from games.shapes import members
from games.shapes.terms import AbsenceRules, ClockBody, Span


class InvitedTable(TypedDict):
    """The table of an invitation."""

    game: members.GameId
    ruleset: members.RulesetId
    options: members.GameOptions
    host: Annotated[str, "Username of the host; for a private game that has started, `invited_by`."]
    seat_count: members.SeatCount
    start: members.Start
    private: members.IsPrivate
    chat: members.Chat
    clock: ClockBody
    absence: AbsenceRules
    rematch_of: members.RematchOf


class InvitationBody(TypedDict):
    code: Annotated[str, "The code that accepts the invitation."]
    url: Annotated[Address, "Address of the invitation's page."]
    invited_by: Annotated[str, "Username of the player who invites."]
    player: Annotated[str | None, "Username of the invited player; null for a link."]
    uses_left: Annotated[
        int | None, "How often the link can still be used, shown to its creator; or null."
    ]
    created_at: Annotated[datetime, "When the invitation was created."]
    expires_at: Annotated[datetime | None, "When the link expires; null for an invitation by name."]
    declined_at: Annotated[
        datetime | None, "When the invitation was declined; or null, as without `message:read`."
    ]
    table: InvitedTable


class TableMessage(TypedDict):
    id: Annotated[str, "Id of the message."]
    player: Annotated[str, "Username of the author."]
    text: Annotated[
        str | None,
        "The text, a phrase in the language of `Accept-Language`; null if the message was deleted.",
    ]
    phrase: Annotated[
        str | None, KnownValues(Phrase.values), "The phrase that it is; null if it is none."
    ]
    created_at: Annotated[datetime, "When it was posted."]
    deleted_at: Annotated[datetime | None, "When it was deleted; null if it was not."]
    folded: Annotated[
        bool,
        "Whether the caller has blocked or muted the author: clients show the message only on request.",
    ]


class PhraseBody(TypedDict):
    id: Annotated[str, KnownValues(Phrase.values), "What is sent as `phrase`."]
    text: Annotated[str, "Its words, in the language of `Accept-Language`."]


class ViewerBody(TypedDict):
    note: Annotated[str | None, "The caller's note; or null, as without `game:read`."]
    noted_at: Annotated[datetime | None, "When the caller set the note; or null."]
    notifications: Annotated[
        str | None,
        KnownValues(["as_usual", "off"]),
        "Whether the server notifies the caller of the game: by the settings, or not at all; null "
        "without `notice:write`.",
    ]


class WaitingCounts(TypedDict):
    """Counts of what waits for the caller, games aside."""

    invitations: Annotated[Count, "Invitations that the caller has not answered."]
    friend_requests: Annotated[Count, "Friend requests that the caller has not answered."]
    messages: Annotated[
        Count,
        "Messages of others at the caller's tables, of the last 30 days, after `mark_read` and the "
        "caller's last message there.",
    ]


class VacationBody(Span):
    id: Annotated[str, "Id of the vacation."]
    created_at: Annotated[Moment, "When the vacation was announced."]


class ReportBody(TypedDict):
    id: Annotated[str, "Id of the report."]
    player: Annotated[str | None, "Username of the player, for a report about a player; or null."]
    game: Annotated[str | None, "Id of the game, for a report about a message or a game; or null."]
    message: Annotated[str | None, "Id of the message, or null."]
    text: Annotated[str, "What the caller has written."]
    created_at: Annotated[datetime, "When it was made."]
    decided_at: Annotated[datetime | None, "When a moderator has decided it, or null."]
    answer: Annotated[str | None, "The moderator's answer, or null."]


class YearsAllowance(TypedDict):
    """The rest of one year's allowance."""

    year: Annotated[int, "The year."]
    left: Annotated[str, "The rest, an ISO 8601 duration."]
    left_seconds: members.Seconds


class VacationAllowance(TypedDict):
    """The caller's allowance of vacation."""

    days_a_year: Annotated[Count, "Days that each player has in a year."]
    years: Annotated[list[YearsAllowance], "This year and the next."]


class VacationPage(Links):
    results: Annotated[
        list[VacationBody], "The caller's vacations of this year and later, past ones included."
    ]
    allowance: VacationAllowance


class ReadPosition(TypedDict):
    number: Annotated[
        Count, "Number of the caller's feed up to which all events are marked; 0 if none is."
    ]
    game: Annotated[str | None, "Id of the one game; null for all games."]


class EntropyReceipt(TypedDict):
    game: members.GameId
    seat: members.SeatNumber
    participant: Annotated[str, "Participant id of the player."]
    entropy: Annotated[
        str, "SHA-256 of a player's text for the deal: `sha256:` and 64 hexadecimal digits."
    ]
    given_at: Annotated[Moment, "When the text was given."]
