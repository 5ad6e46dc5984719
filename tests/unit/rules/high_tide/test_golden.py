"""Whole games, told in golden/*.txt, go as they always went."""

import re

import pytest

from games.rulesets.high_tide.rules.components import TILES
from tests.unit.rules.high_tide.golden import FOLDER, GAMES, tell


@pytest.mark.parametrize("name", GAMES)
def test_a_game_goes_as_it_is_told(name: str) -> None:
    assert tell(name) == (FOLDER / f"{name}.txt").read_text()


def test_every_text_is_told_again() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(GAMES)


def test_all_nine_tiles_are_used_in_them() -> None:
    told = "".join((FOLDER / f"{name}.txt").read_text() for name in GAMES)
    assert set(re.findall(r"tile used: \w+, (B\d)", told)) == set(TILES)
