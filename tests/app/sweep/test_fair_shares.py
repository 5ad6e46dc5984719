"""Who goes first when there is much to do: where somebody waits, and everybody's games by turns."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from games.background import botplay, due_turns
from games.models import Game, Submission, Turn
from games.play import faults
from games.repository import signals
from games.repository.game_state import GameState
from games.rulesets import bots
from games.visibility.seat_view import bot_view
from tests.app.api.threads import threads
from tests.factories import expire_turn
from tests.moving_time import Time, standing
from tests.people import Person

pytestmark = pytest.mark.django_db

BOTS = ["random", "random"]


@pytest.fixture(autouse=True)
def time() -> Iterator[Time]:
    with standing() as time:
        yield time


@pytest.fixture
def moved(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games whose bots have moved, in their order."""
    games: list[str] = []
    move = botplay.move_bots

    def moves(game: str, *, thinkers: bool) -> None:
        games.append(game)
        move(game, thinkers=thinkers)

    monkeypatch.setattr(botplay, "move_bots", moves)
    return games


def hosts(games: list[str]) -> list[str]:
    return [Game.objects.select_related("host").get(pk=game).host.username for game in games]


def test_the_games_of_one_player_have_the_part_of_one(
    ann: Person, bob: Person, cat: Person, moved: list[str]
) -> None:
    """However many of hers came first."""
    for _ in range(6):
        ann.opens(3, bots=BOTS)
    for person in (bob, bob, cat):
        person.opens(3, bots=BOTS)
    botplay.move_due(60)
    assert len(set(moved)) == len(moved) == 9
    assert hosts(moved)[:3] == ["ann", "bob", "cat"]
    assert hosts(moved)[3:5] == ["ann", "bob"]
    assert hosts(moved)[5:] == ["ann"] * 4
    assert Submission.objects.filter(by="bot").count() == 18


def test_bots_of_games_in_which_somebody_is_go_first(
    ann: Person, bob: Person, moved: list[str], time: Time
) -> None:
    left = bob.opens(3, bots=BOTS, absence={"bot_after": 1}, clock={"per_turn": "PT1H"})
    time.passes(hours=1)
    assert bob.sees(left)["seats"][0]["away"] == "absent"
    time.goes_on(minutes=59, seconds=58)
    attended = [ann.opens(3, bots=BOTS) for _ in range(3)]
    botplay.move_due(60)
    assert moved == [*attended, left]


def test_a_game_is_one_workers_until_its_lease_is_over(
    ann: Person, moved: list[str], time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ann.opens(3, bots=BOTS)
    monkeypatch.setattr(bots, "find_bot", lambda *_: 1 / 0)
    botplay.move_due(60)
    botplay.move_due(60)
    assert moved == [game]
    monkeypatch.undo()
    time.goes_on(seconds=botplay.LEASE.total_seconds())
    botplay.move_due(60)
    assert [one["answered"] for one in ann.sees(game)["turn"]["asked"]] == [False, True, True]


def test_a_bot_that_raises_holds_up_no_other_game_and_its_message_is_not_logged(
    ann: Person,
    bob: Person,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    broken, sound = ann.opens(3, bots=BOTS), bob.opens(3, bots=BOTS)

    def raises(table: GameState, seat: int) -> Any:
        if table.row.pk == broken:
            raise RuntimeError("the hand is 1, 2, 3")
        return bot_view(table, seat)

    monkeypatch.setattr(botplay, "bot_view", raises)
    botplay.move_due(60)
    assert [one["answered"] for one in bob.sees(sound)["turn"]["asked"]] == [False, True, True]
    (record,) = caplog.records
    assert broken in record.getMessage()
    assert "the hand" not in caplog.text


@pytest.mark.django_db(transaction=True)
def test_two_workers_take_two_games(ann: Person, bob: Person) -> None:
    games = {ann.opens(3, bots=BOTS), bob.opens(3, bots=BOTS)}
    with threads() as at_once:
        claims = [at_once.start(partial(botplay._claim_game, thinkers=False)) for _ in range(2)]
        assert {one.result() for one in claims} == games
    assert botplay._claim_game(thinkers=False) is None


def test_bots_that_have_answered_are_looked_for_no_more(ann: Person) -> None:
    game = ann.opens(3, bots=BOTS)
    assert Turn.objects.get(game=game).bots_at is not None
    botplay.move_bots(game)
    assert Turn.objects.get(game=game).bots_at is None


def test_the_sweep_rings_for_bots_that_nobody_has_heard_of(
    ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    rung: list[str] = []
    for _ in range(2):
        ann.opens(3, bots=BOTS)
    monkeypatch.setattr(signals.bots_due, "send", lambda _: rung.append("rung"))
    due_turns.sweep_due_turns()
    assert len(rung) == 2
    botplay.move_due(60)
    due_turns.sweep_due_turns()
    assert len(rung) == 2


def test_deadlines_for_which_somebody_waits_go_before_those_of_bots_alone(
    ann: Person,
    bob: Person,
    cat: Person,
    table: Callable[..., str],
    time: Time,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However many of those there are, and however long they have been due."""
    monkeypatch.setattr(due_turns, "BATCH", 1)
    alone = [
        bob.opens(3, bots=BOTS, absence={"bot_after": 1}, clock={"per_turn": "PT1H"})
        for _ in range(4)
    ]
    time.passes(hours=1)
    waited_for = table()
    time.goes_on(hours=2)
    expire_turn(waited_for)
    looked: list[str] = []
    check = due_turns.check

    def looks(one: Any) -> None:
        looked.append(one.row.pk)
        check(one)

    monkeypatch.setattr(due_turns, "check", looks)
    moments = Turn.objects.filter(game__in=alone, closed_at=None).values_list(
        "next_check_at", flat=True
    )
    assert max(moments) < Turn.objects.get(game=waited_for).next_check_at
    due_turns.sweep_due_turns()
    assert looked[0] == waited_for
    assert sorted(looked[1:]) == sorted(alone)


def test_games_that_nobody_joined_are_called_off_after_a_while(
    ann: Person, bob: Person, table: Callable[..., str], time: Time, settings: Any
) -> None:
    settings.TIDE_OPEN_GAME_DAYS = 3
    old, running = ann.opens(3, private=True), table()
    time.passes(days=2)
    young = ann.opens(3)
    bob.joins(young)
    assert ann.sees(old)["status"] == "open"
    time.passes(days=1)
    assert ann.sees(old)["status"] == "cancelled"
    assert ann.get(f"/games/{old}/events").json["results"][-1]["data"] == {"reason": "time"}
    assert ann.sees(old)["cancel_reason"] == "time"
    assert [ann.sees(one)["status"] for one in (young, running)] == ["open", "running"]
    time.passes(days=2)
    assert ann.sees(young)["status"] == "cancelled"


def test_many_games_that_nobody_joined_are_called_off_some_at_a_time(
    ann: Person, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(due_turns, "BATCH", 2)
    games = []
    for _ in range(3):
        games.append(ann.opens(3))
        time.goes_on(seconds=1)
    time.passes(days=8)
    assert [ann.sees(game)["status"] for game in games] == ["cancelled", "cancelled", "open"]
    time.passes(seconds=1)
    assert ann.sees(games[2])["status"] == "cancelled"


def test_a_game_that_was_called_off_while_it_was_set_aside_is_tried_no_more(
    ann: Person, time: Time
) -> None:
    game = ann.opens(3, bots=BOTS)
    Turn.objects.filter(game=game).update(faults=3, next_check_at=time.now + timedelta(hours=1))
    ann.post(f"/games/{game}/resign")
    assert faults.find_games_set_aside() == []
    assert not faults.retry_game(game)
    assert due_turns.sweep_due_turns() == 0
