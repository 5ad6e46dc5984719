"""GET /games/{id}/analysis, and `manage.py analyse`: what the bot strong thinks of a finished game."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from math import exp
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.clock.now import now
from games.models import Analysis, Game
from games.rulesets import bots
from games.tasks import analyse
from tests.app.api.refusals import refused
from tests.people import Person

pytestmark = pytest.mark.django_db
Json = dict[str, Any]


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games of which workers were asked for an analysis."""
    games: list[str] = []
    monkeypatch.setattr(analyse, "delay_on_commit", games.append)
    return games


def made(person: Person, game: str) -> Json:
    """The analysis, once a worker has made it."""
    analyse(game)
    found: Json = person.get(f"/games/{game}/analysis").json
    return found


def test_it_is_pending_until_a_worker_has_made_it_once(
    ann: Person, stranger: Person, finished: Callable[..., str], rung: list[str]
) -> None:
    game = finished()
    pending: Json = {"game": game, "status": "pending", "created_at": None, "stages": []}
    assert ann.get(f"/games/{game}/analysis").json == pending
    assert stranger.get(f"/games/{game}/analysis").json == pending
    assert rung == [game]
    said = made(stranger, game)
    assert said["status"] == "made"
    assert said["created_at"] is not None
    assert ann.get(f"/games/{game}/analysis").json == said
    assert rung == [game]


def test_a_worker_is_asked_again_after_a_message_that_was_lost(
    ann: Person, finished: Callable[..., str], rung: list[str]
) -> None:
    game = finished()
    ann.get(f"/games/{game}/analysis")
    Analysis.objects.update(asked_at=now() - timedelta(minutes=1))
    ann.get(f"/games/{game}/analysis")
    ann.get(f"/games/{game}/analysis")
    assert rung == [game, game]


def test_workers_that_think_are_asked_for_it(
    sent_tasks: list[tuple[Any, ...]], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        analyse.delay_on_commit("game1")
    assert sent_tasks == [("analyse", "game1", "thinkers")]


def test_it_has_every_answer_of_the_game_by_stage_and_seat(
    ann: Person, finished: Callable[..., str]
) -> None:
    game = finished()
    record = ann.get(f"/games/{game}/record").json
    said = made(ann, game)
    answers = {
        (turn["stage"], one["seat"], turn["number"], one["by"], words(one["action"]))
        for turn in record["turns"]
        for one in turn["actions"]
    }
    assert answers == {
        (stage["stage"], seat["seat"], move["turn"], move["by"], words(move["played"]))
        for stage in said["stages"]
        for seat in stage["seats"]
        for move in seat["moves"]
    }
    assert [stage["stage"] for stage in said["stages"]] == [1, 2, 3]


def words(action: Json) -> str:
    return str(sorted(action.items()))


def test_what_strong_would_have_played_costs_nothing_and_all_else_something(
    ann: Person, finished: Callable[..., str]
) -> None:
    dear = 0
    for stage in made(ann, finished())["stages"]:
        for seat in stage["seats"]:
            costs = [move["cost"] for move in seat["moves"]]
            assert seat["cost"] == pytest.approx(sum(costs), abs=0.01)
            for move in seat["moves"]:
                if move["played"] == move["strong"]:
                    assert move["cost"] == 0
                assert move["chance"] <= exp(-move["cost"]) + 0.01
                dear += move["cost"] > 1
    # The clock, which has played nearly all of it, is no strong player.
    assert dear > 10


def test_a_game_that_no_bot_can_judge_has_none(
    ann: Person, finished: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = finished()
    monkeypatch.setitem(bots.FOR_ONE, "turn_the_tide", {"strong": bots.find_bot("", "random")})
    refused(ann.get(f"/games/{game}/analysis"), 409, "no_analysis")


def test_an_operator_reads_it_at_the_terminal(ann: Person, finished: Callable[..., str]) -> None:
    game = finished()
    lines = says(game)
    said = made(ann, game)
    seat = said["stages"][0]["seats"][0]
    assert lines[0] == f"stage 1 seat 0: {seat['cost']:.2f} in {len(seat['moves'])} answers"
    played = seat["moves"][0]["played"]["card"]
    assert lines[1].startswith(f"  turn 1 by player: play {played} (")
    assert len(says(game, "--short")) == sum(len(stage["seats"]) for stage in said["stages"])
    running = ann.opens(3)
    for wrong in (running, "none"):
        with pytest.raises(CommandError):
            says(wrong)
    assert Game.objects.get(pk=running).status == "open"


def says(*command: str) -> list[str]:
    out = StringIO()
    call_command("analyse", *command, stdout=out)
    return out.getvalue().splitlines()
