"""A finished game's record, and all that stands in it."""

from typing import Annotated, Any, NotRequired, TypedDict

from games.fairness.chain import EventData, LoggedEvent
from games.shapes import members
from games.shapes.turns import PlayedBody, TurnHeading
from tideapi.rest.shapes import Moment, Number


class PrivateEventBody(TypedDict):
    player: members.Participant
    type: Annotated[str, "What has happened."]
    at: Annotated[Moment, "When it happened."]
    data: EventData


class DrawBody(
    TypedDict("Draw", {"from": NotRequired[Annotated[list[Any], "The items as they lay."]]})
):
    purpose: Annotated[str, "What it was drawn for."]
    sides: NotRequired[Annotated[Number, "Sides of the die that was rolled."]]
    value: Annotated[Any, "What came of it: a number or a list."]


class PrivatePart(TypedDict):
    """The part of a turn that the log has bound and not shown."""

    salt: Annotated[str, "32 hexadecimal digits."]
    told: Annotated[list[PrivateEventBody], "What players were told alone."]


class RecordedTurn(TurnHeading):
    asked: Annotated[list[members.SeatNumber], "Seats that were asked."]
    chance: Annotated[list[DrawBody], "What chance gave to open the turn."]
    actions: Annotated[list[PlayedBody], "What was played, by seat."]
    private: PrivatePart
    opened_at: Annotated[Moment, "When it was opened."]
    closed_at: Annotated[Moment, "When it was closed."]


class RecordedFairness(TypedDict):
    """From what all chance of the game has come."""

    commitment: members.Commitment
    server_seed: Annotated[str, "32 bytes in hexadecimal digits."]
    entropy: members.Entropies
    algorithm: members.Algorithm


class RecordedEnd(TypedDict):
    """The end of a recorded game, after its last turn."""

    chance: Annotated[list[DrawBody], "What chance gave to close the last turn."]


class RecordedStage(TypedDict):
    """A stage that is over."""

    stage: Annotated[Number, "Number of the stage, from 1."]
    scores: Annotated[list[int], "Points of this stage, by seat."]


class RecordedResult(TypedDict):
    """The result of a recorded game."""

    scores: Annotated[list[int], "Points, by seat."]
    winners: Annotated[list[members.SeatNumber], "Seats that share the win."]


class RecordedLog(TypedDict):
    """The log of a finished game."""

    head: Annotated[str, "The head of the chain."]
    events: Annotated[list[LoggedEvent], "All public events in order."]


class RecordContent(TypedDict):
    format: Annotated[str, "`tideapi-record/1`."]
    game: members.GameId
    ruleset: members.RulesetId
    rules_version: Annotated[Number, "Version of the ruleset with which it began."]
    options: members.GameOptions
    seats: Annotated[list[members.ParticipantOrNone], "Who has played, by seat."]
    bots: Annotated[
        list[Annotated[str | None, "Name of the bot; null where a player has the seat."]],
        "Which bot has played, by seat.",
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
