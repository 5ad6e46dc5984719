"""The server's clock: it plays for the absent, once, and nothing holds it up."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from common.db.encrypted import new_key
from games import tasks
from games.background import due_turns
from games.models import Game, Heartbeat, Turn
from games.rulesets.turn_the_tide.rules.ruleset import TurnTheTide
from tests.app.api.calls import hand, play
from tests.app.api.events import without_nonce
from tests.factories import answers_to, make_game
from tests.people import People

pytestmark = pytest.mark.django_db


def later(hours: float) -> Any:
    return time_machine.travel(timezone.now() + timedelta(hours=hours), tick=True)


def test_at_the_deadline_the_clock_plays_the_announced_fallback(people: People) -> None:
    (ann, bob, _), game = people, make_game(people)
    announced = ann.sees(game)["mine"]["fallback"]
    card = play(hand(bob, game)[0])
    nonce = bob.seals(game, card).json["nonce"]
    with later(23.9):
        assert due_turns.sweep_due_turns() == 0
    assert Game.objects.get(pk=game).turn_number == 1
    with later(50):
        assert due_turns.sweep_due_turns() == 1
        assert due_turns.sweep_due_turns() == 0
        assert timezone.now() - Heartbeat.objects.get(name=due_turns.SWEEP).at < timedelta(
            seconds=5
        )
    actions = ann.get(f"/games/{game}/turns/1").json["actions"]
    assert without_nonce(actions[0]) == {"seat": 0, "action": announced, "by": "clock"}
    assert actions[1] == {"seat": 1, "action": card, "by": "player", "nonce": nonce}
    assert actions[2]["by"] == "clock"
    turn = Turn.objects.get(game=game, number=2)
    whole = timedelta(hours=24)
    assert turn.due_at - turn.opened_at == whole, "however late the clock was"


def test_a_sweep_calls_one_more_worker_where_more_is_due_than_a_batch(
    people: People,
    monkeypatch: pytest.MonkeyPatch,
    sent_tasks: list[tuple[Any, ...]],
    django_capture_on_commit_callbacks: Any,
) -> None:
    monkeypatch.setattr(due_turns, "BATCH", 2)
    make_game(people)
    with later(24.1), django_capture_on_commit_callbacks(execute=True):
        assert due_turns.sweep_due_turns() == 1
    assert ("sweep_along", "clock") not in sent_tasks
    for _ in range(3):
        make_game(people)
    with later(50), django_capture_on_commit_callbacks(execute=True):
        assert due_turns.sweep_due_turns() == 4
    assert sent_tasks.count(("sweep_along", "clock")) == 1


def test_a_worker_that_is_called_sweeps_however_lately_another_has_finished(people: People) -> None:
    make_game(people)
    with later(24.1):
        assert due_turns.sweep_due_turns() == 1
    game = make_game(people)
    Turn.objects.filter(game=game).update(next_check_at=timezone.now())
    with later(24.1):
        Heartbeat.objects.update(at=timezone.now())
        tasks.sweep()
        assert Game.objects.get(pk=game).turn_number == 1
        tasks.sweep_along()
        assert Game.objects.get(pk=game).turn_number == 2


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        ("close_turn", "ZeroDivisionError"),
        ("choose_fallback", "ZeroDivisionError"),
        ("dump", "TypeError"),
        ("key", "WrongKey"),
    ],
)
def test_a_game_that_cannot_be_closed_holds_up_no_other(
    people: People, broken: str, fault: str, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    lost, key = new_key(), new_key()
    settings.TIDE_KEYS = [lost, key] if broken == "key" else [key]
    game = make_game(people)
    due_at = Turn.objects.get(game=game).due_at
    settings.TIDE_KEYS = [key]
    sound = make_game(people[:1], ruleset="high_tide", bots=["random", "random"])
    if broken == "dump":
        monkeypatch.setattr(TurnTheTide, broken, lambda *_: {"no JSON": {1, 2}})
    elif broken != "key":
        monkeypatch.setattr(TurnTheTide, broken, lambda *_: 1 / 0)
    with later(24.1):
        due_turns.sweep_due_turns()
        assert Game.objects.get(pk=sound).turn_number > 1
        turn = Turn.objects.get(game=game)
        assert (turn.closed_at, turn.faults, turn.due_at) == (None, 1, due_at)
        assert answers_to(turn).count() == 0, "what the failed closing had written is undone"
        assert turn.next_check_at > timezone.now()
        assert turn.fault.startswith(f"{fault}\n")
    monkeypatch.undo()
    settings.TIDE_KEYS = [lost, key]
    with later(24.2):
        due_turns.sweep_due_turns()
    assert Game.objects.get(pk=game).turn_number == 2


def test_the_sweep_finds_its_turns_over_the_partial_index(people: People) -> None:
    make_game(people)
    due = {"unattended": False, "next_check_at__lte": timezone.now()}
    rows = Turn.objects.filter(closed_at__isnull=True, **due).order_by("next_check_at")[:1]
    with connection.cursor() as cursor:
        # As in a large table, where to read and sort everything is out of the question.
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off")
    assert "Index Scan using turn_to_check" in rows.explain()
