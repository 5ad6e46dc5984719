"""A second scoring of High Tide, from a game's record and the page of its rules alone.

It shares no line with the server: whoever doubts a result can follow it here. The game is played
again from its first draw to its last wave, and every answer must be one that the rules allow.
"""

from typing import Any

from tests.system.flows.high_tide_scorer.game import Game
from tests.system.flows.high_tide_scorer.tape import Unsound

__all__ = ["disagreements"]

Json = dict[str, Any]


def disagreements(record: Json) -> list[str]:
    """What the record says otherwise than this scoring; empty where they agree."""
    try:
        game = Game(record)
        game.play()
    except Unsound as fault:
        return [str(fault)]
    scores = game.points()
    nothing = [0] * len(scores)
    stages = [{"stage": number, "scores": nothing} for number in range(1, game.round)]
    winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
    right = {
        "stages": [*stages, {"stage": game.round, "scores": scores}],
        "result": {"scores": scores, "winners": winners},
    }
    return [
        f"{what}: {record[what]} is said, {said} is right"
        for what, said in right.items()
        if record[what] != said
    ]
