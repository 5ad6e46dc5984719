"""Surfer tiles that lie face down: each player knows their own until the game is scored."""

import json
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
LAST_FALLS = ["black 6", "white 1", "white 1", "blue 1", "purple 1", "orange 1"]
"""With these dice the surfer of seat 0 walks into the water, and the game is over."""


def lay_hidden(**how: Any) -> Table:
    return lay(3, expansions=["surfer"], surfers="hidden", **how)


def lay_scored() -> Table:
    return lay_hidden(falls=LAST_FALLS, chairs={"black": {PINK: 18}}, rental_start=2)


def seen(table: Table, seat: int | None) -> Json:
    """The game as the API shows it to a seat, as far as texts look at it."""
    names = ("ann", "bob", "cat")
    return {
        "table": table.shown(),
        "mine": None if seat is None else HIGH_TIDE.seat_view(table.state, seat),
        "options": HIGH_TIDE.read_options({"expansions": ["surfer"], "surfers": "hidden"}),
        "seats": [{"seat": n, "player": name, "bot": None} for n, name in enumerate(names)],
    }


# -- the option


def test_open_tiles_leave_options_and_state_as_they_were_before_there_was_a_choice() -> None:
    """What is hashed of a game with open tiles has no word that an older reader does not know."""
    for sent in ({"expansions": ["surfer"]}, {"expansions": ["surfer"], "surfers": "open"}):
        options = HIGH_TIDE.read_options(sent)
        assert "surfers" not in options
        state = HIGH_TIDE.initial_state(options, 3, SeededChance(b"open"))
        assert HIGH_TIDE.dump(state)["options"] == options
        assert HIGH_TIDE.private_view(state, 0) == {}


def test_hidden_tiles_are_an_option_of_games_with_surfers_alone() -> None:
    hidden = HIGH_TIDE.read_options({"expansions": ["surfer"], "surfers": "hidden"})
    assert hidden["surfers"] == "hidden"
    assert "surfers" not in HIGH_TIDE.read_options({"expansions": ["coins"], "surfers": "hidden"})


@pytest.mark.parametrize("value", ["closed", None, True, ["hidden"]])
def test_nonsense_is_refused(value: Any) -> None:
    with pytest.raises(Unreadable, match="This must be one of: open, hidden"):
        HIGH_TIDE.read_options({"surfers": value})


def test_a_state_is_kept_with_its_option() -> None:
    state = lay_hidden().state
    dumped = json.loads(json.dumps(HIGH_TIDE.dump(state)))
    assert dumped["options"]["surfers"] == "hidden"
    assert HIGH_TIDE.load(dumped) == state


# -- dealt


def test_tiles_are_dealt_by_the_same_draw_as_open_ones() -> None:
    table = lay_hidden()
    assert table.chance.purposes.count("surfer tiles") == 1
    assert list(table.state.setup.surfers or ()) == DEALT


def test_the_table_shows_none_and_each_seat_its_own() -> None:
    table = lay_hidden()
    assert table.shown()["surfers"] is None
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
    state = lay_hidden().state
    for viewer in (None, PINK, BLUE, GREEN):
        redrawn = SECRECY.redraw_hidden(state, viewer, SeededChance(b"redraw"))
        tiles = redrawn.setup.surfers or ()
        assert len({*tiles}) == 3
        same = [seat for seat in range(3) if tiles[seat] == DEALT[seat]]
        assert same == ([] if viewer is None else [viewer])


def test_once_they_are_revealed_nothing_is_redrawn() -> None:
    state = lay_scored().state
    assert SECRECY.redraw_hidden(state, PINK, SeededChance(b"redraw")) is state


# -- points as they stand


def test_points_as_they_stand_say_nothing_of_hidden_tiles() -> None:
    # Pink's chair stands where its surfer would be taken away, those of the others at the bar.
    table = lay_hidden(chairs={"black": {PINK: 19}})
    assert table.shown()["scores"] == [4 + 5, 6, 6]
    assert lay(3, expansions=["surfer"], chairs={"black": {PINK: 19}}).shown()["scores"] == [
        5,
        7,
        7,
    ]


def test_a_seat_counts_its_own_tile_and_no_other() -> None:
    state = lay_hidden(chairs={"black": {PINK: 19}}).state
    assert points_of(state, PINK).total_points == (5, 6, 6)
    assert points_of(state, BLUE).total_points == (9, 7, 6)


# -- scoring


def test_the_tiles_are_revealed_when_the_game_is_scored() -> None:
    table = lay_scored()
    (revealed,) = table.told("surfers_revealed")
    assert revealed == {"round": 1, "surfers": DEALT}
    assert [event.type for event in table.events[-2:]] == ["surfers_revealed", "game_ended"]
    assert table.shown()["surfers"] == DEALT
    assert HIGH_TIDE.private_view(table.state, BLUE) == {"surfer": "purple"}


def test_they_are_scored_as_open_ones() -> None:
    how: Json = {"falls": LAST_FALLS, "chairs": {"black": {PINK: 18}}, "rental_start": 2}
    open_table = lay(3, expansions=["surfer"], **how)
    hidden = lay_scored()
    assert HIGH_TIDE.game_result(hidden.state) == HIGH_TIDE.game_result(open_table.state)
    assert hidden.stages[0].shown["points"] == open_table.stages[0].shown["points"]
    assert hidden.shown()["scores"] == open_table.shown()["scores"]
    assert not open_table.told("surfers_revealed")


# -- bots and texts


def test_a_bot_plays_by_its_own_tile() -> None:
    """A walk into the water is worth something to a surfer, who is the bot itself."""
    table = lay_hidden(falls=["black 5", "blue 2"], chairs={"black": {PINK: 16}}, round_=6)
    given, mine = bot_views(HIGH_TIDE, table.state, PINK)
    assert add_own_surfer(given, mine)["surfers"] == ["black", None, None]
    bot = bots.find_bot("high_tide", "careful")
    assert bot(given, mine, None) == {"type": "accept"}  # type: ignore[arg-type]
    assert bot(given, {**mine, "surfer": "white"}, None) == {"type": "decline"}  # type: ignore[arg-type]


def test_a_sheet_tells_a_player_their_own_tile_and_at_the_end_all() -> None:
    sheet = HighTideSheet(seen(lay_hidden(), BLUE))
    assert [*sheet.private_lines()] == [
        "Your surfer's beach: purple. The others do not see it before the end."
    ]
    assert "Points if the game ended now, without surfers: " in str([*sheet.standing_blocks()])
    said = sheet.event_sentence("surfers_revealed", {"round": 1, "surfers": DEALT})
    assert said == "The surfer tiles are turned up: ann: black, bob: purple, cat: blue."


def test_a_sheet_of_a_game_with_open_tiles_says_what_it_said() -> None:
    table = lay(3, expansions=["surfer"])
    sheet = HighTideSheet({**seen(table, BLUE), "mine": HIGH_TIDE.seat_view(table.state, BLUE)})
    assert [*sheet.private_lines()] == []
    assert "without surfers" not in str([*sheet.standing_blocks()])


def test_every_expansion_is_played_with_hidden_tiles_in_the_suites() -> None:
    first = HIGH_TIDE.variants[0]
    assert first == {"expansions": list(EXPANSIONS), "surfers": "hidden"}
