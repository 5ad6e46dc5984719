"""Games and the questions in them, as answers show them."""

from typing import Annotated, NotRequired, TypedDict

from games.models import Game
from games.shapes import members
from games.shapes.events import FeedEvent, FeedLast
from games.shapes.people import TableMessage, ViewerBody, WaitingCounts
from games.shapes.records import RecordedResult, RecordedStage
from games.shapes.terms import AbsenceRules, ClockBody, Span
from games.shapes.turns import MyView, OpenTurn, Receipt, TextsOrNone
from players.api.shapes import PublicProfile
from players.models import Player
from tideapi.rest.paging import Links
from tideapi.rest.shapes import Component, Count, KnownValues, Moment, Number


class GameSeat(TypedDict):
    """A seat that is taken."""

    seat: members.SeatNumber
    player: Annotated[str | None, "Username; null where no player has the seat."]
    account: Annotated[
        str | None,
        KnownValues(Player.AccountKind.values),
        "The kind of the player's account; null where a bot of the server has the seat.",
    ]
    participant: members.ParticipantOrNone
    bot: Annotated[str | None, "Name of the bot, if it is one, or if one stands in."]
    score: Annotated[int, "Points so far."]
    away: Annotated[
        str | None,
        KnownValues(["absent", "resigned"]),
        "Why a bot stands in for the player; null where none does.",
    ]
    missed: Annotated[Count, "Sittings in a row that the player has missed."]
    bank: Annotated[
        str | None,
        "What was left in the player's bank after the last turn, an ISO 8601 duration; null without banks.",
    ]
    bank_seconds: members.SecondsOrNone
    offered_to: Annotated[
        str | None, "Username of the player who has an offer of the seat; or null."
    ]


class GameResult(RecordedResult):
    """The points, places and winners of a finished game."""

    ranks: Annotated[list[Number], "Places, by seat: 1 for the winners; equal points share one."]


class GameLogBody(TypedDict):
    """The length and the head of the game's log."""

    events: Annotated[Number, "The number of the newest event."]
    head: Annotated[str, "Its hash: the head of the chain."]


class LastEvent(TypedDict):
    """The newest event of the game's log."""

    number: Annotated[Number, "Its number in the log."]
    type: Annotated[str, "What has happened."]
    at: Annotated[Moment, "When it happened."]
    text: NotRequired[
        Annotated[
            str | None,
            "One sentence about it, in lists with `include=text`; null where there are no words.",
        ]
    ]


class GameSummary(TypedDict):
    id: members.GameId
    ruleset: members.RulesetId
    options: members.GameOptions
    status: members.GameStatus
    private: members.IsPrivate
    bot_accounts: Annotated[bool, "Whether accounts of bots may take seats."]
    messages: members.HasMessages
    rematch_of: members.RematchOf
    host: Annotated[str, "Username of the host."]
    seat_count: members.SeatCount
    start: members.Start
    seats: Annotated[list[GameSeat], "The seats that are taken."]
    clock: ClockBody
    absence: AbsenceRules
    log: GameLogBody
    last_event: LastEvent
    stage: Annotated[int | None, "From 1; null before the start."]
    stages: Annotated[int | None, "How many there are at most; null before the start."]
    turn: Annotated[OpenTurn | None, "The open turn; null unless the game is running."]
    created_at: Annotated[Moment, "When it was opened."]
    started_at: Annotated[Moment | None, "When it started; null before."]
    ended_at: Annotated[Moment | None, "When it was over or cancelled; null before."]
    result: Annotated[
        GameResult | None, "How the game has ended; null before, and of a cancelled game."
    ]
    cancel_reason: Annotated[
        str | None,
        KnownValues(Game.CancelReason.values),
        "Why the game was cancelled: by its host, because no player is left, or because "
        "it was open too long. Null of any other.",
    ]


class MyPart(TypedDict):
    """My seat in a list of my games."""

    seat: members.SeatNumber
    waiting: Annotated[bool, "I am asked, and have not answered."]
    decision: Annotated[
        str | None, "What I am asked to decide, answered or not; null if I am not asked."
    ]
    due_at: Annotated[
        Moment | None, "My own deadline, with all that is in my bank; null if I am not asked."
    ]
    unread: Annotated[
        Count,
        "Events of this game in my feed since I marked some as read, and since I last acted in it.",
    ]


class MyGame(GameSummary):
    """A game of mine."""

    mine: MyPart


class SeatVacation(Span):
    """A vacation that stops the clock of a seat."""

    seat: members.SeatNumber


class GameFairness(TypedDict):
    """The commitment to the deal, and what is needed to check it."""

    commitment: members.Commitment
    entropy: members.Entropies
    algorithm: members.Algorithm
    server_seed: Annotated[
        str | None, "64 hexadecimal digits, when the game is over or cancelled; null before."
    ]


class GamePause(
    TypedDict(
        "GamePause",
        {"from": Annotated[Moment | None, "When it begins; null until all have agreed."]},
    )
):
    length: members.Duration
    length_seconds: members.Seconds
    agreed: Annotated[list[members.SeatNumber], "Seats that have agreed."]
    until: Annotated[Moment | None, "When it is over; null until all have agreed."]


class WholeGame(GameSummary):
    table: Annotated[
        members.GameTable | None,
        "What all may see of the table, as the ruleset has it; null before the start, and in a "
        "private game without `game:read`.",
    ]
    mine: Annotated[
        MyView | None, "What only my seat may see; null for others, and without `game:read`."
    ]
    pause: Annotated[GamePause | None, "The pause that is proposed, or agreed and not over."]
    vacations: Annotated[
        list[SeatVacation], "Vacations, begun or to come, that stop the clock of a seat."
    ]
    fairness: GameFairness


class IncludedInGame(TypedDict):
    viewer: NotRequired[
        Annotated[
            ViewerBody | None,
            "What only I see beside the game, with `include=viewer`; null without a token.",
        ]
    ]
    newest_messages: NotRequired[
        Annotated[
            Annotated[list[TableMessage], "The newest 25 messages of the table, newest first."]
            | None,
            "With `include=messages`; null for those who have no seat, and without `message:read`.",
        ]
    ]
    newest_events: NotRequired[
        Annotated[list[FeedEvent], "The newest 25 events, newest first, with `include=events`."]
    ]


class GameBody(WholeGame, IncludedInGame): ...


class GameStage(RecordedStage):
    ended_at: Annotated[Moment, "When it was over."]


class QuestionBody(TypedDict):
    game: members.GameId
    ruleset: members.RulesetId
    turn: members.TurnNumber
    seat: members.SeatNumber
    decision: members.Decision
    opened_at: Annotated[Moment, "When it was asked."]
    due_at: Annotated[Moment, "My own deadline, with all that is in my bank."]
    bank: members.BankOrNone
    bank_seconds: members.SecondsOrNone
    legal_actions: Annotated[list[members.Action], "All that I may answer: two at least."]
    fallback: Annotated[members.Action | None, "What is played for me if I do not answer."]
    fallback_by: members.FallbackBy
    submission: Annotated[Receipt | None, "What I have sealed; null if nothing."]
    view: NotRequired[
        Annotated[WholeGame, Component("Game"), "The game as I may see it, with `include=game`."]
    ]
    texts: NotRequired[TextsOrNone]


class GamePage(Links):
    results: Annotated[list[GameSummary], "What is on this page."]
    friends: NotRequired[
        Annotated[
            Annotated[list[str], "Usernames."] | None,
            "My friends at these tables, with `include=friends`; null without `message:read`.",
        ]
    ]


class PlayerProfile(PublicProfile):
    running_games: NotRequired[
        Annotated[
            list[GameSummary],
            "The newest six of the player's games under way that the caller may see, newest first, "
            "with `include=games`.",
        ]
    ]


class MyGamePage(Links):
    results: Annotated[list[MyGame], "What is on this page."]
    last: FeedLast
    counts: Annotated[
        WaitingCounts | None,
        "What else waits for my answer, with `include=counts`; else null, and without "
        "`message:read`.",
    ]
