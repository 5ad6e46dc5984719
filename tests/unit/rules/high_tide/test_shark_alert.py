"""The Shark Alert expansion."""

from collections.abc import Mapping

from games.rulesets.high_tide.rules.play import PlayDraft
from games.rulesets.high_tide.rules.rounds import shark_comes
from tests.unit.rules.high_tide.tables import Table, lay

ROLLS = ("white 1", "yellow 1", "white 1", "yellow 1", "black 1", "orange 1")
"""What three players roll in a round in which nobody comes near purple."""


def alerted(chairs: Mapping[int, int], *, falls: tuple[str, ...] = (), distance: int = 3) -> Table:
    """A table with purple alerted, whose every roll stands: it plays itself to the end."""
    return lay(
        3,
        falls=(*ROLLS, *falls),
        expansions=["shark_alert"],
        chairs={"purple": chairs},
        others={"round 1 alert": "purple", "round 1 shark": distance},
        rental_start=2,
    )


def shark(chairs: Mapping[int, int], distance: int = 3) -> Table:
    """A table in round 1 with purple alerted, right after the shark has come."""
    table = lay(
        3,
        expansions=["shark_alert"],
        chairs={"purple": chairs},
        others={"alert": "purple", "shark": distance},
    )
    play = PlayDraft(table.state, table.chance)
    shark_comes(play)
    table.state = play.state
    return table


def test_on_purple_the_chair_nearest_the_water_goes_back_3() -> None:
    table = shark({0: 9, 1: 14, 2: 5})
    assert [table.space(seat, "purple") for seat in range(3)] == [9, 11, 5]


def test_the_shark_comes_before_the_waves_are_laid() -> None:
    table = alerted({0: 9, 1: 14, 2: 5})
    types = [event.type for event in table.events]
    assert types.index("shark_came") < types.index("wave_laid")
    assert table.stages[0].shown["shark"] == {
        "beach": "purple",
        "distance": 3,
        "seat": 1,
        "start": 14,
        "end": 11,
    }


def test_of_chairs_on_one_space_the_leftmost_goes_back() -> None:
    table = shark({2: 9, 0: 9, 1: 9})
    assert [table.space(seat, "purple") for seat in range(3)] == [9, 9, 6]


def test_it_stands_to_the_right_of_those_where_it_arrives() -> None:
    assert shark({0: 9, 1: 6}).on("purple", 6) == [1, 0]


def test_no_chair_goes_back_beyond_the_bar() -> None:
    assert shark({0: 2}).space(0, "purple") == 0


def test_a_chair_in_the_water_is_left_there() -> None:
    table = shark({0: 21, 1: 12})
    assert table.space(0, "purple") == 21
    assert table.space(1, "purple") == 9


def test_nothing_moves_where_all_are_at_the_bar() -> None:
    assert alerted({}).told("shark_came")[0]["seat"] is None


def test_a_new_beach_is_alerted_at_the_start_of_each_round() -> None:
    alerts = [began["alert"] for began in alerted({}).told("round_began")]
    # LoadedChance draws the first beach from those that are in the stack.
    assert alerts[:4] == ["purple", "black", "purple", "black"]


def test_the_tile_before_is_mixed_back_only_after_the_new_one_is_drawn() -> None:
    alert = shark({}).state.shark_alert
    assert alert is not None
    assert len(alert.alerts_left) == 5
    assert alert.alert not in alert.alerts_left


def test_a_shark_tile_is_discarded() -> None:
    assert shark({}).shown()["shark_alert"]["sharks_left"] == [1, 1, 2, 2, 3, 4]


def test_a_chair_driven_back_escapes_the_wave() -> None:
    table = alerted({0: 20}, falls=("purple 5", "black 2"))
    assert table.told("wave_laid")[0]["water"] == 18
    assert table.told("wave_laid")[0]["flooded"] == []
