"""The Surfer expansion, and tiles that lie face down: each player knows their own until the end."""

import json
from dataclasses import replace
from typing import Any

import pytest

from games.rulesets import bots
from games.rulesets.bots import bot_views
from games.rulesets.chance import SeededChance
from games.rulesets.high_tide.bots.careful import add_own_surfer
from games.rulesets.high_tide.rules.options import EXPANSIONS
from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from games.rulesets.high_tide.rules.scoring import points_of
from games.rulesets.high_tide.rules.secrecy import SECRECY
from games.rulesets.high_tide.words.sheet import HighTideSheet
from games.rulesets.refusal import Unreadable
from games.rulesets.testing.whole_games import Variant, random_game
from tests.unit.rules.high_tide.tables import Table, lay

Json = dict[str, Any]
PINK, BLUE, GREEN = range(3)
DEALT = ["black", "purple", "blue"]
"""What `LoadedChance` deals, by seat."""


def lay_surfers(surfers: str, falls: str = "", **how: Any) -> Table:
    return lay(falls, 3, expansions=["surfer"], surfers=surfers, **how)


def play_scored(surfers: str) -> Table:
    """Return a table at which pink's surfer has walked into the water, and the game is over."""
    falls = "black 6, white 1, white 1, blue 1, purple 1, orange 1"
    return lay_surfers(surfers, falls, chairs={"black": {PINK: 18}}, rental_start=2)


def lay_sheet(table: Table) -> HighTideSheet:
    """Return the sheet of what the API shows blue of this table."""
    seats = [
        {"seat": n, "player": name, "bot": None} for n, name in enumerate(["ann", "bob", "cat"])
    ]
    mine = HIGH_TIDE.seat_view(table.state, BLUE)
    options = HIGH_TIDE.dump(table.state)["options"]
    return HighTideSheet({"table": table.view(), "mine": mine, "options": options, "seats": seats})


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_each_player_gets_a_beach_of_her_own(seats: int) -> None:
    surfers = lay(seats=seats, expansions=["surfer"]).view()["surfers"]
    assert len(set(surfers)) == seats


def test_open_tiles_leave_options_and_state_as_they_were_before_there_was_a_choice() -> None:
    """What is hashed of a game with open tiles has no word that an older reader does not know."""
    for sent in ({"expansions": ["surfer"]}, {"expansions": ["surfer"], "surfers": "open"}):
        options = HIGH_TIDE.read_options(sent)
        assert "surfers" not in options
        state = HIGH_TIDE.initial_state(options, 3, SeededChance(b"open"))
        assert HIGH_TIDE.dump(state)["options"] == options
        assert HIGH_TIDE.private_view(state, 0) == {}


def test_hidden_tiles_are_an_option_of_games_with_surfers_alone() -> None:
    assert lay_surfers("hidden").state.options.surfers == "hidden"
    assert "surfers" not in HIGH_TIDE.read_options({"expansions": ["coins"], "surfers": "hidden"})
    # Of each ruleset, the suites play its first variant most.
    assert HIGH_TIDE.variants[0] == {"expansions": list(EXPANSIONS), "surfers": "hidden"}
    for value in ("closed", None, True, ["hidden"]):
        with pytest.raises(Unreadable, match="This must be one of: open, hidden"):
            HIGH_TIDE.read_options({"surfers": value})


def test_hidden_tiles_come_by_one_draw_and_are_shown_to_their_own_seats_alone() -> None:
    table = lay_surfers("hidden")
    assert table.chance.purposes.count("surfer tiles") == 1
    assert table.view()["surfers"] is None
    for seat, beach in enumerate(DEALT):
        mine = HIGH_TIDE.seat_view(table.state, seat)
        assert mine["surfer"] == beach
        assert not {*DEALT} - {beach} & {*json.dumps(mine).split('"')}


def test_no_event_before_the_end_tells_a_tile() -> None:
    variant = Variant(HIGH_TIDE, HIGH_TIDE.read_options(HIGH_TIDE.variants[0]), 4)
    steps = random_game(variant).steps
    events = [event.type for step in steps for event in step.events]
    assert events.count("surfers_revealed") == 1
    assert events[-2:] == ["surfers_revealed", "game_ended"]
    assert all(HIGH_TIDE.table_view(step.state)["surfers"] is None for step in steps[:-1])


def test_redrawn_every_tile_that_a_viewer_cannot_know_is_another() -> None:
    state = lay_surfers("hidden").state
    for viewer in (None, PINK, BLUE, GREEN):
        redrawn = SECRECY.redraw_hidden(state, viewer, SeededChance(b"redraw"))
        tiles = redrawn.setup.surfers or ()
        assert len({*tiles}) == 3
        same = [seat for seat in range(3) if tiles[seat] == DEALT[seat]]
        assert same == ([] if viewer is None else [viewer])
    revealed = play_scored("hidden").state
    assert SECRECY.redraw_hidden(revealed, PINK, SeededChance(b"redraw")) is revealed


def test_points_as_they_stand_say_nothing_of_hidden_tiles_but_of_ones_own() -> None:
    # Pink's chair stands where its surfer would be taken away, those of the others at the bar.
    chairs = {"black": {PINK: 19}}
    hidden = lay_surfers("hidden", chairs=chairs)
    assert hidden.view()["scores"] == [4 + 5, 6, 6]
    assert lay_surfers("open", chairs=chairs).view()["scores"] == [5, 7, 7]
    assert points_of(hidden.state, PINK).total_points == (5, 6, 6)
    assert points_of(hidden.state, BLUE).total_points == (9, 7, 6)


def test_a_surfer_in_the_water_ends_the_game_and_hidden_tiles_are_turned_up_and_scored() -> None:
    table, hidden = play_scored("open"), play_scored("hidden")
    assert table.stages[0].shown["ended_by"] == "flood"
    points = table.stages[0].shown["points"]
    assert points["beaches"][0]["points"] == [6, 1, 1], "the others are at the bar"
    assert not table.events_of("surfers_revealed")
    assert hidden.events_of("surfers_revealed") == [{"round": 1, "surfers": DEALT}]
    assert [event.type for event in hidden.events[-2:]] == ["surfers_revealed", "game_ended"]
    assert hidden.view()["surfers"] == DEALT
    assert HIGH_TIDE.private_view(hidden.state, BLUE) == {"surfer": "purple"}
    assert HIGH_TIDE.game_result(hidden.state) == HIGH_TIDE.game_result(table.state) is not None
    assert hidden.stages[0].shown["points"] == points
    assert hidden.view()["scores"] == table.view()["scores"]


def test_a_bot_plays_by_its_own_tile() -> None:
    """A walk into the water is worth something to a surfer, who is the bot itself."""
    state = lay_surfers("hidden", "black 5, blue 2", chairs={"black": {PINK: 16}}).state
    given, mine = bot_views(HIGH_TIDE, replace(state, round=6), PINK)
    assert add_own_surfer(given, mine)["surfers"] == ["black", None, None]
    bot: Any = bots.find_bot("high_tide", "careful")
    assert bot(given, mine, None) == {"type": "accept"}
    assert bot(given, {**mine, "surfer": "white"}, None) == {"type": "decline"}


def test_a_sheet_tells_a_player_their_own_hidden_tile_and_at_the_end_all() -> None:
    sheet = lay_sheet(lay_surfers("hidden"))
    assert [*sheet.private_lines()] == [
        "Your surfer's beach: purple. The others do not see it before the end."
    ]
    assert "Points if the game ended now, without surfers: " in str([*sheet.standing_blocks()])
    said = sheet.event_sentence("surfers_revealed", {"round": 1, "surfers": DEALT})
    assert said == "The surfer tiles are turned up: ann: black, bob: purple, cat: blue."
    sheet = lay_sheet(lay_surfers("open"))
    assert [*sheet.private_lines()] == []
    assert "without surfers" not in str([*sheet.standing_blocks()])
