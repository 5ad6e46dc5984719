"""What a bot thinks of a finished game, as JSON Schemas by name."""

from games.api.parts import GAME_ID, SEAT, TURN
from games.models import Submission
from tideapi.rest.schemas import Schema, answer, array, integer, known, ref, time_or_null


def _number(description: str) -> Schema:
    return {"type": "number", "minimum": 0, "description": description}


ANALYSES: dict[str, Schema] = {
    "AnalysedMove": answer(
        {
            "turn": TURN,
            "by": known("Who chose it.", Submission.By.values),
            "played": ref("Action"),
            "strong": ref("Action"),
            "chance": _number("How likely `strong` would have played what was played, up to 1."),
            "cost": _number(
                "How much worse `strong` thinks it is than the best: 0 if it is that, at 1 it would play"
                " the best e times as often; 20 at most."
            ),
        }
    ),
    "AnalysedSeat": answer(
        {
            "seat": SEAT,
            "cost": _number("What its answers cost together."),
            "moves": array(ref("AnalysedMove"), "Its answers in the order of the turns."),
        }
    ),
    "AnalysedStage": answer(
        {
            "stage": integer("Number of the stage, from 1.", minimum=1),
            "seats": array(
                ref("AnalysedSeat"),
                "Seats that had a choice. Where hands go on to the next seat after a stage, the same hand in"
                " other hands is one seat further in the next stage.",
            ),
        }
    ),
    "GameAnalysis": answer(
        {
            "game": GAME_ID,
            "status": known("Whether it is there.", ["pending", "made"]),
            "created_at": time_or_null("When it was created; null while it is pending."),
            "stages": array(ref("AnalysedStage"), "By stage; empty while it is pending."),
        }
    ),
}
