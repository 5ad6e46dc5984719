"""The expert bot: what it is given, what it falls back on, and that the wheel has what it thinks with."""

import ctypes
import logging
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from games.rulesets import bots
from games.rulesets.bots import bot_views
from games.rulesets.testing.whole_games import Variant, random_game
from games.rulesets.turn_the_tide import package
from games.rulesets.turn_the_tide.bots.careful import Careful
from games.rulesets.turn_the_tide.bots.expert import Expert, in_c
from games.rulesets.turn_the_tide.bots.network import HERE
from games.rulesets.turn_the_tide.bots.seen import Seen
from games.rulesets.turn_the_tide.bots.strong import strong
from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from games.rulesets.turn_the_tide.rules.state import TurnTheTideState
from packages.playouts.training.learner import TRAINING, library, read
from tests.unit.bots.turn_the_tide import compiled
from tools.bots.tables import one_against, play_table

SeenInC = Mapping[str, Any]
FOUR = Variant(TURN_THE_TIDE, {"edition": "bga"}, 4)


def search(
    strong: Sequence[float], careful: Sequence[float], seen: SeenInC, playouts: int, seed: int
) -> int:
    """Search as tideapi-playouts does, but by ctypes: nothing has to be installed."""
    given = compiled.TideSeen(
        **{name: value for name, value in seen.items() if not isinstance(value, list)}
    )
    for name, value in seen.items():
        if isinstance(value, list):
            getattr(given, name)[: len(value)] = value
    networks = [(ctypes.c_float * len(weights))(*weights) for weights in (strong, careful)]
    choose = compiled.compiled().tide_choose
    return int(choose(*networks, ctypes.byref(given), playouts, ctypes.c_uint64(seed)))


def questions() -> list[tuple[TurnTheTideState, int]]:
    return [
        (step.state, seat)
        for step in random_game(FOUR).steps
        for seat in TURN_THE_TIDE.split_choices(step.state)[1]
    ]


def test_it_plays_a_card_of_its_hand_and_the_same_for_the_same_chance() -> None:
    expert = Expert(search=search, playouts=20)
    for state, seat in questions():
        given = bot_views(TURN_THE_TIDE, state, seat)
        answer = expert(*given, Random(7))
        assert answer in given[1]["legal_actions"]
        assert expert(*given, Random(7)) == answer


def test_what_it_searches_with_is_what_its_seat_knows() -> None:
    asked: list[SeenInC] = []

    def watch(
        strong: Sequence[float], careful: Sequence[float], seen: SeenInC, playouts: int, seed: int
    ) -> int:
        asked.append(seen)
        return int(seen["hand"].bit_length() - 1)

    state, seat = questions()[-1]
    table, mine = bot_views(TURN_THE_TIDE, state, seat)
    answer = Expert(search=watch)(table, mine, Random(1))
    assert answer == {"type": "play", "card": mine["hand"][-1]}
    assert asked == [in_c(Seen.from_views(table, mine))]
    assert {field[0] for field in compiled.TideSeen._fields_} == asked[0].keys()


def test_where_nothing_is_compiled_it_plays_as_strong_does_and_says_so_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    expert = Expert(search=None)
    for state, seat in questions()[:5]:
        given = bot_views(TURN_THE_TIDE, state, seat)
        assert expert(*given, Random(1)) == strong(*given, Random(1))
    assert [record.levelno for record in caplog.records] == [logging.WARNING]


def test_a_server_says_that_its_expert_lacks_what_it_thinks_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from games.checks import check_bots  # noqa: PLC0415  Django's settings are there by now.

    monkeypatch.setattr(package, "PLAYOUTS", "no_such_package")
    package.give_playouts()
    assert [one.id for one in check_bots(None)] == ["games.I001"]
    monkeypatch.setattr(package, "PLAYOUTS", "tests.unit.bots.turn_the_tide.chooser")
    package.give_playouts()
    assert check_bots(None) == []
    monkeypatch.delattr("tests.unit.bots.turn_the_tide.chooser.INTERFACE")
    package.give_playouts()
    assert [one.id for one in check_bots(None)] == ["games.I001"], "it is an older one"
    monkeypatch.undo()
    package.give_playouts()


def test_the_package_of_this_tree_is_called_as_this_server_calls_it() -> None:
    """Read and not imported: whoever has no wheel of it has only its text."""
    text = (TRAINING.parent / "tideapi_playouts" / "__init__.py").read_text()
    assert f"\nINTERFACE = {package.INTERFACE}\n" in text


def test_what_it_thinks_careful_would_play_is_what_careful_plays_more_often_than_strong() -> None:
    compiled.compiled()  # Skips the test where there is no compiler.
    imitating, count = library(TRAINING / "imitate.c"), 2000
    imitating.as_played.restype = ctypes.c_double
    played = (ctypes.c_char * (imitating.example_size() * count))()
    strong_, careful_ = (read(HERE / f"{bot}_weights.json") for bot in ("strong", "careful"))
    # Games that are not among those from which it has learned.
    imitating.watch(strong_, 240, ctypes.c_uint64(10**9), played, count)
    assert (
        imitating.as_played(careful_, played, count)
        > imitating.as_played(strong_, played, count) + 0.05
    )


def test_it_clearly_beats_careful(monkeypatch: pytest.MonkeyPatch) -> None:
    """By points, which say more in few games than wins do; `tools.bots` counts these."""
    two = {"quick": Careful(rollouts=60), "expert": Expert(search=search, playouts=200)}
    monkeypatch.setitem(bots.FOR_ONE, "turn_the_tide", two)
    options = {"edition": "bga"}
    leads = [
        play_table(one_against("turn_the_tide", options, 4, "expert", "quick", seed)).leads[
            seed % 4
        ]
        for seed in range(6)
    ]
    assert sum(leads) / len(leads) > 1
