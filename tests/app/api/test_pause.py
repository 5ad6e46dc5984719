"""Pauses to which all agree, the vote to go on, limits of all stops, and time that others give."""

from datetime import datetime
from typing import Any

import pytest

from games.background import botplay, due_turns
from games.models import Game
from tests.app.api.calls import (
    DAY,
    HOUR,
    add_vacation,
    banks,
    deadlines,
    end_pause,
    hand_seat_on,
    resign,
    seal_all,
    vote_pause,
)
from tests.app.api.events import data, log, types
from tests.app.api.refusals import nothing_changes, refused
from tests.factories import NO_BOT, make_game, play_turn
from tests.moving_time import MONDAY, Time, moment
from tests.people import Answer, People, Person

pytestmark = pytest.mark.usefixtures("time")


@pytest.fixture
def paused_game(people: People, time: Time) -> str:
    """A game that is paused for two days, an hour after it began."""
    game = make_game(people)
    time.advance(hours=1)
    for person in people:
        assert vote_pause(person, game).status == 200
    return game


def test_a_pause_begins_when_all_have_agreed_to_one_length(people: People, time: Time) -> None:
    (ann, bob, cat), game = people, make_game(people)
    vote_pause(ann, game, "P2D")
    with nothing_changes():
        assert vote_pause(ann, game, "PT48H").status == 200
    vote_pause(bob, game, "P2D")
    pause = vote_pause(cat, game, "P3D").json["pause"]
    proposed = {"length": "PT72H", "length_seconds": 259_200, "agreed": [2]}
    assert pause == {**proposed, "from": None, "until": None}, "another length is a new proposal"
    vote_pause(ann, game, "PT72H")
    assert ann.sees(game)["pause"]["agreed"] == [0, 2]
    assert deadlines(ann, game) == [MONDAY + DAY] * 3
    time.advance(hours=1)
    said = vote_pause(bob, game, "P3D")
    assert said.json == bob.sees(game)
    pause = said.json["pause"]
    assert ann.get(f"/games/{game}/pause").json == pause
    assert (pause["length"], pause["agreed"]) == ("PT72H", [0, 1, 2])
    assert [moment(pause[name]) for name in ("from", "until")] == [time.now, time.now + 3 * DAY]
    assert deadlines(ann, game) == [MONDAY + 4 * DAY] * 3
    told = log(ann, game)[-7:]
    assert types(told) == [*["pause_agreed"] * 5, "paused", "deadlines_moved"]
    assert [one["seat"] for one in data(told[:5])] == [0, 1, 2, 0, 1]
    (moved,) = data(told[-1:])
    assert [moment(one["due_at"]) for one in moved["deadlines"]] == deadlines(ann, game)
    with nothing_changes():
        for length in ("P3D", "PT1H"):
            refused(vote_pause(ann, game, length), 409, "already_paused")


@pytest.mark.parametrize("away", ["resigns", "is absent", "was absent"])
def test_bots_and_absent_players_need_not_agree(people: People, time: Time, away: str) -> None:
    (ann, bob, cat), game = people, make_game(people, bots=["random"], absence={"bot_after": 1})
    seal_all(game, ann, bob)
    if away == "was absent":
        time.sweep_after(hours=24)
    vote_pause(ann, game)
    assert ann.sees(game)["pause"]["from"] is None
    vote_pause(bob, game)
    assert (ann.sees(game)["pause"]["from"] is None) == (away != "was absent")
    if away == "resigns":
        resign(cat, game)
    elif away == "is absent":
        time.sweep_after(hours=24)
    assert ann.sees(game)["pause"]["from"] is not None


def test_who_has_taken_over_a_seat_has_agreed_to_nothing(people: People, dan: Person) -> None:
    (ann, bob, cat), game = people, make_game(people)
    vote_pause(bob, game)
    hand_seat_on(game, bob, ann, dan, 1)
    vote_pause(ann, game)
    assert vote_pause(cat, game).json["pause"]["agreed"] == [0, 2]
    assert vote_pause(dan, game).json["pause"]["from"] is not None


def test_while_it_lasts_moves_can_be_made(people: People, paused_game: str, time: Time) -> None:
    ann = people[0]
    time.sweep_after(hours=47)
    assert ann.sees(paused_game)["turn"]["number"] == 1
    seal_all(paused_game, *people)
    assert ann.sees(paused_game)["turn"]["number"] == 2
    assert deadlines(ann, paused_game) == [time.now + HOUR + DAY] * 3, "with the rest of the pause"
    time.sweep_after(hours=1)
    assert ann.sees(paused_game)["pause"] is None, "it is over"
    with nothing_changes():
        refused(end_pause(ann, paused_game), 404, "not_paused")
        refused(ann.get(f"/games/{paused_game}/pause"), 404, "not_paused")


@pytest.mark.parametrize("agreed", [1, 3])
def test_no_pause_outlives_its_game(people: People, agreed: int) -> None:
    game = make_game(people)
    for person in people[:agreed]:
        vote_pause(person, game)
    while people[0].sees(game)["status"] == "running":
        play_turn(game)
    assert people[0].sees(game)["pause"] is None


def test_anybody_may_end_it_and_the_clock_goes_on(
    people: People, paused_game: str, time: Time
) -> None:
    bob = people[1]
    time.advance(hours=5)
    said = end_pause(bob, paused_game)
    assert (said.status, said.raw) == (204, b"")
    assert bob.sees(paused_game)["pause"] is None
    assert deadlines(bob, paused_game) == [MONDAY + DAY + 5 * HOUR] * 3
    assert types(log(bob, paused_game))[-2:] == ["pause_ended", "deadlines_moved"]
    assert data(log(bob, paused_game, "pause_ended")) == [{"seat": 1}]


def test_a_proposal_may_be_so_long_and_anybody_may_drop_it(people: People, settings: Any) -> None:
    (ann, bob, _), game = people, make_game(people)
    settings.TIDE_MAX_PAUSE = DAY
    refused(vote_pause(ann, game, "PT24H1S"), 400, "invalid_pause", "/length")
    assert vote_pause(ann, game, "PT24H").status == 200
    assert end_pause(bob, game).status == 204
    assert bob.sees(game)["pause"] is None
    assert data(log(bob, game, "pause_dropped")) == [{"seat": 1}]
    assert log(bob, game, "deadlines_moved") == []
    vote_pause(bob, game, "PT1H")
    assert bob.sees(game)["pause"]["agreed"] == [1]


# -- the vote to go on


def vote_on(person: Person, game: str) -> Answer:
    return person.post(f"/games/{game}/resume-votes")


def due_of(person: Person, game: str, seat: int) -> datetime:
    (found,) = [one["due_at"] for one in person.sees(game)["turn"]["asked"] if one["seat"] == seat]
    return moment(found)


def test_most_of_the_others_have_the_clock_run_again(people: People, time: Time) -> None:
    (ann, bob, cat), game, elsewhere = people, make_game(people), make_game(people)
    seal_all(game, ann, bob)
    add_vacation(cat, time.now, time.now + 20 * DAY)
    time.advance(days=3)
    assert vote_on(ann, game).status == 200
    assert types(log(ann, game))[-1] == "go_on_voted"
    assert due_of(ann, game, 2) == MONDAY + 21 * DAY
    said = vote_on(bob, game)
    assert (said.status, said.json["vacations"]) == (200, [])
    told = log(ann, game)[-4:]
    assert types(told) == ["go_on_voted", "go_on_voted", "going_on", "deadlines_moved"]
    assert data(told[:3]) == [
        {"seat": 0, "votes": [0], "of": 2},
        {"seat": 1, "votes": [0, 1], "of": 2},
        {"seats": [2]},
    ]
    # The time that was not used yet is left, in this game alone.
    assert due_of(ann, game, 2) == MONDAY + 4 * DAY
    assert due_of(ann, elsewhere, 2) == MONDAY + 21 * DAY
    time.sweep_after(days=1)
    assert ann.sees(game)["turn"]["number"] == 2
    assert due_of(ann, game, 2) == MONDAY + 5 * DAY, "nor does it stop the next question"


def test_a_running_pause_is_ended_by_it_too(people: People, time: Time) -> None:
    (ann, bob, _), game = people, make_game(people)
    for person in people:
        vote_pause(person, game, "P10D")
    time.advance(days=2)
    for person in (ann, bob):
        assert vote_on(person, game).status == 200
    assert types(log(ann, game))[-3:] == ["going_on", "pause_ended", "deadlines_moved"]
    assert ann.sees(game)["pause"] is None
    assert due_of(ann, game, 0) == MONDAY + 3 * DAY


def test_a_vacation_that_begins_later_stops_the_clock_again(people: People, time: Time) -> None:
    (ann, bob, cat), game = people, make_game(people)
    seal_all(game, ann, bob)
    add_vacation(cat, time.now, time.now + 2 * DAY + 6 * HOUR)
    add_vacation(cat, time.now + 2 * DAY + 12 * HOUR, time.now + 4 * DAY)
    time.advance(days=2)
    for person in (ann, bob):
        vote_on(person, game)
    assert [one["from"] for one in ann.sees(game)["vacations"]] == ["2027-03-04T00:00:00Z"]
    # Twelve hours before it, and twelve after it.
    assert due_of(ann, game, 2) == MONDAY + 4 * DAY + 12 * HOUR


def test_there_is_nothing_to_vote_on_while_nobody_is_held_up(people: People, time: Time) -> None:
    (ann, _, cat), game = people, make_game(people)
    add_vacation(cat, time.now, time.now + 20 * DAY)
    time.advance(hours=23)
    with nothing_changes():
        refused(vote_on(ann, game), 409, "not_stopped")
    time.advance(hours=1)
    cat.seals_anything(game)
    with nothing_changes():
        refused(vote_on(ann, game), 409, "not_stopped")


def test_who_has_a_vote(people: People, time: Time) -> None:
    (ann, bob, cat), game = people, make_game(people, absence={"bot_after": 1})
    seal_all(game, ann, cat)
    time.sweep_after(days=1)
    add_vacation(cat, time.now, time.now + 20 * DAY)
    ann.seals_anything(game)
    botplay.move_bots(game)
    time.advance(days=2)
    with nothing_changes():
        refused(vote_on(cat, game), 403, "no_vote")
        refused(vote_on(bob, game), 403, "no_vote")
    bob.post(f"/games/{game}/reclaim")
    for _ in range(2):
        assert vote_on(ann, game).status == 200
    assert types(log(ann, game, "go_on_voted", "going_on")) == ["go_on_voted"]


def test_a_vote_given_again_counts_who_is_left(people: People, dan: Person, time: Time) -> None:
    ann, bob, _ = people
    eve = Person.signs_up("eve")
    game = make_game((*people, dan, eve))
    seal_all(game, *people, dan)
    add_vacation(eve, time.now, time.now + 20 * DAY)
    time.advance(days=3)
    for person in (ann, bob):
        assert vote_on(person, game).status == 200
    assert resign(dan, game).status == 204
    assert data(log(ann, game, "going_on")) == []
    assert vote_on(bob, game).status == 200
    assert data(log(ann, game, "going_on")) == [{"seats": [4]}]
    assert len(log(ann, game, "go_on_voted")) == 2


# -- how long a game can be held up


def test_all_stops_together_have_a_limit(people: People, time: Time, settings: Any) -> None:
    settings.TIDE_MAX_STOPPED_TIME_PER_GAME = 5 * DAY
    (ann, bob, cat), game = people, make_game(people, absence=NO_BOT)
    settings.TIDE_MAX_STOPPED_TIME_PER_GAME = 90 * DAY
    assert ann.sees(game)["absence"]["most_stopped"] == "PT120H"
    seal_all(game, ann, bob)
    add_vacation(cat, time.now, time.now + 3 * DAY)
    assert due_of(ann, game, 2) == MONDAY + 4 * DAY
    time.sweep_at(MONDAY + 4 * DAY)
    assert ann.sees(game)["turn"]["number"] == 2
    assert Game.objects.get(pk=game).stopped == 3 * DAY
    add_vacation(cat, time.now, time.now + 10 * DAY)
    # Two days are left, and the question has a day of its own.
    assert deadlines(ann, game) == [MONDAY + days * DAY for days in (5, 5, 7)]
    time.sweep_at(MONDAY + 7 * DAY)
    assert ann.sees(game)["turn"]["number"] == 3
    assert due_of(ann, game, 2) == MONDAY + 8 * DAY, "cat is still on vacation"
    for person in people:
        vote_pause(person, game, "P4D")
    assert deadlines(ann, game) == [MONDAY + 8 * DAY] * 3
    assert Game.objects.get(pk=game).stopped == 5 * DAY


def test_a_new_player_brings_no_vacation_begun(people: People, dan: Person, time: Time) -> None:
    (ann, bob, cat), game = people, make_game(people)
    seal_all(game, ann, cat)
    add_vacation(dan, time.now, time.now + 20 * DAY)
    add_vacation(dan, time.now + 22 * DAY, time.now + 23 * DAY)
    time.advance(hours=1)
    hand_seat_on(game, bob, ann, dan, 1)
    assert due_of(ann, game, 1) == MONDAY + DAY
    assert [moment(one["from"]) for one in ann.sees(game)["vacations"]] == [MONDAY + 22 * DAY]


def test_a_wait_counts_though_its_cause_has_gone(people: People, dan: Person, time: Time) -> None:
    (ann, bob, cat), game = people, make_game(people)
    seal_all(game, ann, cat)
    add_vacation(bob, time.now, time.now + 30 * DAY)
    time.advance(days=11)
    hand_seat_on(game, bob, ann, dan, 1)
    add_vacation(dan, time.now, time.now + 30 * DAY)
    assert due_of(ann, game, 1) == MONDAY + DAY, "the time for this question is over without dan"
    due_turns.sweep_due_turns()
    assert ann.sees(game)["turn"]["number"] == 2
    assert Game.objects.get(pk=game).stopped == 10 * DAY


# -- time that one player gives another in a turn


def give_time(person: Person, game: str, seat: int) -> Answer:
    return person.post(f"/games/{game}/seats/{seat}/extension")


@pytest.mark.parametrize(("per_turn", "more"), [("PT24H", 24), ("PT1H", 1), ("P7D", 24)])
def test_it_adds_a_day_or_what_a_shorter_turn_has(ann, bob, cat, table, per_turn, more) -> None:
    game = table(clock={"per_turn": per_turn, "bank": "PT2H"})
    *others, before = deadlines(ann, game)
    assert give_time(bob, game, 2).status == 200
    assert deadlines(ann, game) == [*others, before + more * HOUR]
    given, moved = log(cat, game)[-2:]
    assert (given["type"], given["data"]["by"], given["data"]["seat"]) == ("time_given", 1, 2)
    assert given["data"]["length"] in {f"PT{more}H", "P1D"}
    assert moved["type"] == "deadlines_moved"


def test_each_may_once_in_a_turn_and_what_is_given_adds_up(ann, bob, cat, table) -> None:
    game = table()
    before = deadlines(ann, game)[2]
    assert give_time(ann, game, 2).status == give_time(bob, game, 2).status == 200
    assert deadlines(ann, game)[2] == before + 48 * HOUR
    with nothing_changes():
        refused(give_time(bob, game, 0), 409, "time_given")
    assert give_time(cat, game, 0).status == 200
    for one in (ann, bob, cat):
        one.seals_anything(game)
    assert give_time(bob, game, 2).status == 200, "it is another turn"


def test_the_clock_waits_for_this_player_alone_and_spares_the_bank(
    ann, bob, cat, table, time
) -> None:
    game = table(clock={"per_turn": "PT24H", "bank": "PT2H"})
    assert give_time(bob, game, 2).status == 200
    time.sweep_after(hours=27)
    assert [one["answered"] for one in ann.sees(game)["turn"]["asked"]] == [True, True, False]
    cat.seals_anything(game)
    assert banks(ann, game) == ["PT0S", "PT0S", "PT2H"]


def test_it_is_given_to_another_who_is_waited_for(ann, bob, cat, dan, table, time) -> None:
    game = table(absence={"bot_after": 1})
    refused(give_time(ann, game, 0), 409, "not_yourself")
    refused(give_time(ann, game, 9), 404, "seat_not_found")
    cat.seals_anything(game)
    refused(give_time(ann, game, 2), 409, "not_waited_for")
    resign(bob, game)
    refused(give_time(ann, game, 1), 409, "not_waited_for")
    time.advance(hours=24)
    refused(give_time(cat, game, 0), 409, "not_waited_for")
    time.sweep_after(hours=1)
    assert ann.sees(game)["seats"][0]["away"] == "absent"
    refused(give_time(ann, game, 2), 403, "no_vote")
