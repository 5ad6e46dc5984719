"""POST /games/{id}/join, leave, start and cancel."""

from collections.abc import Callable

import pytest

from tests.app.api.conftest import TimePasses
from tests.app.api.refusals import nothing_changes, refused
from tests.people import Person

pytestmark = pytest.mark.django_db
DEEDS = ("join", "leave", "start", "cancel")


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


def test_nobody_joins_twice(ann: Person, bob: Person, table: Callable[..., str]) -> None:
    game = ann.opens(3)
    running = table()
    with nothing_changes():
        refused(ann.post(f"/games/{game}/join"), 409, "already_joined")
        refused(bob.post(f"/games/{running}/join"), 409, "already_joined")


def test_a_host_may_ask_for_players_who_answer(
    ann: Person, bob: Person, dan: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    for _ in range(3):
        bob.seals_anything(game)
        time_passes(game)
    bob.seals_anything(game)
    wishes = {least: dan.opens(absence={"least_reliability": least}) for least in (0, 100)}
    # Ann has answered nothing, bob everything, and eve was never asked.
    ann.joins(wishes[0])
    with nothing_changes():
        refused(ann.post(f"/games/{wishes[100]}/join"), 403, "too_unreliable")
    bob.joins(wishes[100])
    Person.signs_up("eve").joins(wishes[100])
    assert players(dan, wishes[100]) == [(0, "dan"), (1, "bob"), (2, "eve")]


def test_a_full_game_is_full(dan: Person, table: Callable[..., str]) -> None:
    game = table()
    with nothing_changes():
        refused(dan.post(f"/games/{game}/join"), 409, "game_full")


def test_a_game_that_was_started_early_takes_nobody_more(
    ann: Person, bob: Person, cat: Person, dan: Person
) -> None:
    game = ann.opens(5)
    bob.joins(game)
    cat.joins(game)
    ann.post(f"/games/{game}/start")
    with nothing_changes():
        said = dan.post(f"/games/{game}/join")
    assert (said.status, said.code) == (409, "already_started")


def test_a_private_game_takes_who_knows_its_id(ann: Person, bob: Person, dan: Person) -> None:
    game = ann.opens(3, private=True)
    bob.joins(game)
    ann.post(f"/games/{game}/cancel")
    with nothing_changes():
        refused(dan.post(f"/games/{game}/join"), 404, "game_not_found")


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ({"entropy": "x" * 201}, "too_long", "/entropy"),
        ({"entropy": ""}, "too_short", "/entropy"),
        ({"entropy": "\x00"}, "wrong_format", "/entropy"),
        ({"entropy": 7}, "wrong_type", "/entropy"),
        ({"seat": 2}, "unknown_field", "/seat"),
        ([], "wrong_type", ""),
        ("x", "wrong_type", ""),
        (None, "wrong_type", ""),
    ],
)
def test_a_joining_out_of_shape_is_refused(
    ann: Person, bob: Person, body: object, code: str, pointer: str
) -> None:
    game = ann.opens(3)
    raw = b"null" if body is None else None
    with nothing_changes():
        said = bob.call("POST", f"/games/{game}/join", body, raw=raw)
    refused(said, 400, code, pointer)


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


def test_nobody_leaves_a_game_that_has_started(bob: Person, table: Callable[..., str]) -> None:
    game = table()
    with nothing_changes():
        refused(bob.post(f"/games/{game}/leave"), 409, "already_started")


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


def test_a_game_is_started_once(ann: Person, table: Callable[..., str]) -> None:
    game = table()
    with nothing_changes():
        refused(ann.post(f"/games/{game}/start"), 409, "already_started")


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


def test_a_running_game_goes_on(ann: Person, table: Callable[..., str]) -> None:
    game = table()
    with nothing_changes():
        refused(ann.post(f"/games/{game}/cancel"), 409, "already_started")


# -- all of them


@pytest.mark.parametrize("deed", ["leave", "start", "cancel"])
def test_none_of_it_is_for_strangers_to_the_game(ann: Person, dan: Person, deed: str) -> None:
    public, invited = ann.opens(3), ann.opens(3, private=True)
    running = ann.opens(3, bots=["random", "random"], private=True)
    with nothing_changes():
        refused(dan.post(f"/games/{public}/{deed}"), 403, "not_a_player")
        refused(dan.post(f"/games/{invited}/{deed}"), 404, "game_not_found")
        refused(dan.post(f"/games/{running}/{deed}"), 404, "game_not_found")


@pytest.mark.parametrize("deed", ["start", "cancel"])
def test_some_of_it_is_for_the_host_alone(ann: Person, bob: Person, deed: str) -> None:
    game = ann.opens(3)
    bob.joins(game)
    with nothing_changes():
        refused(bob.post(f"/games/{game}/{deed}"), 403, "not_host")


@pytest.mark.parametrize("deed", DEEDS)
def test_a_cancelled_game_stays_as_it_is(ann: Person, dan: Person, deed: str) -> None:
    game = ann.opens(3)
    ann.post(f"/games/{game}/cancel")
    person = dan if deed == "join" else ann
    with nothing_changes():
        refused(person.post(f"/games/{game}/{deed}"), 409, "game_cancelled")


def test_a_finished_game_stays_as_it_is(
    ann: Person, dan: Person, finished: Callable[..., str]
) -> None:
    game = finished()
    with nothing_changes():
        refused(dan.post(f"/games/{game}/join"), 409, "game_finished")
        for deed in ("leave", "start", "cancel"):
            refused(ann.post(f"/games/{game}/{deed}"), 409, "game_finished")


@pytest.mark.parametrize("deed", DEEDS)
def test_it_needs_a_token(stranger: Person, ann: Person, deed: str) -> None:
    game = ann.opens(3)
    with nothing_changes():
        refused(stranger.post(f"/games/{game}/{deed}"), 401, "not_authenticated")


@pytest.mark.parametrize("deed", DEEDS)
def test_a_game_that_is_not_there_is_not_found(ann: Person, deed: str) -> None:
    with nothing_changes():
        refused(ann.post(f"/games/nosuchgame/{deed}"), 404, "game_not_found")


@pytest.mark.parametrize("deed", ["leave", "start", "cancel"])
def test_what_takes_no_body_refuses_one_by_name(ann: Person, deed: str) -> None:
    game = ann.opens(3)
    with nothing_changes():
        said = ann.post(f"/games/{game}/{deed}", {"now": True})
    refused(said, 400, "unknown_field", "/now")
