"""A game round and a turn: "A game round" and "A turn" 1 to 5 of the rules."""

import pytest

from games.rulesets.chance import SeededChance
from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from games.rulesets.high_tide.rules.secrecy import SECRECY
from tests.unit.rules.high_tide.tables import LoadedChance, lay, lay_beach

# -- components and the round: the track, and the rental


@pytest.mark.parametrize(
    ("seats", "dice", "rental"),
    [
        (3, 2, [4, None, None]),
        (4, 2, [4, 5, None, None]),
        (5, 3, [4, 5, 6, None, None]),
        (6, 3, [4, 5, 6, 7, None, None]),
    ],
)
def test_the_rental_moves_down_a_track_of_a_space_more_than_players_and_is_removed(
    seats: int, dice: int, rental: list[int | None]
) -> None:
    table = lay(seats=seats)
    start = HIGH_TIDE.initial_state(HIGH_TIDE.read_options({}), seats, LoadedChance())
    assert start.bag.count_by_colour == (dice,) * 6
    assert table.track() == ["free"] * (seats + 1)
    assert [space["available"] for space in table.view()["track"]["spaces"]].count(True) == 3
    table.fall_back()
    began = table.events_of("go_began")
    assert [turn["rental"] for turn in began if turn["round"] == 1] == rental
    assert (table.state.round, table.state.track.rental) == (2, 4)


def test_a_rental_may_start_so_high_that_every_roll_stands_or_below_the_track() -> None:
    table = lay(rental_start=2)
    assert table.stages
    assert not table.events_of("declined")
    track = lay(seats=3, rental_start=7).state.track
    assert (track.rental, track.available_spaces) == (None, 4)


# -- 1: choose


def test_the_first_player_of_a_round_rolls_without_being_asked() -> None:
    table = lay("white 5, black 2")
    assert table.question() == "0 accept"
    assert table.events_of("rolled")[0]["pair"] == {
        "left": {"colour": "white", "face": 5},
        "right": {"colour": "black", "face": 2},
    }


@pytest.mark.parametrize(
    ("seats", "answers", "choice"),
    [
        # Towel on space 3; the rental has moved on and leaves space 4 free.
        (4, "decline, decline", ["roll", "take 1", "take 2"]),
        # No pair on the track.
        (4, "accept", ["accept", "decline"]),
        # Who has rolled can no longer take a pair.
        (4, "decline, accept, roll", ["accept", "decline"]),
        # The second player's roll stands, and the last one finds two pairs and no space.
        (3, "decline, decline, roll", ["take 1", "take 2"]),
    ],
)
def test_a_player_rolls_or_takes_a_pair_as_pairs_and_free_spaces_allow(
    seats: int, answers: str, choice: list[str]
) -> None:
    assert lay(seats=seats).play(answers).legal() == choice


@pytest.mark.parametrize(
    ("answers", "answer", "refusal"),
    [
        ("decline, accept", "take 2", ("not_on_offer", "/space")),
        ("decline, accept", "take 7", ("not_on_offer", "/space")),
        ("decline, accept, roll", "take 1", ("not_now", None)),
        ("decline, decline, take 2", "reroll left right", ("not_on_offer", "/dice")),
    ],
)
def test_what_the_track_does_not_offer_is_refused(
    answers: str, answer: str, refusal: tuple[str, str | None]
) -> None:
    code, pointer = lay().play(answers).refusal(answer)
    assert (code, pointer or None) == refusal


# -- 2: take a pair

TWO_PAIRS = "white 6, blue 1, black 3, orange 2, purple 1, yellow 1"


@pytest.mark.parametrize(
    ("answers", "dice", "after", "chairs"),
    [
        ("take 1", [[], ["left"], ["right"], ["left", "right"]], "4, 2", {"white": 4, "blue": 2}),
        ("take 2", [[], ["left"], ["right"]], "5", {"black": 3, "orange": 5}),
    ],
)
def test_from_the_top_space_both_dice_may_be_re_rolled_and_from_the_second_one(
    answers: str, dice: list[list[str]], after: str, chairs: dict[str, int]
) -> None:
    table = lay(f"{TWO_PAIRS}, {after}").play(f"decline, decline, {answers}")
    assert table.legal() == [" ".join(["reroll", *names]) for names in dice]
    table.play(table.legal()[-1])
    assert table.chairs(1) == chairs
    assert table.events_of("rerolled")[0]["dice"] == dice[-1]


def test_a_pair_from_lower_down_is_moved_as_it_lies() -> None:
    table = lay("white 6, white 5, black 1, black 2, blue 5, purple 3")
    table.play("accept, decline, decline")
    assert table.track(4) == ["towel 0", "black 2, black 1", "blue 5, purple 3", "towel 1"]
    table.play("take 3")
    assert table.chairs(2) == {"purple": 3, "blue": 5}
    assert table.track()[2] == "towel 2"


# -- 3: roll


@pytest.mark.parametrize(
    ("falls", "lies"),
    [
        ("blue 1, yellow 2", "yellow 2, blue 1"),
        ("black 1, white 6", "white 6, black 1"),
        ("white 3, purple 3", "purple 3, white 3"),
        ("blue 2, blue 4", "blue 4, blue 2"),
        ("orange 4, orange 4", "orange 4, orange 4"),
    ],
)
def test_a_declined_pair_lies_with_the_higher_die_left_and_equal_ones_as_the_beaches(
    falls: str, lies: str
) -> None:
    table = lay(f"{falls}, yellow 6, black 5").play("decline")
    assert (table.track()[0], table.question()) == (lies, "0 accept")
    assert table.events_of("rolled")[-1]["pair"]["left"] == {"colour": "yellow", "face": 6}


def test_a_roll_with_one_space_free_must_be_accepted() -> None:
    table = lay("white 1, white 2, blue 1, blue 2, black 6, black 5").play("decline, decline")
    # The third roll was accepted at once, and it is the next player's go.
    assert (table.chairs(), table.asked()) == ({"black": 11}, (1,))
    asked_for_b8 = lay(tiles="B8").play("decline, decline")
    assert asked_for_b8.legal() == ["accept", "B8 1", "B8 2"]
    assert asked_for_b8.refusal("decline")[0] == "must_accept"


# -- 4: move


@pytest.mark.parametrize(
    ("falls", "chairs", "stand"),
    [
        ("white 5, black 2", {}, {"black": 2, "white": 5}),
        ("blue 4, blue 3", {}, {"blue": 7}),
        # A chair that reaches the water stops on its first space; the last dry space is dry.
        ("blue 6, white 1", {"blue": {0: 18}}, {"blue": 21, "white": 1}),
        ("blue 6, white 1", {"blue": {0: 14}}, {"blue": 20, "white": 1}),
    ],
)
def test_each_die_moves_the_chair_on_the_beach_of_its_colour(
    falls: str, chairs: dict[str, dict[int, int]], stand: dict[str, int]
) -> None:
    table = lay(falls, chairs=chairs).play("accept")
    assert table.chairs() == stand
    assert table.state.has_flooded_chair == (stand.get("blue") == 21)


def test_a_chair_that_arrives_stands_to_the_right_of_those_already_there() -> None:
    table = lay("blue 4, white 1", chairs={"blue": {2: 4, 1: 4}}).play("accept")
    assert table.on("blue", 4) == [2, 1, 0]


def test_a_chair_moves_between_the_bar_and_the_water_and_stays_in_it() -> None:
    shore = lay_beach(3, {1: 21, 2: 5, 0: 5})
    assert shore.move_chair(1, 3) is shore
    assert shore.move_chair(1, -3) is shore
    assert shore.flooded_seats == (1,)
    assert shore.move_chair(2, 0) is shore, "it keeps its place among its neighbours"
    assert shore.move_chair(2, -6).space_of(2) == 0
    after = shore.after_wave("large", 3).after_wave("small", 2)
    assert after.first_water_space == 16
    assert after.move_chair(2, 12).space_of(2) == 16


# -- 5: the towel


def test_the_towel_goes_on_the_first_free_space_so_that_no_gap_is_left() -> None:
    table = lay().play("decline, decline, take 1")
    assert table.track()[0] == "free"
    table.play("reroll")
    assert table.track(3) == ["towel 1", "purple 1, purple 1", "towel 0"]


# -- chance, and the state


def test_draws_are_numbered_in_each_round_and_expansions_have_draws_of_their_own() -> None:
    table = lay(seats=3).play("decline, accept, take 1, reroll left")
    rolls = [f"round 1 roll {number}" for number in range(1, 6)]
    draws = ["round 1 draw 1", *rolls[:2], "round 1 draw 2", *rolls[2:]]
    assert table.chance.purposes[:8] == ["start order", *draws]
    table.fall_back()
    assert table.chance.purposes[-3:] == ["round 2 draw 1", "round 2 roll 1", "round 2 roll 2"]
    table = lay(seats=3, expansions=["surfer", "shark_alert"])
    assert "surfer tiles" in table.chance.purposes
    assert "round 1 alert" in table.chance.purposes
    assert "round 1 shark" not in table.chance.purposes
    table.fall_back()
    purposes = table.chance.purposes
    assert purposes.index("round 1 shark") < purposes.index("round 2 alert")


# -- what the table shows


def test_the_table_shows_chairs_from_the_bar_to_the_water_and_the_dice_left() -> None:
    shown = lay("white 5, blue 2", chairs={"blue": {3: 8, 1: 8, 0: 21}}).view()
    (blue,) = [beach for beach in shown["beaches"] if beach["beach"] == "blue"]
    assert blue["chairs"] == [
        {"space": 0, "seats": [2]},
        {"space": 8, "seats": [3, 1]},
        {"space": 21, "seats": [0]},
    ]
    assert blue["flooded"] == [0]
    assert [shown["bag"][colour] for colour in ("white", "blue", "black")] == [1, 1, 2]
    for name in ("coins", "shark_alert", "surfers", "baywatch", "offer"):
        assert shown[name] is None
    assert blue["coins"] is None


def test_dice_show_what_tiles_make_of_them() -> None:
    table = lay("white 5, blue 2", tiles="B6 B7 B9").play("accept, B6 1 0, B7 left black")
    assert table.view()["dice"] == {
        "seat": 0,
        "space": None,
        "left": {"colour": "white", "face": 5, "beach": "black", "steps": 6},
        "right": {"colour": "blue", "face": 2, "beach": "blue", "steps": 2},
    }


def test_the_setup_names_what_chance_gave_before_the_first_round() -> None:
    state = lay(seats=3, expansions=["coins", "surfer", "baywatch"]).state
    assert HIGH_TIDE.setup_record(state) == {
        "start_order": [0, 1, 2],
        "coins": [[1, 2, 3, 4, 5, 6, 7, 8]] * 6,
        "surfers": ["black", "purple", "blue"],
        "baywatch_tile": "B1",
    }
    assert SECRECY.redraw_hidden(state, None, SeededChance(b"")) is state, "nothing is hidden"
