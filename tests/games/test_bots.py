"""Bots at the table: moved by a task, shown no more than any client, and never waited for."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games import botplay, clock, look, wake
from games.bots import registry as bots
from games.models import Game, Submission, Turn
from tests.people import Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games whose bots were rung for."""
    games: list[str] = []
    monkeypatch.setattr(wake, "bots", games.append)
    return games


def test_bots_are_rung_for_when_a_turn_asks_them(ann: Person, sent: list[str]) -> None:
    game = ann.opens(3, bots=["random", "careful"])
    assert sent == [game]


def test_bots_answer_and_then_only_people_are_waited_for(ann: Person) -> None:
    game = ann.opens(3, bots=["random", "careful"])
    botplay.move_bots(game)
    asked = ann.sees(game)["turn"]["asked"]
    assert [one["answered"] for one in asked] == [False, True, True]
    assert set(Submission.objects.values_list("by", flat=True)) == {"bot"}


def test_bots_that_are_rung_for_twice_answer_once(ann: Person) -> None:
    game = ann.opens(3, bots=["random", "random"])
    botplay.move_bots(game)
    first = list(Submission.objects.values_list("receipt", flat=True))
    botplay.move_bots(game)
    assert list(Submission.objects.values_list("receipt", flat=True)) == first


def test_a_game_against_bots_goes_on_to_its_end(ann: Person) -> None:
    game = ann.opens(3, bots=["random", "careful"])
    while ann.sees(game)["status"] == "running":
        botplay.move_bots(game)
        ann.seals_anything(game)
    by = {action["by"] for action in ann.get(f"/games/{game}/turns/1").json["actions"]}
    assert by == {"player", "bot"}


def test_a_bot_is_shown_what_a_client_with_its_seat_is_shown(
    ann: Person, bob: Person, table: Callable[..., str]
) -> None:
    game = table()
    shown = look.as_bot(Game.objects.get(pk=game), 1)
    seen = bob.sees(game)
    assert shown[0] == seen["table"]
    assert shown[1] == {key: value for key, value in seen["mine"].items() if key != "submission"}


def test_a_lost_bell_is_made_up_for_by_the_sweep(ann: Person, sent: list[str]) -> None:
    game = ann.opens(3, bots=["random", "random"])
    sent.clear()
    with time_machine.travel(timezone.now() + timedelta(seconds=4), tick=True):
        clock.sweep()
    assert sent == [game]
    assert Turn.objects.get(game=game).closed_at is None


@pytest.mark.parametrize("answer", [{"type": "play", "card": 61}, {"type": "fold"}])
def test_a_bot_that_errs_is_refused_aloud_and_the_clock_plays_for_it(
    ann: Person,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    answer: dict[str, Any],
) -> None:
    game = ann.opens(3, bots=["random", "random"])
    monkeypatch.setattr(bots, "find", lambda *_: lambda *_: answer)
    botplay.move_bots(game)
    assert [record.levelname for record in caplog.records] == ["ERROR", "ERROR"]
    assert Submission.objects.count() == 0
    ann.seals_anything(game)
    with time_machine.travel(timezone.now() + timedelta(hours=25), tick=True):
        clock.sweep()
    actions = ann.get(f"/games/{game}/turns/1").json["actions"]
    assert [action["by"] for action in actions] == ["player", "clock", "clock"]
