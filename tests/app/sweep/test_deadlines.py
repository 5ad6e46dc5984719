"""The server's clock: it plays for the absent, once, and nothing holds it up."""

from collections.abc import Callable
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
from games.play import faults, turns
from games.rulesets import registry
from tests.app.api.events import without_nonce
from tests.people import Person

pytestmark = pytest.mark.django_db


def later(hours: float) -> Any:
    return time_machine.travel(timezone.now() + timedelta(hours=hours), tick=True)


def test_before_the_deadline_the_clock_plays_for_nobody(table: Callable[..., str]) -> None:
    game = table()
    with later(23.9):
        assert due_turns.sweep_due_turns() == 0
    assert Game.objects.get(pk=game).turn_number == 1


def test_at_the_deadline_the_clock_plays_the_fallback_that_was_announced(
    ann: Person, bob: Person, table: Callable[..., str]
) -> None:
    game = table()
    announced = ann.sees(game)["mine"]["fallback"]
    card = bob.sees(game)["mine"]["legal_actions"][0]
    nonce = bob.seals(game, card).json["nonce"]
    with later(24.1):
        assert due_turns.sweep_due_turns() == 1
    actions = ann.get(f"/games/{game}/turns/1").json["actions"]
    assert without_nonce(actions[0]) == {"seat": 0, "action": announced, "by": "clock"}
    assert actions[1] == {"seat": 1, "action": card, "by": "player", "nonce": nonce}
    assert actions[2]["by"] == "clock"


def test_a_second_sweep_finds_nothing_left_to_do(table: Callable[..., str]) -> None:
    table()
    with later(24.1):
        assert due_turns.sweep_due_turns() == 1
        assert due_turns.sweep_due_turns() == 0


def test_a_sweep_with_nothing_to_do_asks_one_question_and_leaves_word(
    table: Callable[..., str], django_assert_num_queries: Any
) -> None:
    table()
    with django_assert_num_queries(
        4
    ):  # Two ask for the time: when it begins, and when it has finished.
        assert due_turns.sweep_due_turns() == 0


def test_a_sweep_calls_one_more_worker_where_more_is_due_than_a_batch(
    table: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
    sent_tasks: list[tuple[Any, ...]],
    django_capture_on_commit_callbacks: Any,
) -> None:
    monkeypatch.setattr(due_turns, "BATCH", 2)
    table()
    with later(24.1), django_capture_on_commit_callbacks(execute=True):
        assert due_turns.sweep_due_turns() == 1
    assert ("sweep_along", "clock") not in sent_tasks
    for _ in range(3):
        table()
    with later(50), django_capture_on_commit_callbacks(execute=True):
        assert due_turns.sweep_due_turns() == 4
    assert sent_tasks.count(("sweep_along", "clock")) == 1


def test_who_is_called_sweeps_however_lately_another_has_finished(
    table: Callable[..., str],
) -> None:
    table()
    with later(24.1):
        assert due_turns.sweep_due_turns() == 1
    game = table()
    Turn.objects.filter(game=game).update(next_check_at=timezone.now())
    with later(24.1):
        Heartbeat.objects.update(at=timezone.now())
        tasks.sweep()
        assert Game.objects.get(pk=game).turn_number == 1
        tasks.sweep_along()
        assert Game.objects.get(pk=game).turn_number == 2


def test_the_next_turn_has_its_whole_time_however_late_the_clock_was(
    ann: Person, table: Callable[..., str]
) -> None:
    game = table(clock={"per_turn": "PT2H"})
    with later(50):
        due_turns.sweep_due_turns()
        turn = Turn.objects.get(game=game, number=2)
    assert turn.due_at - turn.opened_at == timedelta(hours=2)
    assert ann.sees(game)["turn"]["number"] == 2


def test_a_card_is_taken_until_the_clock_has_closed_the_turn(
    ann: Person, table: Callable[..., str]
) -> None:
    game = table()
    with later(24.1):
        assert ann.seals_anything(game).status == 200
        due_turns.sweep_due_turns()
        actions = ann.get(f"/games/{game}/turns/1").json["actions"]
    assert [action["by"] for action in actions] == ["player", "clock", "clock"]


def test_a_game_in_which_nobody_answers_ends_by_the_clock_alone(
    ann: Person, table: Callable[..., str]
) -> None:
    game = table(
        options={"edition": "gamewright"},
        clock={"per_turn": "PT1M"},
        absence={"bot_after": 100},
    )
    for turn in range(1, 40):
        with later(turn):
            due_turns.sweep_due_turns()
    seen = ann.sees(game)
    assert seen["status"] == "finished"
    record = ann.get(f"/games/{game}/record").json
    by = {action["by"] for turn in record["turns"] for action in turn["actions"]}
    assert by == {"clock"}
    assert [seat["away"] for seat in seen["seats"]] == [None] * 3


def test_a_ruleset_that_raises_holds_up_no_other_game(
    ann: Person, table: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, sound = table(), ann.opens(3, bots=["random", "random"])
    due_at = ann.sees(broken)["turn"]["due_at"]
    rules = registry.RULESETS["turn_the_tide"]
    turns = rules.close_turn
    raw: Any = Game.objects.get(pk=broken).state
    state_of_broken = rules.load(raw)

    def raises(state: Any, actions: Any, chance: Any) -> Any:
        if state == state_of_broken:
            raise RuntimeError("a fault of the rules")
        return turns(state, actions, chance)

    monkeypatch.setattr(type(rules), "close_turn", staticmethod(raises))
    with later(24.1):
        due_turns.sweep_due_turns()
        assert Game.objects.get(pk=sound).turn_number == 2
        turn = Turn.objects.get(game=broken)
        assert turn.closed_at is None
        assert turn.submissions.count() == 0, "what the failed closing had written is undone"
        assert (turn.faults, turn.next_check_at > timezone.now()) == (1, True)
        assert turn.fault.startswith("RuntimeError\n")
        assert ann.sees(broken)["turn"]["due_at"] == due_at, "its deadline is kept"
        monkeypatch.undo()
    with later(24.2):
        due_turns.sweep_due_turns()
    assert Game.objects.get(pk=broken).turn_number == 2, "it is tried again, not dropped"


@pytest.fixture
def unwritable(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """From now on the rules make a state of this game that is no JSON."""

    def breaks(game: str) -> None:
        rules = registry.RULESETS["turn_the_tide"]
        turns, dump, raw = rules.close_turn, rules.dump, Game.objects.get(pk=game).state
        state_of_broken, made = rules.load(raw), []

        def advances(state: Any, actions: Any, chance: Any) -> Any:
            step = turns(state, actions, chance)
            if state == state_of_broken:
                made.append(step.state)
            return step

        def dumps(state: Any) -> Any:
            return {"cards": {1, 2}} if state in made else dump(state)

        monkeypatch.setattr(type(rules), "close_turn", staticmethod(advances))
        monkeypatch.setattr(type(rules), "dump", staticmethod(dumps))

    return breaks


def test_a_ruleset_that_gives_what_is_no_json_holds_up_no_other_game(
    ann: Person, table: Callable[..., str], unwritable: Callable[[str], None]
) -> None:
    broken, sound = table(), ann.opens(3, bots=["random", "random"])
    unwritable(broken)
    with later(24.1):
        due_turns.sweep_due_turns()
        assert Game.objects.get(pk=sound).turn_number == 2
        turn = Turn.objects.get(game=broken)
        assert (turn.closed_at, turn.submissions.count(), turn.faults) == (None, 0, 1)
        assert turn.fault.startswith("TypeError\n")


def test_a_game_that_no_key_opens_holds_up_no_other(
    ann: Person, table: Callable[..., str], settings: Any
) -> None:
    key = new_key()
    settings.TIDE_KEYS = [new_key(), key]
    closed = table()
    settings.TIDE_KEYS = [key]
    sound = ann.opens(3, bots=["random", "random"])
    with later(24.1):
        due_turns.sweep_due_turns()
        assert Game.objects.get(pk=sound).turn_number == 2
        turn = Turn.objects.get(game=closed)
        assert (turn.closed_at, turn.faults) == (None, 1)
        assert turn.fault.startswith("WrongKey\n")


def test_the_last_card_stays_sealed_where_the_rules_give_what_is_no_json(
    ann: Person,
    bob: Person,
    cat: Person,
    table: Callable[..., str],
    unwritable: Callable[[str], None],
) -> None:
    game = table()
    unwritable(game)
    for person in (ann, bob, cat):
        assert person.seals_anything(game).status == 200
    turn = Turn.objects.get(game=game)
    assert (turn.closed_at, turn.submissions.count(), turn.faults) == (None, 3, 1)


def test_a_turn_that_fails_again_and_again_is_tried_less_and_less_often(
    table: Callable[..., str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = table()
    dues = Turn.objects.get(game=game).dues
    monkeypatch.setattr(turns, "apply_timeouts", lambda *_: 1 / 0)
    waits = []
    moment = timezone.now() + timedelta(hours=25)
    for _ in range(12):
        with time_machine.travel(moment, tick=False):
            due_turns.sweep_due_turns()
        looked_at = Turn.objects.get(game=game).next_check_at
        waits.append(looked_at - moment)
        moment = looked_at
    assert waits[:3] == [timedelta(seconds=5), timedelta(seconds=10), timedelta(seconds=20)]
    assert waits[-1] == faults.MAX_RETRY_DELAY
    assert len(caplog.records) == 12, "every failure is said aloud"
    turn = Turn.objects.get(game=game)
    assert (turn.faults, turn.dues) == (12, dues)


def test_every_sweep_leaves_word_of_when_it_ran() -> None:
    due_turns.sweep_due_turns()
    assert timezone.now() - Heartbeat.objects.get(name=due_turns.SWEEP).at < timedelta(seconds=5)


def test_the_sweep_finds_its_turns_over_the_partial_index(table: Callable[..., str]) -> None:
    table()
    rows = Turn.objects.filter(
        closed_at__isnull=True, unattended=False, next_check_at__lte=timezone.now()
    )
    plan = as_in_a_large_table(rows.order_by("next_check_at")[:1])
    assert "Index Scan using turn_to_check" in plan


def as_in_a_large_table(rows: Any) -> str:
    """The plan of a query where to read and sort everything is out of the question."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off")
    return str(rows.explain())
