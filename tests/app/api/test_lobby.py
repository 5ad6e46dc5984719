"""POST /games/{id}/join, leave, start and cancel."""

from collections.abc import Callable

import pytest

from tests.app.api.refusals import nothing_changes, refused
from tests.people import Person

pytestmark = pytest.mark.django_db


def kinds(person: Person, game: str) -> list[str]:
    said = person.get(f"/games/{game}/events", page_size=100)
    return [event["type"] for event in said.json["results"]]


def players(person: Person, game: str) -> list[tuple[int, str]]:
    return [(seat["seat"], seat["player"] or seat["bot"]) for seat in person.sees(game)["seats"]]


# -- join


def test_who_joins_takes_the_first_free_seat(ann: Person, bob: Person, cat: Person) -> None:
    game = ann.opens(5, bots=["random"])
    said = bob.post(f"/games/{game}/join", {"entropy": "a shell"})
    assert said.status == 200
    assert said.json == bob.sees(game)
    cat.joins(game)
    bob.post(f"/games/{game}/leave")
    assert players(ann, game) == [(0, "ann"), (2, "cat"), (4, "random")]
    bob.joins(game)
    assert players(ann, game) == [(0, "ann"), (1, "bob"), (2, "cat"), (4, "random")]


def test_the_game_starts_by_itself_when_no_seat_is_free(
    ann: Person, bob: Person, cat: Person
) -> None:
    game = ann.opens(3)
    bob.joins(game)
    assert ann.sees(game)["status"] == "open"
    said = cat.post(f"/games/{game}/join").json
    assert said["status"] == "running"
    assert (said["stage"], said["stages"], said["turn"]["number"]) == (1, 3, 1)
    assert said["mine"]["seat"] == 2
    assert kinds(ann, game) == [
        "created",
        "joined",
        "joined",
        "joined",
        "started",
        "stage_began",
        "tides_revealed",
        "turn_opened",
    ]


@pytest.mark.parametrize(
    ("end", "code"),
    [("start", "already_started"), ("cancel", "game_cancelled"), (None, "game_finished")],
)
def test_a_game_that_is_open_no_more_takes_nobody(
    ann: Person, dan: Person, finished: Callable[..., str], end: str | None, code: str
) -> None:
    game = ann.opens(5, bots=["random", "random"]) if end else finished()
    if end:
        assert ann.post(f"/games/{game}/{end}").status == 200
    with nothing_changes():
        refused(dan.post(f"/games/{game}/join"), 409, code)


# -- leave


def test_who_leaves_gives_her_seat_back(ann: Person, bob: Person) -> None:
    game = ann.opens(3)
    bob.joins(game)
    said = bob.post(f"/games/{game}/leave")
    assert (said.status, said.raw) == (204, b"")
    assert players(ann, game) == [(0, "ann")]
    assert kinds(ann, game)[-1] == "left"


def test_when_the_host_leaves_the_next_player_is_host(
    ann: Person, bob: Person, cat: Person
) -> None:
    game = ann.opens(4, bots=["random"])
    bob.joins(game)
    ann.post(f"/games/{game}/leave")
    assert bob.sees(game)["host"] == "bob"
    assert kinds(bob, game)[-2:] == ["left", "host_changed"]
    refused(ann.post(f"/games/{game}/start"), 403, "not_a_player")
    assert bob.post(f"/games/{game}/cancel").status == 200


def test_when_nobody_is_left_the_game_is_cancelled(ann: Person) -> None:
    game = ann.opens(4, bots=["random"])
    ann.post(f"/games/{game}/leave")
    seen = ann.sees(game)
    assert (seen["status"], seen["mine"]) == ("cancelled", None)
    assert (seen["cancel_reason"], seen["result"]) == ("nobody_left", None)
    assert kinds(ann, game)[-2:] == ["left", "cancelled"]


# -- start


def test_the_host_may_start_once_the_minimum_is_there(
    ann: Person, bob: Person, cat: Person
) -> None:
    game = ann.opens(5)
    bob.joins(game)
    cat.joins(game)
    bob.post(f"/games/{game}/leave")
    bob.joins(game)
    said = ann.post(f"/games/{game}/start")
    assert said.status == 200
    assert said.json == ann.sees(game)
    assert (said.json["status"], said.json["seat_count"], said.json["stages"]) == ("running", 5, 3)


def test_free_seats_are_closed_up_at_the_start(ann: Person, bob: Person, cat: Person) -> None:
    game = ann.opens(5, bots=["random"])
    bob.joins(game)
    cat.joins(game)
    bob.post(f"/games/{game}/leave")
    said = ann.post(f"/games/{game}/start").json
    assert players(ann, game) == [(0, "ann"), (1, "cat"), (2, "random")]
    assert [seat["seat"] for seat in said["table"]["seats"]] == [0, 1, 2]
    assert cat.sees(game)["mine"]["seat"] == 1


def test_two_are_not_enough(ann: Person, bob: Person) -> None:
    game = ann.opens(5)
    bob.joins(game)
    with nothing_changes():
        refused(ann.post(f"/games/{game}/start"), 409, "not_enough_players")


# -- cancel


def test_the_host_may_call_an_open_game_off(ann: Person, bob: Person) -> None:
    game = ann.opens(3)
    bob.joins(game)
    said = ann.post(f"/games/{game}/cancel")
    assert said.status == 200
    assert said.json == ann.sees(game)
    assert (said.json["status"], said.json["turn"]) == ("cancelled", None)
    assert said.json["ended_at"] is not None
    assert kinds(bob, game)[-1] == "cancelled"
