"""The analysis of a finished game by a bot, as answers show it."""

from typing import Annotated, TypedDict

from games.shapes.members import Action, ChosenBy, GameId, SeatNumber, TurnNumber
from tideapi.rest.shapes import Keywords, KnownValues, Moment, Number

Weight = Annotated[float, Keywords(minimum=0)]


class AnalysedMove(TypedDict):
    turn: TurnNumber
    by: ChosenBy
    played: Action
    strong: Action
    chance: Annotated[Weight, "Probability that `strong` would have played the same, 0 to 1."]
    cost: Annotated[
        Weight,
        "How much `strong` prefers its best answer: the natural logarithm of the ratio of the two "
        "probabilities, from 0 to 20.",
    ]


class AnalysedSeat(TypedDict):
    seat: SeatNumber
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
    game: GameId
    status: Annotated[str, KnownValues(["pending", "made"]), "Whether the analysis is ready."]
    created_at: Annotated[Moment | None, "When the analysis was made; null while pending."]
    stages: Annotated[list[AnalysedStage], "The analysis by stage; empty while pending."]
