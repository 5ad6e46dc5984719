"""Games and the questions in them, as answers show them."""

from typing import Annotated, NotRequired, TypedDict

from common.rest.paging import Links
from common.rest.shapes import Component, Count, KnownValues, Moment, Number
from games.models import Game
from games.shapes import members
from games.shapes.events import FeedEvent, FeedLast
from games.shapes.people import TableMessage, ViewerBody, WaitingCounts
from games.shapes.records import RecordedResult, RecordedStage
from games.shapes.terms import AbsenceRules, ClockBody, Span
from games.shapes.turns import MyView, Receipt, TextsOrNone, TurnBody
from players.api.shapes import PublicProfile
from players.avatars import AVATARS
from players.models import Player


class GameSeat(TypedDict):
    """A seat that is taken."""

    seat: members.SeatNumber
    player: Annotated[str | None, "Username; null where no player has the seat."]
    account: Annotated[
        str | None,
        KnownValues(Player.AccountKind.values),
        "The kind of the player's account; null where a bot of the server has the seat.",
    ]
    avatar: Annotated[
        str | None,
        KnownValues(AVATARS),
        "The drawn swimmer beside the player's name; null where a bot of the server has the seat.",
    ]
    participant: members.ParticipantOrNone
    bot: Annotated[str | None, "Name of the bot in the seat, for good or standing in; or null."]
    score: Annotated[int, "Points so far."]
    away: Annotated[
        str | None,
        KnownValues(["absent", "resigned"]),
        "Why a bot stands in for the player; null where none does.",
    ]
    missed: Annotated[Count, "Sittings in a row that the player has missed."]
    bank: Annotated[
        str | None,
        "Time left in the player's bank after the last turn, an ISO 8601 duration; null in a game "
        "without banks.",
    ]
    bank_seconds: members.SecondsOrNone
    offered_to: Annotated[
        str | None, "Username of the player who gets the offer of the seat; or null."
    ]


class SeatOffer(TypedDict):
    game: members.GameId
    seat: members.SeatNumber
    player: Annotated[str, "Username of the player who gets the offer."]


class GameResult(RecordedResult):
    """The points, places and winners of a finished game."""

    ranks: Annotated[list[Number], "Places, by seat: 1 for the winners; equal points share one."]


class GameLogBody(TypedDict):
    """The length and the head of the game's log."""

    events: Annotated[Number, "The number of the newest event."]
    head: Annotated[str, "Hash of the newest event: the head of the chain."]


class LastEvent(TypedDict):
    """The newest event of the game's log."""

    number: Annotated[Number, "Number of the event in the log."]
    type: Annotated[str, "Type of the event."]
    at: Annotated[Moment, "When the event happened."]
    text: NotRequired[
        Annotated[
            str | None,
            "One sentence about the event or, in a game under way, about the newest one of its rules, "
            "in lists with `include=text`; null where there are no words.",
        ]
    ]


class GameSummary(TypedDict):
    id: members.GameId
    ruleset: members.RulesetId
    options: members.GameOptions
    status: members.GameStatus
    private: members.IsPrivate
    bot_accounts: Annotated[bool, "Whether bot accounts may take seats."]
    chat: members.Chat
    rematch_of: members.RematchOf
    host: Annotated[str, "Username of the host."]
    seat_count: members.SeatCount
    start: members.Start
    seats: Annotated[list[GameSeat], "The seats that are taken."]
    clock: ClockBody
    absence: AbsenceRules
    log: GameLogBody
    last_event: LastEvent
    stage: Annotated[int | None, "Stage number, from 1; null before the start."]
    stages: Annotated[int | None, "The most stages that there can be; null before the start."]
    turn: Annotated[TurnBody | None, "The open turn; null unless the game is running."]
    created_at: Annotated[Moment, "When the game was opened."]
    started_at: Annotated[Moment | None, "When the game started; null before."]
    ended_at: Annotated[Moment | None, "When the game ended or was cancelled; null before."]
    result: Annotated[
        GameResult | None, "The result; null before the end, and for a cancelled game."
    ]
    cancel_reason: Annotated[
        str | None,
        KnownValues(Game.CancelReason.values),
        "Why the game was cancelled: by its host, because no player is left, or because "
        "it was open too long. Null for other games.",
    ]


class MyPart(TypedDict):
    """The caller's seat, in a list of the caller's games."""

    seat: members.SeatNumber
    waiting: Annotated[bool, "Whether the game waits for the caller's answer."]
    decision: Annotated[
        str | None, "The decision asked of the caller, answered or not; null if none."
    ]
    due_at: Annotated[
        Moment | None, "The caller's deadline, including the bank; null if not asked."
    ]
    unread: Annotated[
        Count,
        "Events of this game in the caller's feed after the read mark and after the caller's last "
        "action in it.",
    ]


class MyGame(GameSummary):
    """A game of the caller."""

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
        str | None, "64 hexadecimal digits once the game has ended or was cancelled; null before."
    ]


class GamePause(
    TypedDict(
        "GamePause",
        {"from": Annotated[Moment | None, "When the pause begins; null until all have agreed."]},
    )
):
    length: members.Duration
    length_seconds: members.Seconds
    agreed: Annotated[list[members.SeatNumber], "Seats that have agreed."]
    until: Annotated[Moment | None, "When the pause ends; null until all have agreed."]


class WholeGame(GameSummary):
    table: Annotated[
        members.GameTable | None,
        "The public view of the table, as the ruleset defines it; null before the start, and in a "
        "private game without `game:read`.",
    ]
    mine: Annotated[
        MyView | None,
        "What only the caller's seat may see; null without a seat or without `game:read`.",
    ]
    pause: Annotated[GamePause | None, "The pause that is proposed, agreed or running."]
    vacations: Annotated[
        list[SeatVacation], "Vacations, begun or to come, that stop the clock of a seat."
    ]
    fairness: GameFairness


class IncludedInGame(TypedDict):
    viewer: NotRequired[
        Annotated[
            ViewerBody | None,
            "The caller's note and switch, with `include=viewer`; null without a token.",
        ]
    ]
    newest_messages: NotRequired[
        Annotated[
            Annotated[list[TableMessage], "The newest 25 messages of the table, newest first."]
            | None,
            "With `include=messages`; null without a seat or without `message:read`.",
        ]
    ]
    newest_events: NotRequired[
        Annotated[list[FeedEvent], "The newest 25 events, newest first, with `include=events`."]
    ]


class GameBody(WholeGame, IncludedInGame): ...


class GameStage(RecordedStage):
    ended_at: Annotated[Moment, "When the stage ended."]


class QuestionBody(TypedDict):
    game: members.GameId
    ruleset: members.RulesetId
    turn: members.TurnNumber
    seat: members.SeatNumber
    decision: members.Decision
    opened_at: Annotated[Moment, "When the turn was opened."]
    due_at: Annotated[Moment, "The caller's deadline, including the bank."]
    bank: members.BankOrNone
    bank_seconds: members.SecondsOrNone
    legal_actions: Annotated[list[members.Action], "The caller's possible answers, at least two."]
    fallback: Annotated[
        members.Action | None, "The answer that is played if the caller does not answer."
    ]
    fallback_by: members.FallbackBy
    submission: Annotated[Receipt | None, "The caller's sealed answer; or null."]
    view: NotRequired[
        Annotated[
            WholeGame, Component("Game"), "The game as the caller may see it, with `include=game`."
        ]
    ]
    texts: NotRequired[TextsOrNone]


class GamePage(Links):
    results: Annotated[list[GameSummary], "The entries of this page."]
    friends: NotRequired[
        Annotated[
            Annotated[list[str], "Usernames."] | None,
            "The caller's friends at these tables, with `include=friends`; null without `message:read`.",
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
    results: Annotated[list[MyGame], "The entries of this page."]
    last: FeedLast
    counts: Annotated[
        WaitingCounts | None,
        "What else waits for the caller, with `include=counts`; null without it or without `message:read`.",
    ]
