"""A round: who takes which tide, and who loses a life preserver."""

from tests.unit.rules.turn_the_tide.table import close_round, event, losses


def test_the_published_example() -> None:
    step = close_round([44, 27, 16, 2], tides=(4, 7))
    assert step.state.levels == (4, 7, 0, 0)
    assert losses(step) == [(1, "lost")]
    assert step.state.preservers == (3, 2, 3, 3)


def test_the_highest_card_takes_the_lower_tide_and_the_second_highest_the_other() -> None:
    step = close_round([10, 60, 30], tides=(9, 2))
    assert event(step, "tides_taken")["taken"] == [{"seat": 1, "tide": 2}, {"seat": 2, "tide": 9}]


def test_of_two_equal_tides_each_takes_one_and_both_pay() -> None:
    step = close_round([44, 27, 16], tides=(5, 5))
    assert step.state.levels == (5, 5, 0)
    assert losses(step) == [(0, "lost"), (1, "lost")]


def test_a_new_tide_covers_the_old_one() -> None:
    # Published: the 10 is covered by the 5.
    step = close_round([60, 20, 30], tides=(5, 8), levels=[10, 6, 0])
    assert step.state.levels == (5, 6, 8)


def test_who_took_no_tide_may_still_be_the_highest() -> None:
    step = close_round([44, 27, 16], tides=(4, 7), levels=[0, 0, 11])
    assert losses(step) == [(2, "lost")]


def test_an_old_tide_may_share_the_highest_level_with_a_new_one() -> None:
    step = close_round([44, 27, 16, 8], tides=(4, 7), levels=[0, 0, 7, 6])
    assert losses(step) == [(1, "lost"), (2, "lost")]


def test_who_loses_the_last_preserver_stays_in_the_stage() -> None:
    step = close_round([44, 27, 16], tides=(4, 7), preservers=[3, 1, 3])
    assert losses(step) == [(1, "lost")]
    assert step.state.preservers[1] == 0
    assert not step.state.eliminated[1]


def test_played_cards_are_shown_to_all_and_leave_the_hand() -> None:
    step = close_round([44, 27, 16], tides=(4, 7))
    assert step.state.played == ((44,), (27,), (16,))
    assert 44 not in step.state.hand_of(0)
    assert event(step, "cards_revealed")["cards"] == [
        {"seat": 0, "card": 44},
        {"seat": 1, "card": 27},
        {"seat": 2, "card": 16},
    ]


def test_the_next_round_opens_with_two_new_tides() -> None:
    step = close_round([44, 27, 16], tides=(4, 7), number=2)
    assert step.state.round == 3
    assert event(step, "tides_revealed") == {
        "stage": 1,
        "round": 3,
        "tides": list(step.state.tides),
    }
