"""A stage: who takes which tide, who pays, who is eliminated, and what it scores ("A stage", "Rulings")."""

from dataclasses import replace
from typing import Any

import pytest

from games.rulesets.turn_the_tide.rules.cards import Play
from games.rulesets.turn_the_tide.rules.course import lowest_tide_bonus, stage_scores
from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from tests.unit.rules.turn_the_tide.table import close_round, find_event

CARDS = [44, 27, 16]
CARDS_4 = [*CARDS, 8]
CARDS_5 = [*CARDS_4, 9]

# -- 2: a round


@pytest.mark.parametrize(
    ("cards", "tides", "before", "levels"),
    [
        # The published example: the highest card takes the lower tide, the second the other one.
        ([44, 27, 16, 2], (4, 7), None, (4, 7, 0, 0)),
        ([10, 60, 30], (9, 2), None, (0, 2, 9)),
        # Of two equal tides each takes one; a new tide covers the old one, even a lower one.
        (CARDS, (5, 5), None, (5, 5, 0)),
        ([60, 20, 30], (5, 8), [10, 6, 0], (5, 6, 8)),
    ],
)
def test_the_highest_card_takes_the_lower_tide_and_the_second_highest_the_other(
    cards: list[int], tides: tuple[int, int], before: list[int] | None, levels: tuple[int, ...]
) -> None:
    assert close_round(cards, tides=tides, levels=before).state.levels == levels


LOST, OUT = "lost", "eliminated"


@pytest.mark.parametrize(
    ("cards", "tides", "levels", "preservers", "losses"),
    [
        # The highest level loses a preserver: by a new tide, or by an old one.
        (CARDS_4, (4, 7), None, None, [(1, LOST)]),
        (CARDS, (4, 7), [0, 0, 11], None, [(2, LOST)]),
        # If two share it, both do.
        (CARDS, (5, 5), None, None, [(0, LOST), (1, LOST)]),
        (CARDS_4, (4, 7), [0, 0, 7, 6], None, [(1, LOST), (2, LOST)]),
        # Losing the last preserver does not eliminate, failing to pay does.
        (CARDS, (4, 7), None, [3, 1, 3], [(1, LOST)]),
        (CARDS_4, (4, 7), None, [3, 3, 0, 3], [(1, LOST)]),
        (CARDS_4, (4, 7), [0, 0, 9, 0], [3, 3, 0, 3], [(2, OUT), (1, LOST)]),
        # Cascade: the next highest pays too, until somebody pays, ...
        (CARDS_4, (4, 7), None, [3, 0, 3, 3], [(1, OUT), (0, LOST)]),
        (CARDS_5, (4, 7), [0, 0, 6, 0, 2], [3, 0, 0, 3, 3], [(1, OUT), (2, OUT), (0, LOST)]),
        # ... or nobody left shows a tide card, ...
        (CARDS_5, (4, 7), None, [0, 0, 3, 3, 3], [(1, OUT), (0, OUT)]),
        # ... or two are left: instantly.
        (CARDS, (4, 7), None, [3, 0, 3], [(1, OUT)]),
        (CARDS_4, (4, 7), [0, 0, 6, 0], [3, 0, 0, 3], [(1, OUT), (2, OUT)]),
        # If two share the level that must now pay, both do.
        (CARDS_4, (4, 7), [0, 0, 4, 0], [3, 0, 3, 3], [(1, OUT), (0, LOST), (2, LOST)]),
        # A tied survivor pays once, even if the elimination ends the stage.
        (CARDS_5, (7, 7), None, [3, 0, 3, 3, 3], [(0, LOST), (1, OUT)]),
        (CARDS, (7, 7), None, [3, 0, 3], [(0, LOST), (1, OUT)]),
        # Both of a tied pair can be eliminated together.
        (CARDS, (7, 7), None, [0, 0, 2], [(0, OUT), (1, OUT)]),
        (CARDS_4, (7, 7), [0, 0, 3, 0], [0, 0, 2, 2], [(0, OUT), (1, OUT)]),
        # The others play on without the eliminated.
        ([44, None, 16, 8], (4, 7), None, [3, 0, 3, 3], [(2, LOST)]),
    ],
)
def test_the_highest_tide_level_pays_or_is_eliminated(
    cards: list[int | None],
    tides: tuple[int, int],
    levels: list[int] | None,
    preservers: list[int] | None,
    losses: list[tuple[int, str]],
) -> None:
    step = close_round(cards, tides=tides, levels=levels, preservers=preservers)
    last = step.state.last_round
    assert last is not None
    assert [(loss.seat, loss.kind) for loss in last.losses] == losses
    if step.stages:  # The next stage begins with other hands.
        return
    before = preservers or [3] * len(cards)
    paid = [seat for seat, kind in losses if kind == LOST]
    out = {seat for seat, kind in losses if kind == OUT} | {s for s, c in enumerate(cards) if not c}
    assert step.state.preservers == tuple(
        before[seat] - paid.count(seat) for seat in range(len(cards))
    )
    assert {seat for seat, gone in enumerate(step.state.eliminated) if gone} == out


@pytest.mark.parametrize("edition", ["gamewright", "bga_modified", "amigo", "bga"])
def test_without_a_cascade_nobody_pays_for_the_eliminated(edition: str) -> None:
    step = close_round(CARDS_4, tides=(4, 7), preservers=[3, 0, 3, 3], edition=edition)
    first = 2 if edition in ("amigo", "bga") else 3
    assert step.state.preservers == (first, 0, 3, 3)


def test_the_eliminated_is_out_with_hand_and_tide_card() -> None:
    step = close_round(CARDS_4, tides=(4, 7), preservers=[3, 0, 3, 3])
    assert find_event(step, "eliminated") == {"stage": 1, "round": 2, "seat": 1}
    assert step.state.levels == (4, 0, 0, 0)
    assert TURN_THE_TIDE.seats_asked(step.state) == (0, 2, 3)
    assert TURN_THE_TIDE.legal_actions(step.state, 1) == ()
    assert close_round([44, None, 16, 8], tides=(4, 7)).state.played[1] == ()


def test_played_cards_are_shown_to_all_and_the_next_round_opens_with_two_new_tides() -> None:
    step = close_round(CARDS, tides=(4, 7), number=2)
    assert step.state.played == ((44,), (27,), (16,))
    assert 44 not in step.state.hand_of(0)
    cards = [{"seat": seat, "card": card} for seat, card in enumerate(CARDS)]
    assert find_event(step, "cards_revealed")["cards"] == cards
    taken = [{"seat": 0, "tide": 4}, {"seat": 1, "tide": 7}]
    assert find_event(step, "tides_taken")["taken"] == taken
    assert step.state.round == 3
    revealed = {"stage": 1, "round": 3, "tides": list(step.state.tides)}
    assert find_event(step, "tides_revealed") == revealed


# -- 3 and 4: the end of a stage, and its score


def test_the_published_example_of_a_score() -> None:
    levels, eliminated, left = (6, 9, 4, 2), (False,) * 4, (2, 0, 3, 1)
    assert stage_scores(left, eliminated, lowest_tide_bonus(levels, eliminated)) == (2, 0, 3, 2)


@pytest.mark.parametrize(
    ("cards", "tides", "how", "scores"),
    [
        # In the last round: a point for each preserver, and one for the lowest tide level.
        (CARDS, (4, 7), {"levels": [0, 0, 2], "number": 12}, (3, 2, 3 + 1)),
        (CARDS, (4, 7), {"preservers": [3, 1, 3], "number": 12}, (3, 0, 3 + 1)),
        # All without a tide card share it, and so do ties.
        (CARDS_4, (4, 7), {"number": 12}, (3, 2, 3 + 1, 3 + 1)),
        (CARDS_4, (4, 7), {"levels": [0, 0, 4, 9], "number": 12}, (3 + 1, 3, 3 + 1, 2)),
        # The eliminated lose a point and have no part in it.
        ([44, None, 16, 8], (4, 7), {"levels": [0, 0, 0, 3], "number": 12}, (3, -1, 2, 3 + 1)),
        # An elimination in the last round is handled before scoring.
        (CARDS_4, (4, 7), {"preservers": [3, 0, 3, 3], "number": 12}, (2, -1, 3 + 1, 3 + 1)),
        # A stage ends at the instant when two or fewer are left.
        (CARDS, (4, 7), {"preservers": [3, 0, 3]}, (3, -1, 3 + 1)),
        (CARDS, (7, 7), {"preservers": [3, 0, 3]}, (2, -1, 3 + 1)),
        (CARDS_4, (4, 7), {"levels": [0, 0, 6, 0], "preservers": [3, 0, 0, 3]}, (3, -1, -1, 3 + 1)),
        (CARDS, (7, 7), {"preservers": [0, 0, 2]}, (-1, -1, 2 + 1)),
        (CARDS_4, (7, 7), {"levels": [0, 0, 3, 0], "preservers": [0, 0, 2, 2]}, (-1, -1, 2, 2 + 1)),
    ],
)
def test_a_stage_scores_preservers_losses_and_the_bonus(
    cards: list[int | None], tides: tuple[int, int], how: dict[str, Any], scores: tuple[int, ...]
) -> None:
    (end,) = close_round(cards, tides=tides, **how).stages
    assert end.scores == scores


def test_a_finished_stage_shows_how_it_ended_and_the_unplayed_cards_stay_sealed() -> None:
    (end,) = close_round(CARDS, tides=(4, 7), preservers=[3, 0, 3], number=5).stages
    assert end.number == 1
    wanted = {
        "rounds": 5,
        "tide_levels": [4, 0, 0],
        "preservers": [3, 0, 3],
        "eliminated": [False, True, False],
        "bonus": [0, 0, 1],
        "played": [[44], [27], [16]],
        "hands": [None, None, None],
    }
    assert wanted.items() <= end.shown.items()
    assert [len(hand) for hand in end.sealed["hands"]] == [12, 12, 12]


def test_the_most_points_win_a_tie_is_a_shared_win_and_the_last_stage_stays_in_view() -> None:
    over = close_round(CARDS, tides=(4, 7), number=12, stage=3).state
    table = TURN_THE_TIDE.table_view(over)
    assert (table["stage"], table["round"], table["tides"]) == (3, 12, [])
    assert [seat["tide_level"] for seat in table["seats"]] == [4, 7, 0]
    assert [seat["score"] for seat in table["seats"]] == [3, 2, 4]
    stages = replace(over, stage_scores=((1, 2, 3), (4, 0, 0), (0, 3, 1)))
    result = TURN_THE_TIDE.game_result(stages)
    assert result is not None
    assert (result.scores, result.winners) == ((5, 5, 4), (0, 1))


def test_time_plays_the_lowest_card_but_the_highest_level_reaches_for_a_lower_tide() -> None:
    state = close_round(CARDS, tides=(4, 7)).state
    assert TURN_THE_TIDE.choose_fallback(state, 2) == Play(state.hand_of(2)[0])
    for tides, place in (((12, 6), -1), ((12, 7), 0)):
        fallback = TURN_THE_TIDE.choose_fallback(replace(state, tides=tides), 1)
        assert fallback == Play(state.hand_of(1)[place])
