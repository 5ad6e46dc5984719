"""A finished game's record with all that stands in it, and its analysis by a bot."""

from typing import Annotated, Any, NotRequired, TypedDict

from common.rest.shapes import Keywords, KnownValues, Moment, Number
from games.fairness.commitments import EventData, LoggedEvent
from games.shapes import members
from games.shapes.turns import PlayedBody, TurnHeading

Weight = Annotated[float, Keywords(minimum=0)]


class PrivateEventBody(TypedDict):
    player: members.Participant
    type: Annotated[str, "Type of the event."]
    at: Annotated[Moment, "When the event happened."]
    data: EventData


class DrawBody(
    TypedDict(
        "Draw", {"from": NotRequired[Annotated[list[Any], "The items before the draw, in order."]]}
    )
):
    purpose: Annotated[str, "What the draw was for."]
    sides: NotRequired[Annotated[Number, "Sides of the die that was rolled."]]
    value: Annotated[Any, "The outcome: a number or a list."]


class PrivatePart(TypedDict):
    """The part of a turn that the log binds but does not show."""

    salt: Annotated[str, "Salt: 32 hexadecimal digits."]
    told: Annotated[list[PrivateEventBody], "Private events of players."]


class RecordedTurn(TurnHeading):
    asked: Annotated[list[members.SeatNumber], "Seats that were asked."]
    chance: Annotated[list[DrawBody], "Random draws that opened the turn."]
    actions: Annotated[list[PlayedBody], "The actions played, by seat."]
    private: PrivatePart
    opened_at: Annotated[Moment, "When the turn was opened."]
    closed_at: Annotated[Moment, "When it was closed."]


class RecordedFairness(TypedDict):
    """The source of all random draws of the game."""

    commitment: members.Commitment
    server_seed: Annotated[str, "The server's seed: 64 hexadecimal digits."]
    entropy: members.Entropies
    algorithm: members.Algorithm


class RecordedEnd(TypedDict):
    """The end of a recorded game, after its last turn."""

    chance: Annotated[list[DrawBody], "Random draws that closed the last turn."]


class RecordedStage(TypedDict):
    """A stage that is over."""

    stage: Annotated[Number, "Stage number, from 1."]
    scores: Annotated[list[int], "Points of this stage, by seat."]


class RecordedResult(TypedDict):
    """The result of a recorded game."""

    scores: Annotated[list[int], "Points, by seat."]
    winners: Annotated[list[members.SeatNumber], "Seats that share the win."]


class RecordedLog(TypedDict):
    """The log of a finished game."""

    head: Annotated[str, "Hash of the newest event."]
    events: Annotated[list[LoggedEvent], "All public events in order."]


class RecordContent(TypedDict):
    format: Annotated[str, "`tideapi-record/1`."]
    game: members.GameId
    ruleset: members.RulesetId
    rules_version: Annotated[Number, "Version of the ruleset at the start."]
    options: members.GameOptions
    seats: Annotated[list[members.ParticipantOrNone], "The players, by seat."]
    bots: Annotated[
        list[Annotated[str | None, "Name of the bot; null where a player has the seat."]],
        "The bots, by seat.",
    ]
    fairness: RecordedFairness
    setup: members.GameSetup
    turns: Annotated[list[RecordedTurn], "All turns in order."]
    end: RecordedEnd
    stages: Annotated[list[RecordedStage], "All stages in order."]
    result: RecordedResult


class GameRecord(RecordContent):
    players: members.Usernames
    log: RecordedLog


class AnalysedMove(TypedDict):
    turn: members.TurnNumber
    by: members.ChosenBy
    played: members.Action
    strong: members.Action
    chance: Annotated[Weight, "Probability that `strong` would have played the same, 0 to 1."]
    cost: Annotated[
        Weight,
        "How much `strong` prefers its best answer: the natural logarithm of the ratio of the two "
        "probabilities, from 0 to 20.",
    ]


class AnalysedSeat(TypedDict):
    seat: members.SeatNumber
    cost: Annotated[Weight, "Sum of the costs of the seat's answers."]
    moves: Annotated[list[AnalysedMove], "The seat's answers, by turn."]


class AnalysedStage(TypedDict):
    stage: Annotated[Number, "Stage number, from 1."]
    seats: Annotated[
        list[AnalysedSeat],
        "Seats that had a choice. Where hands are passed to the next seat after a stage, the same "
        "hand is one seat further in the next stage.",
    ]


class GameAnalysis(TypedDict):
    game: members.GameId
    status: Annotated[str, KnownValues(["pending", "made"]), "Whether the analysis is ready."]
    created_at: Annotated[Moment | None, "When the analysis was made; null while pending."]
    stages: Annotated[list[AnalysedStage], "The analysis by stage; empty while pending."]
