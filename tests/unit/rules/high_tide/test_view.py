"""What the table shows."""

from games.rulesets.chance import SeededChance
from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from games.rulesets.high_tide.rules.secrecy import SECRECY
from tests.unit.rules.high_tide.tables import lay


def test_the_heading_says_what_is_decided_and_by_whom() -> None:
    table = lay()
    assert HIGH_TIDE.turn_heading(table.state) == {
        "stage": 1,
        "round": 1,
        "place": 1,
        "decision": "accept",
    }


def test_a_beach_shows_its_chairs_in_order_from_the_bar_to_the_water() -> None:
    table = lay(chairs={"blue": {3: 8, 1: 8, 0: 21}})
    (blue,) = [beach for beach in table.shown()["beaches"] if beach["beach"] == "blue"]
    assert blue["chairs"] == [
        {"space": 0, "seats": [2]},
        {"space": 8, "seats": [3, 1]},
        {"space": 21, "seats": [0]},
    ]
    assert blue["flooded"] == [0]


def test_the_bag_shows_the_dice_left_by_colour() -> None:
    table = lay(falls=["white 5", "blue 2"])
    bag = table.shown()["bag"]
    assert (bag["white"], bag["blue"], bag["black"]) == (1, 1, 2)


def test_dice_show_what_tiles_make_of_them() -> None:
    table = lay(
        falls=["white 5", "blue 2"], expansions=["baywatch"], tiles={"B6": 0, "B7": 0, "B9": 0}
    )
    table.answer(0, "accept")
    table.use(0, "B6", left=1, right=0)
    table.use(0, "B7", die="left", colour="black")
    assert table.shown()["dice"] == {
        "seat": 0,
        "space": None,
        "left": {"colour": "white", "face": 5, "beach": "black", "steps": 6},
        "right": {"colour": "blue", "face": 2, "beach": "blue", "steps": 2},
    }


def test_what_is_not_played_with_is_null() -> None:
    shown = lay().shown()
    for name in ("coins", "shark_alert", "surfers", "baywatch", "offer"):
        assert shown[name] is None
    assert shown["beaches"][0]["coins"] is None


def test_the_setup_names_what_chance_gave_before_the_first_round() -> None:
    expansions = ["coins", "surfer", "baywatch"]
    setup = HIGH_TIDE.setup_record(lay(3, expansions=expansions).state)
    assert setup == {
        "start_order": [0, 1, 2],
        "coins": [[1, 2, 3, 4, 5, 6, 7, 8]] * 6,
        "surfers": ["black", "purple", "blue"],
        "baywatch_tile": "B1",
    }


def test_nothing_is_hidden_so_a_redrawn_game_is_the_same() -> None:
    table = lay(expansions=["shark_alert", "baywatch"])
    assert SECRECY.redraw_hidden(table.state, None, SeededChance(b"")) is table.state
