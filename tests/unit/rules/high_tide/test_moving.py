"""How chairs stand, and what stops them."""

from tests.unit.rules.high_tide.tables import beach, lay


def test_a_chair_that_arrives_stands_to_the_right_of_those_already_there() -> None:
    table = lay(falls=["blue 4", "white 1"], chairs={"blue": {2: 4, 1: 4}})
    table.answer(0, "accept")
    assert table.on("blue", 4) == [2, 1, 0]


def test_a_chair_that_reaches_the_water_stops_on_its_first_space() -> None:
    table = lay(falls=["blue 6", "white 1"], chairs={"blue": {0: 18}})
    table.answer(0, "accept")
    assert table.space(0, "blue") == 21


def test_the_last_dry_space_is_dry() -> None:
    table = lay(falls=["blue 6", "white 1"], chairs={"blue": {0: 14}})
    table.answer(0, "accept")
    assert table.space(0, "blue") == 20
    assert not table.state.has_flooded_chair


def test_a_chair_in_the_water_stays_there() -> None:
    shore = beach(3, {1: 21, 2: 21})
    assert shore.move_chair(1, 3) is shore
    assert shore.move_chair(1, -3) is shore
    assert shore.flooded_seats == (1, 2)


def test_a_chair_that_does_not_move_keeps_its_place_on_its_space() -> None:
    shore = beach(3, {1: 5, 2: 5})
    assert shore.move_chair(1, 0) is shore


def test_a_chair_never_goes_back_beyond_the_bar() -> None:
    assert beach(3, {1: 2}).move_chair(1, -6).space_of(1) == 0


def test_a_chair_stops_where_the_waves_have_brought_the_water() -> None:
    shore = beach(3, {1: 12}).after_wave("large", 3).after_wave("small", 2)
    assert shore.first_water_space == 16
    assert shore.move_chair(1, 6).space_of(1) == 16
