"""Deadlines worked out anew, and seats whose time is up one by one."""

from datetime import datetime, timedelta
from random import Random
from typing import TypeAlias

import pytest
from django.db import transaction

from games.background import due_turns
from games.clock.clock import Clock
from games.models import Game, Pause, Turn
from games.play import deadlines, turns
from games.repository.games import load_for_update, save_games
from tests.app.api.calls import seal_all
from tests.app.api.refusals import nothing_changes, refused
from tests.event_log import logged_events
from tests.factories import answers_to, deadlines_of, make_game
from tests.moving_time import MONDAY, Time
from tests.people import People

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("time")]

SECOND, HOUR, DAY = timedelta(seconds=1), timedelta(hours=1), timedelta(days=1)
Unequal: TypeAlias = tuple[str, list[datetime]]


def renew_deadlines(game: str) -> bool:
    """Work the deadlines out once more, and return whether they have moved."""
    with transaction.atomic():
        table = load_for_update(game)
        assert table.open_turn is not None
        moved = deadlines.renew_deadlines(table, table.open_turn)
        save_games([table])
        return moved


def test_deadlines_can_be_worked_out_anew_as_often_as_one_likes(time: Time, people: People) -> None:
    game = make_game(people, clock={"per_turn": "PT10H", "bank": "PT4H"})
    at_first = deadlines_of(Turn.objects.get(game=game))
    random = Random("pauses")
    stops = []
    for _ in range(10):
        start = MONDAY + random.random() * DAY
        end = start + random.random() * DAY
        agreed = {"length": end - start, "proposed_by": 0, "agreed": [0, 1, 2]}
        Pause.objects.create(game_id=game, **agreed, proposed_at=start, from_at=start, until_at=end)
        stops.append((start, end))
        renew_deadlines(game)
        dues = deadlines_of(Turn.objects.get(game=game))
        with nothing_changes():
            assert renew_deadlines(game) is False, "they have not moved again"
        used = Clock.from_json(Game.objects.get(pk=game).clock).time_used
        assert [used(MONDAY, due, stops) for due in dues] == [14 * HOUR] * 3
    Pause.objects.all().delete()
    assert renew_deadlines(game) is True
    assert deadlines_of(Turn.objects.get(game=game)) == at_first


def test_when_the_sweep_looks_next_follows_the_deadlines(time: Time, people: People) -> None:
    game = make_game(people)
    with nothing_changes(), transaction.atomic():
        time.advance(hours=23)
        assert turns.apply_timeouts(load_for_update(game)) is False, "it is too early"
        time.advance(hours=-23)
    for person in people:
        person.put(f"/games/{game}/pause", {"length": "P2D"})
    turn = Turn.objects.get(game=game)
    assert turn.next_check_at == turn.due_at == MONDAY + 3 * DAY
    people[0].delete(f"/games/{game}/pause")
    turn = Turn.objects.get(game=game)
    assert turn.next_check_at == turn.due_at == MONDAY + DAY


@pytest.fixture
def unequal_turn(time: Time, people: People) -> Unequal:
    """Turn 2 of a game in which the bank of seat 0 holds nothing, of seat 1 two hours, of seat 2 four.

    With the deadlines of the three.
    """
    game = make_game(people, clock={"per_turn": "PT10H", "bank": "PT4H"})
    for hours, person in zip((0, 12, 2), reversed(people), strict=True):
        time.advance(hours=hours)
        person.seals_anything(game)
    dues = deadlines_of(Turn.objects.get(game=game, number=2))
    assert dues == [time.now + hours * HOUR for hours in (10, 12, 14)]
    return game, dues


def answers(game: str) -> list[tuple[int, str]]:
    """Return what is sealed in the open turn: which seats, and by whom."""
    turn = Turn.objects.get(game=game, closed_at=None)
    return [*answers_to(turn).values_list("question__seat__number", "by")]


def next_check(game: str) -> datetime:
    return Turn.objects.get(game=game, closed_at=None).next_check_at


def test_each_seat_has_a_deadline_of_its_own(unequal_turn: Unequal, time: Time) -> None:
    game, (first, second, third) = unequal_turn
    assert next_check(game) == first
    time.sweep_at(first - SECOND)
    assert answers(game) == []
    time.sweep_at(first)
    assert (answers(game), next_check(game)) == ([(0, "clock")], second)
    time.sweep_at(second)
    assert (answers(game), next_check(game)) == ([(0, "clock"), (1, "clock")], third)
    time.sweep_at(third)
    assert Game.objects.get(pk=game).turn_number == 3
    assert [one.data["seat"] for one in logged_events(game, "sealed", turn=2)] == [0, 1]


@pytest.mark.parametrize("last", ["a player", "the clock"])
def test_several_whose_time_is_up_are_answered_for_in_one_sweep(
    unequal_turn: Unequal, time: Time, people: People, last: str
) -> None:
    game, (_, second, third) = unequal_turn
    cat = people[2]
    if last == "a player":
        time.sweep_at(second + HOUR)
        assert (answers(game), next_check(game)) == ([(0, "clock"), (1, "clock")], third)
        assert cat.seals_anything(game).status == 200
    else:
        time.sweep_at(third + 5 * HOUR)
    by = [one["by"] for one in cat.get(f"/games/{game}/turns/2").json["actions"]]
    assert by == ["clock", "clock", "player" if last == "a player" else "clock"]
    assert Game.objects.get(pk=game).turn_number == 3


def test_a_card_before_the_sweep_is_taken(
    unequal_turn: Unequal, time: Time, people: People
) -> None:
    game, (first, _, _) = unequal_turn
    time.advance(hours=11)
    assert time.now > first
    assert people[0].seals_anything(game).status == 200
    due_turns.sweep_due_turns()
    assert answers(game) == [(0, "player")]


def test_a_seat_without_time_changes_nothing(
    unequal_turn: Unequal, time: Time, people: People
) -> None:
    (game, (first, _, _)), ann = unequal_turn, people[0]
    address = f"/games/{game}/turns/2/submission"
    sealed, other = ann.sees(game)["mine"]["legal_actions"][:2]
    assert ann.seals(game, other).status == 200
    time.sweep_at(first - SECOND)
    receipt = ann.seals(game, sealed).json
    time.sweep_at(first)
    with nothing_changes():
        refused(ann.seals(game, other), 409, "time_is_up")
        refused(ann.delete(address), 409, "time_is_up")
        assert ann.seals(game, sealed).json == receipt
    time.sweep_at(first + HOUR)
    assert answers(game) == [(0, "player")]


def test_who_still_has_time_may_withdraw(unequal_turn: Unequal, time: Time, people: People) -> None:
    game, (first, second, third) = unequal_turn
    seal_all(game, people[2])
    time.sweep_at(first)
    assert people[2].delete(f"/games/{game}/turns/2/submission").status == 200
    assert next_check(game) == second
    time.sweep_at(second)
    assert next_check(game) == third
    time.sweep_at(third)
    assert Game.objects.get(pk=game).turn_number == 3


def test_a_pause_gives_no_time_back(unequal_turn: Unequal, time: Time, people: People) -> None:
    game, (first, second, third) = unequal_turn
    time.sweep_at(first)
    for person in people:
        person.put(f"/games/{game}/pause", {"length": "P1D"})
    assert deadlines_of(Turn.objects.get(game=game, number=2)) == [first, second + DAY, third + DAY]
    refused(people[0].seals_anything(game), 409, "time_is_up")
    time.sweep_at(third + DAY)
    assert Game.objects.get(pk=game).turn_number == 3
