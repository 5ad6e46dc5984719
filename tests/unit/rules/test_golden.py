"""32 games that an outside referee has checked come out the same by our rules: tests/golden/README.md."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from games.rulesets import registry
from games.rulesets.ruleset import Ruleset, StageEnd, Step

Json = dict[str, Any]

GOLDEN = Path(__file__).parents[2] / "golden"


def games(ruleset: str) -> list[Json]:
    lines = (GOLDEN / f"{ruleset}.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


class Recorded:
    """Chance that gives what was drawn then, and nothing but what was drawn then."""

    def __init__(self) -> None:
        self.draws: list[Json] = []

    def expect(self, draws: Sequence[Json]) -> None:
        assert not self.draws, "Something was not drawn that was drawn then."
        self.draws = [*draws]

    def roll(self, purpose: str, sides: int) -> int:
        draw = self.next(purpose)
        assert draw["sides"] == sides
        return int(draw["value"])

    def sample(self, purpose: str, items: Sequence[Any], count: int) -> tuple[Any, ...]:
        draw = self.next(purpose)
        assert draw["from"] == [*items]
        assert len(draw["value"]) == count
        return tuple(draw["value"])

    def shuffle(self, purpose: str, items: Sequence[Any]) -> tuple[Any, ...]:
        return self.sample(purpose, items, len(items))

    def next(self, purpose: str) -> Json:
        draw = self.draws.pop(0)
        assert draw["purpose"] == purpose
        return draw


class Replay:
    """A game that is played again, question by question."""

    def __init__(self, ruleset: str, game: Json, setup: Sequence[Json]) -> None:
        self.rules: Ruleset[Any, Any] = registry.RULESETS[ruleset]
        self.chance = Recorded()
        self.stages: list[StageEnd] = []
        self.options = self.rules.read_options(game["options"])
        assert game["players"] in self.rules.seats_for(self.options)
        self.chance.expect(setup)
        state = self.rules.initial_state(self.options, game["players"], self.chance)
        assert not self.chance.draws
        self.first = state

    def begin(self, draws: Sequence[Json]) -> None:
        self.chance.expect(draws)
        self.go_on(self.rules.open_first_turn(self.first, self.chance))

    def answer(self, actions: dict[int, Json], draws: Sequence[Json]) -> None:
        """Answer for every seat that is asked, and go on to the next question that leaves a choice."""
        only, asked = self.rules.split_choices(self.state)
        assert asked == [*actions]
        chosen = dict(only)
        for seat, raw in actions.items():
            chosen[seat] = self.rules.read_action(raw)
            self.rules.check_action(self.state, seat, chosen[seat])
        self.chance.expect(draws)
        self.go_on(self.rules.close_turn(self.state, chosen, self.chance))

    def go_on(self, step: Step[Any]) -> None:
        while True:
            self.state = step.state
            self.stages += step.stages
            only, asked = self.rules.split_choices(self.state)
            if asked or not only:
                return
            step = self.rules.close_turn(self.state, only, self.chance)

    def is_as(self, game: Json, stage_scores: list[list[int]]) -> None:
        assert not self.chance.draws
        assert [list(stage.scores) for stage in self.stages] == stage_scores
        assert [stage.number for stage in self.stages] == [*range(1, len(stage_scores) + 1)]
        result = self.rules.game_result(self.state)
        assert result is not None
        assert list(result.scores) == game["scores"]
        assert list(result.winners) == game["winners"]


def tides_of(game: Json, rounds: Sequence[Json]) -> list[Json]:
    """The draws of these rounds: two tides out of what the box of the stage still holds."""
    most = 10 if game["players"] == 6 else 12
    draws = []
    for one in rounds:
        box = [tide for tide in range(1, most + 1) for _ in range(2)]
        before = [r for r in game["rounds"] if r["stage"] == one["stage"]][: one["round"] - 1]
        for tide in (tide for earlier in before for tide in earlier["tides"]):
            box.remove(tide)
        purpose = f"stage {one['stage']} round {one['round']} tides"
        draws.append({"purpose": purpose, "from": box, "value": one["tides"]})
    return draws


@pytest.mark.parametrize("number", range(16))
def test_a_game_of_turn_the_tide_comes_out_as_the_referee_says(number: int) -> None:
    game = games("turn_the_tide")[number]
    dealt = [card for hand in game["hands"] for card in hand]
    deck = [*dealt, *(card for card in range(1, 61) if card not in dealt)]
    setup = [{"purpose": "deal", "from": [*range(1, 61)], "value": deck}]
    replay = Replay("turn_the_tide", game, setup)
    rounds = game["rounds"]
    asked = [n for n, one in enumerate(rounds) if not is_last_card(game, one)]
    replay.begin(tides_of(game, rounds[: asked[0] + 1]))
    for place, after in zip(asked, [*asked[1:], len(rounds)], strict=True):
        one = rounds[place]
        heading = replay.rules.turn_heading(replay.state)
        assert heading == {name: one[name] for name in ("stage", "round", "tides")}
        for seat in map(int, one["cards"]):
            own = replay.rules.private_view(replay.state, seat)["hand"]
            hands, turned = game["hands"], seat - one["stage"] + 1
            gone = cards_before(game, one, seat)
            assert own == [card for card in hands[turned % len(hands)] if card not in gone]
        cards = {int(seat): {"type": "play", "card": n} for seat, n in one["cards"].items()}
        replay.answer(cards, tides_of(game, rounds[place + 1 : after + 1]))
    replay.is_as(game, game["stage_scores"])


def is_last_card(game: Json, one: Json) -> bool:
    """Whether everybody had one card left, so that nobody was asked."""
    return bool(one["round"] == len(game["hands"][0]))


def cards_before(game: Json, one: Json, seat: int) -> set[int]:
    before = [r for r in game["rounds"] if r["stage"] == one["stage"] and r["round"] < one["round"]]
    return {earlier["cards"][str(seat)] for earlier in before}


@pytest.mark.parametrize("number", range(16))
def test_a_game_of_high_tide_comes_out_as_the_referee_says(number: int) -> None:
    game = games("high_tide")[number]
    replay = Replay("high_tide", game, game["setup_chance"])
    turns = game["turns"]
    replay.begin(turns[0]["chance"])
    for turn, after in zip(turns, [*turns[1:], None], strict=True):
        heading = replay.rules.turn_heading(replay.state)
        assert [heading[name] for name in ("decision", "round", "place")] == [
            turn[name] for name in ("decision", "round", "place")
        ]
        assert replay.rules.split_choices(replay.state)[1] == turn["seat_asked"]
        actions = {one["seat"]: one["action"] for one in turn["actions"]}
        replay.answer(actions, game["end_chance"] if after is None else after["chance"])
    replay.is_as(game, [stage["scores"] for stage in game["stages"]])
    assert replay.rules.table_view(replay.state) == game["last_table"]
