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


def make_analysis(person: Person, game: str) -> Json:
    """Return the analysis, once a worker has made it."""
    analyse(game)
    found: Json = person.get(f"/games/{game}/analysis").json
    return found


def test_it_is_pending_until_a_worker_that_is_asked_has_made_it_once(
    ann: Person,
    stranger: Person,
    finished: Callable[..., str],
    sent_tasks: list[tuple[Any, ...]],
    django_capture_on_commit_callbacks: Any,
) -> None:
    game = finished()
    sent_tasks.clear()
    with django_capture_on_commit_callbacks(execute=True):
        pending: Json = {"game": game, "status": "pending", "created_at": None, "stages": []}
        for person in (ann, stranger):
            assert person.get(f"/games/{game}/analysis").json == pending
    assert sent_tasks == [("analyse", game, "thinkers")]
    # A message that was lost is sent again.
    Analysis.objects.update(asked_at=now() - timedelta(minutes=1))
    with django_capture_on_commit_callbacks(execute=True):
        for _ in range(2):
            ann.get(f"/games/{game}/analysis")
    assert len(sent_tasks) == 2
    with django_capture_on_commit_callbacks(execute=True):
        said = make_analysis(stranger, game)
        assert ann.get(f"/games/{game}/analysis").json == said
    assert said["status"] == "made"
    assert said["created_at"] is not None
    assert len(sent_tasks) == 2


def list_answers(numbered: Any) -> set[tuple[Any, ...]]:
    return {(*place, str(sorted(action.items()))) for *place, action in numbered}


def test_it_judges_every_answer_of_the_game(ann: Person, finished: Callable[..., str]) -> None:
    game = finished()
    record = ann.get(f"/games/{game}/record").json
    stages = make_analysis(ann, game)["stages"]
    assert [stage["stage"] for stage in stages] == [1, 2, 3]
    answers = [
        (turn["stage"], one["seat"], turn["number"], one["by"], one["action"])
        for turn in record["turns"]
        for one in turn["actions"]
    ]
    dear, judged = 0, []
    for stage in stages:
        for seat in stage["seats"]:
            costs = [move["cost"] for move in seat["moves"]]
            assert seat["cost"] == pytest.approx(sum(costs), abs=0.01)
            for move in seat["moves"]:
                place = (stage["stage"], seat["seat"], move["turn"], move["by"])
                judged.append((*place, move["played"]))
                # What strong would have played costs nothing, and all else something.
                if move["played"] == move["strong"]:
                    assert move["cost"] == 0
                assert move["chance"] <= exp(-move["cost"]) + 0.01
                dear += move["cost"] > 1
    assert list_answers(judged) == list_answers(answers)
    # The clock, which has played nearly all of it, is no strong player.
    assert dear > 10


def test_a_game_that_no_bot_can_judge_has_none(
    ann: Person, finished: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = finished()
    monkeypatch.setitem(bots.FOR_ONE, "turn_the_tide", {"strong": bots.find_bot("", "random")})
    refused(ann.get(f"/games/{game}/analysis"), 409, "no_analysis")


def run_command(*arguments: str) -> list[str]:
    out = StringIO()
    call_command("analyse", *arguments, stdout=out)
    return out.getvalue().splitlines()


def test_an_operator_reads_it_at_the_terminal(ann: Person, finished: Callable[..., str]) -> None:
    game = finished()
    lines = run_command(game)
    stages = make_analysis(ann, game)["stages"]
    seat = stages[0]["seats"][0]
    assert lines[0] == f"stage 1 seat 0: {seat['cost']:.2f} in {len(seat['moves'])} answers"
    played = seat["moves"][0]["played"]["card"]
    assert lines[1].startswith(f"  turn 1 by player: play {played} (")
    assert len(run_command(game, "--short")) == sum(len(stage["seats"]) for stage in stages)
    running = ann.opens(3)
    for wrong in (running, "none"):
        with pytest.raises(CommandError):
            run_command(wrong)
    assert Game.objects.get(pk=running).status == "open"
