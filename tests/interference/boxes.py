"""What the suite knows of each game: how to come to a question for several, and orders that differ."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.models import Game
from games.rules.ruleset import Ruleset

Json = dict[str, Any]
Order = Json


@dataclass(frozen=True)
class Box:
    """One game. What is asked for by a seat's own view is asked for `mine` as GET /games/{id} shows it.

    `order` is followed at the question that is open, `longer` plays the same but holds more; `idle` are
    orders of which the first that is taken answers nothing at the moment.
    """

    ruleset: str
    options: Json
    hidden_hands: bool
    order: Callable[[Json], Order]
    longer: Callable[[Json, Json], list[Order]]
    idle: Callable[[Json, Json], list[Order]]
    fits: Callable[[Json], bool]
    """Whether `order` is of use at this question."""
    prepare: Callable[[Game, Ruleset[Any, Any], int], None] | None = None
    """Done to the row of a game, so that later this seat is asked together with others."""


# -- Turn the Tide


def _card(mine: Json, place: int) -> Json:
    return {"card": mine["hand"][place]}


def _unmet(mine: Json, table: Json) -> list[Json]:
    """Entries whose condition the two tides of the open round do not meet."""
    low, high = sorted(table["tides"])
    bounds: list[Json] = [{"lower_tide": {"least": low + 1}}, {"higher_tide": {"most": high - 1}}]
    return [{**_card(mine, -1), "when": bound} for bound in bounds]


TURN_THE_TIDE = Box(
    ruleset="turn_the_tide",
    options={"edition": "amigo"},
    hidden_hands=True,
    order=lambda mine: {"plays": [_card(mine, 1)]},
    longer=lambda mine, table: [
        {"plays": [entry, _card(mine, 1), _card(mine, 0)]} for entry in _unmet(mine, table)
    ],
    idle=lambda mine, table: [{"plays": [entry]} for entry in _unmet(mine, table)],
    fits=lambda mine: len(mine["legal_actions"]) > 3,
)

# -- High Tide

NEVER = {"total": {"least": 12}, "beaches": ["black"], "avoid": ["white"]}


def _tiles(game: Game, rules: Ruleset[Any, Any], seat: int) -> None:
    """Two hold tiles that can be used before a turn, so that both are asked at once."""
    raw: Any = game.state
    raw["baywatch"]["held"] = [["B3", seat], ["B2", (seat + 1) % 3], ["B1", (seat + 2) % 3]]
    raw["baywatch"]["face_up"] = "B5"
    Game.objects.filter(pk=game.pk).update(state=rules.dump(rules.load(raw)))


HIGH_TIDE = Box(
    ruleset="high_tide",
    options={"expansions": ["coins", "shark_alert", "surfer", "baywatch"]},
    hidden_hands=False,
    order=lambda mine: {"accept": []},
    # Not of other decisions: those of the same sitting are played at the same deadline.
    longer=lambda mine, table: [{"accept": [NEVER]}],
    idle=lambda mine, table: [{"take": [NEVER]}],
    fits=lambda mine: {"type": "decline"} in mine["legal_actions"],
    prepare=_tiles,
)

BOXES = {box.ruleset: box for box in (TURN_THE_TIDE, HIGH_TIDE)}
