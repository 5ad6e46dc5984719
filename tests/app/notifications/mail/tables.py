"""Games for mails to be about, played against bots without waiting for anybody."""

from typing import Any

from games.background import botplay
from tests.people import Person

EVERYTHING = {"expansions": ["coins", "shark_alert", "surfer", "baywatch"]}
MOST = 400
"""More answers than any game here takes."""


def tide(ann: Person, answers: int = 0) -> str:
    """A game of Turn the Tide in which ann has answered so often, and is asked again."""
    game = ann.opens(bots=["careful", "random"])
    play(ann, game, answers)
    return game


def high_tide(ann: Person, answers: int = 0, **options: Any) -> str:
    """The same of High Tide, with all that it has."""
    wish = {
        "ruleset": "high_tide",
        "options": {**EVERYTHING, **options},
        "seat_count": 4,
        "bots": ["careful", "random", "careful"],
    }
    game = str(ann.post("/games", wish).json["id"])
    play(ann, game, answers)
    return game


def play(ann: Person, game: str, answers: int) -> dict[str, Any]:
    """Have her answer so often; she is asked again then, or the game is over."""
    for _ in range(MOST):
        seen: dict[str, Any] = ann.get(f"/games/{game}").json
        mine = seen["mine"]
        if seen["status"] == "finished":
            return seen
        if not mine["legal_actions"] or mine["submission"]:
            botplay.move_bots(game)
            continue
        if answers == 0:
            return seen
        turn, legal = seen["turn"]["number"], mine["legal_actions"]
        answers -= 1
        said = ann.put(f"/games/{game}/turns/{turn}/submission", {"action": legal[len(legal) // 2]})
        assert said.status == 200, said.json
    raise AssertionError("She is never asked again.")
