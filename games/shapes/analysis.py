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
    chance: Annotated[Weight, "How likely `strong` would have played what was played, up to 1."]
    cost: Annotated[
        Weight,
        "How much worse `strong` thinks it is than the best: 0 if it is that, at 1 it would "
        "play the best e times as often; 20 at most.",
    ]


class AnalysedSeat(TypedDict):
    seat: SeatNumber
    cost: Annotated[Weight, "What its answers cost together."]
    moves: Annotated[list[AnalysedMove], "Its answers in the order of the turns."]


class AnalysedStage(TypedDict):
    stage: Annotated[Number, "Number of the stage, from 1."]
    seats: Annotated[
        list[AnalysedSeat],
        "Seats that had a choice. Where hands go on to the next seat after a stage, the same "
        "hand in other hands is one seat further in the next stage.",
    ]


class GameAnalysis(TypedDict):
    game: GameId
    status: Annotated[str, KnownValues(["pending", "made"]), "Whether it is there."]
    created_at: Annotated[Moment | None, "When it was created; null while it is pending."]
    stages: Annotated[list[AnalysedStage], "By stage; empty while it is pending."]
