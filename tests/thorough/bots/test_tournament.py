"""Tournaments between bots, and the training of the one that learns."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from packages.playouts.training import __main__ as training
from packages.playouts.training import imitation
from tools.bots import __main__ as program


@pytest.fixture
def says(capsys: pytest.CaptureFixture[str]) -> Callable[..., list[str]]:
    def lines(*words: str, status: int = 0) -> list[str]:
        assert program.main([*words, "--processes", "1"]) == status
        return capsys.readouterr().out.splitlines()

    return lines


def test_a_row_is_the_same_for_the_same_seed(says: Callable[..., list[str]]) -> None:
    def play(seed: str) -> list[str]:
        words = ["--one", "strong", "--others", "random", "--seats", "3", "--games", "12"]
        *_, row = says("turn_the_tide", *words, "--seed", seed)
        return row.split()[:9]  # all but the time that it took

    assert play("7") == play("7") != play("99")


def test_each_bot_plays_the_next_better_one_at_every_number_of_seats(
    says: Callable[..., list[str]],
) -> None:
    head, _, *rows = says("goofspiel", "--games", "2", "--seed", "3")
    assert head == "goofspiel, 2 games, seed 3"
    found = [tuple(row.split()[:3]) for row in rows]
    pairs = [("even", "random"), ("random", "even")]
    seats = sorted({row[0] for row in found})
    assert found == [(one, *pair) for pair in pairs for one in seats]


def test_two_bots_and_their_table_can_be_named(says: Callable[..., list[str]]) -> None:
    *_, row = says(
        "turn_the_tide", *["--one", "strong", "--others", "random", "--seats", "6", "--games", "2"]
    )
    assert row.split()[:3] == ["6", "strong", "random"]


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ([], "default options"),
        (["--options", '{"expansions": ["coins"]}'], '{"expansions": ["coins"]}'),
    ],
)
def test_it_is_played_with_the_default_options_or_with_those_that_are_sent(
    says: Callable[..., list[str]], sent: list[str], told: str
) -> None:
    bots = ["--one", "careful", "--others", "random", "--seats", "3", "--games", "1"]
    *_, row = says("high_tide", *bots, *sent)
    assert row.endswith(f"  {told}")


def test_so_many_as_play_with_no_default_options_play_the_first_edition_for_them(
    says: Callable[..., list[str]],
) -> None:
    bots = ["--one", "strong", "--others", "random", "--seats", "5", "6", "--games", "1"]
    *_, five, six = says("turn_the_tide", *bots)
    assert five.endswith("  default options")
    assert six.endswith('  {"edition": "bga"}')


@pytest.mark.parametrize(
    "wrong", ["--one strong --others nobody", "--one strong --others random --seats 7"]
)
def test_what_cannot_be_played_is_said(says: Callable[..., list[str]], wrong: str) -> None:
    says("turn_the_tide", *wrong.split(), status=1)


def test_the_same_training_gives_the_same_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which("cc") is None and "CI" not in os.environ:
        pytest.skip("There is no C compiler here.")

    monkeypatch.setattr(imitation, "TRIED", 20)
    steps = ["--steps", "2", "--examples", "200", "--imitation-steps", "2"]

    def learned(name: str, *more: str) -> list[dict[str, Any]]:
        files = [tmp_path / f"{name}-{bot}" for bot in ("strong", "careful")]
        into = ["--file", str(files[0]), "--imitation", str(files[1])]
        monkeypatch.setattr("sys.argv", ["", *steps, *into, *more])
        training.main()
        return [json.loads(file.read_text()) for file in files]

    one = learned("one")
    assert learned("two") == one
    for other, same in zip(learned("three", "--seed", "2"), one, strict=True):
        assert other["weights"] != same["weights"]
