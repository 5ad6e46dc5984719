"""The deckchair rental, and which spaces of the track are available."""

import pytest

from tests.unit.rules.high_tide.tables import Table, lay


def rental_by_turn(table: Table) -> list[int | None]:
    table.fall_back()
    return [began["rental"] for began in table.told("go_began") if began["round"] == 1]


@pytest.mark.parametrize(
    ("seats", "rental"),
    [
        (3, [4, None, None]),
        (4, [4, 5, None, None]),
        (5, [4, 5, 6, None, None]),
        (6, [4, 5, 6, 7, None, None]),
    ],
)
def test_the_rental_moves_before_each_turn_but_the_first_and_is_removed_at_the_end(
    seats: int, rental: list[int | None]
) -> None:
    assert rental_by_turn(lay(seats)) == rental


def test_the_rental_starts_each_round_where_it_started_the_first() -> None:
    table = lay(5)
    table.fall_back()
    assert table.state.round == 2
    assert table.state.track.rental == 4


def test_a_rental_that_starts_on_space_2_leaves_no_roll_to_be_declined() -> None:
    table = lay(rental_start=2)
    assert not table.told("declined")
    assert table.stages  # There was nothing to choose in any go of the round.


def test_a_rental_that_starts_below_the_track_never_lies_on_it() -> None:
    table = lay(3, rental_start=7)
    assert table.state.track.rental is None
    assert table.state.track.available_spaces == 4


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_track_has_a_space_more_than_there_are_players(seats: int) -> None:
    table = lay(seats)
    assert table.track() == ["free"] * (seats + 1)
    assert [space["available"] for space in table.shown()["track"]["spaces"]].count(True) == 3
