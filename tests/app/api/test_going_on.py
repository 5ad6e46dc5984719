"""The vote to go on, and how long one game can be held up, whoever tries."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from games.background import botplay, due_turns
from games.models import Game
from tests.app.api.calls import DAY, HOUR, goes, handed_on, resigns
from tests.app.api.events import data, log, types
from tests.app.api.refusals import nothing_changes, refused
from tests.moving_time import MONDAY, Time, moment
from tests.people import Answer, Person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("time")]

TableOf = Callable[..., str]


def votes(person: Person, game: str) -> Answer:
    return person.post(f"/games/{game}/go-on")


def due(person: Person, game: str, seat: int) -> datetime:
    (found,) = [one["due_at"] for one in person.sees(game)["turn"]["asked"] if one["seat"] == seat]
    return moment(found)


def held_up(game: str, *there: Person) -> None:
    """Only these answer the open question."""
    for person in there:
        assert person.seals_anything(game).status == 200


# -- the vote


def test_most_of_the_others_have_the_clock_run_again(
    ann: Person, bob: Person, cat: Person, table: TableOf, time: Time
) -> None:
    game, elsewhere = table(), table()
    held_up(game, ann, bob)
    goes(cat, time.now, time.now + 20 * DAY)
    time.goes_on(days=3)
    assert votes(ann, game).status == 200
    assert types(log(ann, game))[-1] == "go_on_voted"
    assert due(ann, game, 2) == MONDAY + 21 * DAY
    said = votes(bob, game)
    assert (said.status, said.json["vacations"]) == (200, [])
    assert types(log(ann, game))[-4:] == [
        "go_on_voted",
        "go_on_voted",
        "going_on",
        "deadlines_moved",
    ]
    assert data(log(ann, game, "go_on_voted")) == [
        {"seat": 0, "votes": [0], "of": 2},
        {"seat": 1, "votes": [0, 1], "of": 2},
    ]
    assert data(log(ann, game, "going_on")) == [{"seats": [2]}]
    # She has the time that she had not used yet, in this game alone.
    assert due(ann, game, 2) == MONDAY + 4 * DAY
    assert due(ann, elsewhere, 2) == MONDAY + 21 * DAY
    time.passes(days=1)
    assert ann.sees(game)["turn"]["number"] == 2
    assert due(ann, game, 2) == MONDAY + 5 * DAY, "nor does it stop the next question"


def test_a_running_pause_is_ended_by_it_too(
    ann: Person, bob: Person, cat: Person, table: TableOf, time: Time
) -> None:
    game = table()
    for person in (ann, bob, cat):
        person.put(f"/games/{game}/pause", {"length": "P10D"})
    time.goes_on(days=2)
    for person in (ann, bob):
        assert votes(person, game).status == 200
    assert types(log(ann, game))[-3:] == ["going_on", "pause_ended", "deadlines_moved"]
    assert ann.sees(game)["pause"] is None
    assert due(ann, game, 0) == MONDAY + 3 * DAY


def test_a_vacation_that_begins_later_stops_the_clock_again(
    ann: Person, bob: Person, cat: Person, table: TableOf, time: Time
) -> None:
    game = table()
    held_up(game, ann, bob)
    goes(cat, time.now, time.now + 2 * DAY + 6 * HOUR)
    goes(cat, time.now + 2 * DAY + 12 * HOUR, time.now + 4 * DAY)
    time.goes_on(days=2)
    votes(ann, game)
    votes(bob, game)
    assert [one["from"] for one in ann.sees(game)["vacations"]] == ["2027-03-04T00:00:00Z"]
    # Twelve hours before it, and twelve after it.
    assert due(ann, game, 2) == MONDAY + 4 * DAY + 12 * HOUR


def test_there_is_nothing_to_vote_on_while_nobody_is_held_up(
    ann: Person, bob: Person, cat: Person, table: TableOf, time: Time
) -> None:
    game = table()
    with nothing_changes():
        refused(votes(ann, game), 409, "not_stopped")
    goes(cat, time.now, time.now + 20 * DAY)
    time.goes_on(hours=23)
    with nothing_changes():
        refused(votes(ann, game), 409, "not_stopped")
    time.goes_on(hours=1)
    cat.seals_anything(game)
    with nothing_changes():
        refused(votes(ann, game), 409, "not_stopped")


def test_who_is_on_vacation_or_away_has_no_vote_and_who_votes_twice_has_one(
    ann: Person, bob: Person, cat: Person, dan: Person, stranger: Person, table: TableOf, time: Time
) -> None:
    game = table(absence={"bot_after": 1})
    held_up(game, ann, cat)
    time.passes(days=1)
    goes(cat, time.now, time.now + 20 * DAY)
    ann.seals_anything(game)
    botplay.move_bots(game)
    time.goes_on(days=2)
    with nothing_changes():
        refused(votes(cat, game), 403, "no_vote")
        refused(votes(bob, game), 403, "no_vote")
        refused(votes(dan, game), 403, "not_a_player")
        refused(votes(stranger, game), 401, "not_authenticated")
    bob.post(f"/games/{game}/return")
    for _ in range(2):
        assert votes(ann, game).status == 200
    assert len(log(ann, game, "go_on_voted")) == 1
    assert log(ann, game, "going_on") == []


# -- how long a game can be held up


def test_a_vote_that_is_given_again_is_enough_where_somebody_has_gone_since(
    ann: Person, bob: Person, cat: Person, dan: Person, time: Time
) -> None:
    eve = Person.signs_up("eve")
    game = ann.opens(5)
    for person in (bob, cat, dan, eve):
        person.joins(game)
    held_up(game, ann, bob, cat, dan)
    goes(eve, time.now, time.now + 20 * DAY)
    time.goes_on(days=3)
    for person in (ann, bob):
        assert votes(person, game).status == 200
    assert resigns(dan, game).status == 204
    assert data(log(ann, game, "going_on")) == []
    assert votes(bob, game).status == 200
    assert data(log(ann, game, "going_on")) == [{"seats": [4]}]
    assert len(log(ann, game, "go_on_voted")) == 2


def test_all_stops_together_hold_a_game_up_no_longer_than_was_said_when_it_was_opened(
    ann: Person, bob: Person, cat: Person, table: TableOf, time: Time, settings: Any
) -> None:
    settings.TIDE_MAX_STOPPED_TIME_PER_GAME = 5 * DAY
    game = table(absence={"bot_after": 100})
    settings.TIDE_MAX_STOPPED_TIME_PER_GAME = 90 * DAY
    assert ann.sees(game)["absence"]["most_stopped"] == "PT120H"
    held_up(game, ann, bob)
    goes(cat, time.now, time.now + 3 * DAY)
    assert due(ann, game, 2) == MONDAY + 4 * DAY
    time.comes(MONDAY + 4 * DAY)
    assert ann.sees(game)["turn"]["number"] == 2
    assert Game.objects.get(pk=game).stopped == 3 * DAY
    goes(cat, time.now, time.now + 10 * DAY)
    # Two days are left, and the question has a day of its own.
    assert due(ann, game, 2) == MONDAY + 7 * DAY
    assert due(ann, game, 0) == MONDAY + 5 * DAY
    time.comes(MONDAY + 7 * DAY)
    assert ann.sees(game)["turn"]["number"] == 3
    assert due(ann, game, 2) == MONDAY + 8 * DAY, "she is still on vacation"
    for person in (ann, bob, cat):
        person.put(f"/games/{game}/pause", {"length": "P4D"})
    assert [due(ann, game, seat) for seat in range(3)] == [MONDAY + 8 * DAY] * 3
    assert Game.objects.get(pk=game).stopped == 5 * DAY


def test_who_takes_a_seat_over_brings_no_vacation_that_she_is_on(
    ann: Person, bob: Person, cat: Person, dan: Person, table: TableOf, time: Time
) -> None:
    game = table()
    held_up(game, ann, cat)
    goes(dan, time.now, time.now + 20 * DAY)
    goes(dan, time.now + 22 * DAY, time.now + 23 * DAY)
    time.goes_on(hours=1)
    handed_on(game, bob, ann, dan, 1)
    assert due(ann, game, 1) == MONDAY + DAY
    assert [moment(one["from"]) for one in ann.sees(game)["vacations"]] == [MONDAY + 22 * DAY]


def test_what_the_others_have_waited_counts_although_who_stopped_the_clock_has_gone(
    ann: Person, bob: Person, cat: Person, dan: Person, table: TableOf, time: Time
) -> None:
    game = table()
    held_up(game, ann, cat)
    goes(bob, time.now, time.now + 30 * DAY)
    time.goes_on(days=11)
    handed_on(game, bob, ann, dan, 1)
    goes(dan, time.now, time.now + 30 * DAY)
    assert due(ann, game, 1) == MONDAY + DAY, "the time for this question is over without her"
    due_turns.sweep_due_turns()
    assert ann.sees(game)["turn"]["number"] == 2
    assert Game.objects.get(pk=game).stopped == 10 * DAY
