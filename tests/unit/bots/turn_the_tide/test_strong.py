"""The strong bot: what it knows, the numbers made of that, and that it plays well and quickly."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.rulesets import bots
from games.rulesets.bots import bot_views
from games.rulesets.testing.whole_games import Variant, random_game
from games.rulesets.turn_the_tide.bots import facts as python
from games.rulesets.turn_the_tide.bots.careful import Careful
from games.rulesets.turn_the_tide.bots.network import TurnTheTideNetwork
from games.rulesets.turn_the_tide.bots.seen import ALL, WITH_HALF, WITH_WHOLE, Seen, as_bits
from games.rulesets.turn_the_tide.bots.strong import strong
from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from games.rulesets.turn_the_tide.rules.state import TurnTheTideState
from tests.sampling import sample_count, share
from tests.unit.bots.turn_the_tide import compiled
from tests.unit.rules.contract import played
from tools.bots.tables import one_against, play_table

Json = dict[str, Any]
GAMES = [variant for variant in played() if variant.ruleset is TURN_THE_TIDE]
every_game = pytest.mark.parametrize("variant", GAMES, ids=str)


def questions(variant: Variant, games: int = 1) -> Iterator[tuple[TurnTheTideState, int]]:
    """Every state of random games with every seat that has a choice there."""
    for seed in range(games):
        for step in random_game(variant, seed).steps:
            for seat in TURN_THE_TIDE.split_choices(step.state)[1]:
                yield step.state, seat


def seen(state: TurnTheTideState, seat: int) -> Seen:
    return Seen.from_views(*bot_views(TURN_THE_TIDE, state, seat))


@every_game
def test_what_it_knows_is_true_and_all_that_it_could_know(variant: Variant) -> None:
    for state, seat in questions(variant):
        known = seen(state, seat)
        held = as_bits([card for stage in range(state.stage) for card in state.dealt[seat - stage]])
        shown_to_all = as_bits(state.cards_shown)
        assert known.unseen == ALL & ~held & ~shown_to_all
        assert known.unseen_by_all == ALL & ~shown_to_all
        for other in range(state.seat_count):
            hand = as_bits(state.hand_of(other))
            assert known.known[other] == hand & (held | shown_to_all)
            assert known.hidden[other] == (hand & known.unseen).bit_count()
            assert known.open[other] == hand & shown_to_all
            assert known.hidden_from_all[other] == (hand & known.unseen_by_all).bit_count()
            hidden = hand & known.unseen
            halves = (hidden & WITH_HALF).bit_count() + 2 * (hidden & WITH_WHOLE).bit_count()
            assert other == seat or halves - known.worth[other] in (0, 1)


@every_game
def test_its_facts_and_worths_are_those_with_which_it_was_trained(variant: Variant) -> None:
    random = Random(5)
    weights = [random.gauss(0, 0.3) for _ in range(compiled.weights())]
    network = TurnTheTideNetwork.from_weights(weights)
    for state, seat in questions(variant):
        known = seen(state, seat)
        table, cards = python.table_and_card_facts(known)
        its_table, its_cards = compiled.facts(known)
        assert table == pytest.approx(its_table, abs=1e-5)
        assert len(cards) == len(its_cards) == len(state.hand_of(seat))
        for card, its_card in zip(cards, its_cards, strict=True):
            assert card == pytest.approx(its_card, abs=1e-5)
        worth = compiled.worth(weights, known)
        assert network.card_worths(table, cards) == pytest.approx(worth, abs=1e-3)


def test_other_weights_than_it_needs_are_refused() -> None:
    with pytest.raises(ValueError, match="7 weights"):
        TurnTheTideNetwork.from_weights([0.0] * 7)


def test_the_facts_of_a_table_that_one_can_work_out() -> None:
    """Three left with a card or two each; the others' cards are known."""
    known = Seen(
        me=0,
        hand=[20, 40],
        known=[as_bits([20, 40]), as_bits([10, 50]), as_bits([30, 31])],
        hidden=[0, 0, 0],
        unseen=0,
        worth=[0, 0, 0],
        open=[0, 0, 0],
        hidden_from_all=[2, 2, 2],
        unseen_by_all=0,
        levels=[6, 3, 0],
        preservers=[3, 0, 1],
        eliminated=[False, False, False],
        low=2,
        high=9,
        tides_left=[4, 12],
        rounds_left=2,
        cascade=False,
        so_far=[0, 0, 0],
        stages_left=0,
    )
    table, (low, high) = python.table_and_card_facts(known)
    assert table[:6] == [1, 6 / 12, 3 / 12, 0, 2 / 12, 9 / 12]
    assert (table[14], table[17], table[19], table[20]) == (0.5, True, 2 / 12, 8 / 12)
    # Of 10 and 50 one is lower than 20 and 40; of 30 and 31 none is lower than 20, and both than 40.
    assert low[:4] == [0.25, 0, 0.5, 0.5]
    assert high[:4] == [0.75, 0.5, 0.5, 0]


def test_a_card_is_drawn_by_how_good_the_network_thinks_it_is() -> None:
    state, seat = next(questions(GAMES[0]))
    table, mine = bot_views(TURN_THE_TIDE, state, seat)
    chances = strong.win_chances(table, mine)
    assert max(chances) == 1
    draws = [strong(table, mine, Random(number))["card"] for number in range(sample_count(2000))]
    best = mine["hand"][chances.index(1)]
    # Far from what luck may do to the card that is the likeliest by far.
    assert abs(draws.count(best) / len(draws) - 1 / sum(chances)) < 0.15


@pytest.mark.parametrize("seats", [3, 5] if share() == 1 else [3])
def test_strong_clearly_beats_careful(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """By points, which say more in few games than wins do; `tools.bots` counts these."""
    monkeypatch.setitem(
        bots.FOR_ONE, "turn_the_tide", {"strong": strong, "quick": Careful(rollouts=60)}
    )
    options = {"edition": "bga"}
    leads = [
        play_table(one_against("turn_the_tide", options, seats, "strong", "quick", seed)).leads[
            seed % seats
        ]
        for seed in range(6)
    ]
    assert sum(leads) / len(leads) > 1
