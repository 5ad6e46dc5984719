"""What a seat remembers is what its client could have written down, turn by turn."""

from dataclasses import dataclass, field
from typing import Any

import pytest

from games.rulesets.ruleset import Step
from games.rulesets.testing.whole_games import Variant, random_game
from games.rulesets.turn_the_tide.rules.cards import tide_cards
from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from games.rulesets.turn_the_tide.rules.state import TurnTheTideState
from tests.unit.rules.contract import played

GAMES = [variant for variant in played() if variant.ruleset is TURN_THE_TIDE]
Json = dict[str, Any]


@dataclass
class Notebook:
    """A client that writes down what it hears and sees, and knows nothing else."""

    seat: int
    seats: int
    hands: dict[int, list[int]] = field(default_factory=dict)
    """By stage the hand with which this seat began it."""
    played: dict[int, list[list[int]]] = field(default_factory=dict)
    gone: list[int] = field(default_factory=list)

    def hears(self, step: Step[TurnTheTideState]) -> None:
        for event in step.events:
            if event.type == "stage_began":
                self.gone = []
            elif event.type == "tides_revealed":
                self.gone += event.data["tides"]
            elif event.type == "cards_revealed":
                rows = self.played.setdefault(event.data["stage"], [[] for _ in range(self.seats)])
                for shown in event.data["cards"]:
                    rows[shown["seat"]].append(shown["card"])
        stage = TURN_THE_TIDE.table_view(step.state)["stage"]
        self.hands.setdefault(stage, TURN_THE_TIDE.seat_view(step.state, self.seat)["hand"])

    def remembers(self, stage: int, edition: str) -> Json:
        left = list(tide_cards(self.seats))
        for tide in self.gone:
            left.remove(tide)
        former = range(1, stage)
        return {
            "edition": edition,
            "held": [self.hands[one] for one in former],
            "played": [self.played[one] for one in former],
            "tides_left": left,
        }


@pytest.mark.parametrize("variant", GAMES, ids=str)
def test_a_seat_remembers_what_it_was_shown_and_nothing_more(variant: Variant) -> None:
    notebooks = [Notebook(seat, variant.seats) for seat in range(variant.seats)]
    for step in random_game(variant).steps:
        for notebook in notebooks:
            notebook.hears(step)
            if not step.state.is_over:
                remembered = TURN_THE_TIDE.memory_view(step.state, notebook.seat)
                stage = step.state.stage
                assert remembered == notebook.remembers(stage, variant.options["edition"])
