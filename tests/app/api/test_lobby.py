"""POST /games/{id}/join, leave, start and cancel, and how many games one player may have."""

from typing import Any

import pytest

from games.models import Seat
from tests.app.api.calls import offer_seat, resign, take_seat
from tests.app.api.events import log, types
from tests.app.api.refusals import nothing_changes, refused
from tests.app.api.threads import threads
from tests.factories import make_finished_game, make_game
from tests.people import Answer, People, Person

pytestmark = pytest.mark.django_db


def seated(person: Person, game: str) -> list[tuple[int, str]]:
    return [(seat["seat"], seat["player"] or seat["bot"]) for seat in person.sees(game)["seats"]]


def test_players_take_the_first_free_seats_and_the_last_starts_the_game(people: People) -> None:
    ann, bob, cat = people
    game = ann.opens(4, bots=["random"])
    said = bob.post(f"/games/{game}/join", {"entropy": "a shell"})
    assert (said.status, said.json) == (200, bob.sees(game))
    said = bob.post(f"/games/{game}/leave")
    assert (said.status, said.raw) == (204, b"")
    assert seated(ann, game) == [(0, "ann"), (3, "random")]
    cat.joins(game)
    assert ann.sees(game)["status"] == "open"
    started = bob.post(f"/games/{game}/join").json
    assert seated(ann, game) == [(0, "ann"), (1, "cat"), (2, "bob"), (3, "random")]
    assert (started["status"], started["mine"]["seat"]) == ("running", 2)
    assert (started["stage"], started["stages"], started["turn"]["number"]) == (1, 4, 1)
    assert types(log(ann, game)) == [
        *("created", "joined", "joined", "left", "joined", "joined", "started"),
        *("stage_began", "tides_revealed", "turn_opened"),
    ]


@pytest.mark.parametrize(
    ("end", "code"),
    [("start", "already_started"), ("cancel", "game_cancelled"), (None, "game_finished")],
)
def test_a_game_that_is_open_no_more_takes_nobody(
    ann: Person, dan: Person, people: People, end: str | None, code: str
) -> None:
    game = ann.opens(5, bots=["random", "random"]) if end else make_finished_game(people)
    if end:
        assert ann.post(f"/games/{game}/{end}").status == 200
    with nothing_changes():
        refused(dan.post(f"/games/{game}/join"), 409, code)


def test_when_the_host_leaves_the_next_player_is_host_or_nobody(ann: Person, bob: Person) -> None:
    game = ann.opens(4, bots=["random"])
    bob.joins(game)
    ann.post(f"/games/{game}/leave")
    assert bob.sees(game)["host"] == "bob"
    assert types(log(bob, game))[-2:] == ["left", "host_changed"]
    refused(ann.post(f"/games/{game}/start"), 403, "not_a_player")
    said = bob.post(f"/games/{game}/cancel")
    assert (said.status, said.json) == (200, bob.sees(game))
    assert (said.json["status"], said.json["turn"]) == ("cancelled", None)
    assert said.json["ended_at"] is not None
    assert types(log(bob, game))[-1] == "cancelled"
    left = ann.opens(4, bots=["random"])
    ann.post(f"/games/{left}/leave")
    seen = ann.sees(left)
    assert (seen["status"], seen["mine"], seen["result"]) == ("cancelled", None, None)
    assert seen["cancel_reason"] == "nobody_left"
    assert types(log(ann, left))[-2:] == ["left", "cancelled"]


def test_the_host_may_start_once_the_minimum_is_there_and_seats_close_up(people: People) -> None:
    ann, bob, cat = people
    game, pair = ann.opens(5, bots=["random"]), ann.opens(5)
    bob.joins(pair)
    with nothing_changes():
        refused(ann.post(f"/games/{pair}/start"), 409, "not_enough_players")
    bob.joins(game)
    cat.joins(game)
    bob.post(f"/games/{game}/leave")
    said = ann.post(f"/games/{game}/start")
    assert (said.status, said.json) == (200, ann.sees(game))
    assert (said.json["status"], said.json["seat_count"], said.json["stages"]) == ("running", 5, 3)
    assert seated(ann, game) == [(0, "ann"), (1, "cat"), (2, "random")]
    assert [seat["seat"] for seat in said.json["table"]["seats"]] == [0, 1, 2]
    assert cat.sees(game)["mine"]["seat"] == 1


# -- so many games

BOTS = ["random", "random"]


@pytest.fixture(autouse=True)
def few(settings: Any) -> None:
    settings.TIDE_MAX_OPEN_GAMES_PER_PLAYER = 2
    settings.TIDE_MAX_GAMES_PER_PLAYER = 4


def create_game(person: Person, **wish: Any) -> Answer:
    return person.post("/games", {"ruleset": "turn_the_tide", "seat_count": 3, **wish})


def test_a_player_may_have_so_many_open_games(people: People) -> None:
    ann, bob, cat = people
    mine, _ = ann.opens(3), ann.opens(3, private=True)
    his = bob.opens(3)
    with nothing_changes():
        refused(create_game(ann), 409, "too_many_games")
        refused(ann.post(f"/games/{his}/join"), 409, "too_many_games")
    cat.joins(his)
    ann.joins(his)
    assert ann.sees(his)["status"] == "running", "what starts at once is no open game"
    assert create_game(ann, bots=BOTS).status == 201
    other = cat.opens(3)
    assert ann.post(f"/games/{mine}/leave").status == 204
    assert resign(ann, his).status == 204
    ann.joins(other)


def test_a_player_may_have_so_many_games_altogether(ann: Person, bob: Person) -> None:
    games = [ann.opens(3, bots=BOTS) for _ in range(3)]
    ann.opens(3)
    # Also one from whose seats the player is absent.
    Seat.objects.filter(game=games[1], player__isnull=False).update(away="absent", bot="careful")
    his = bob.opens(3)
    with nothing_changes():
        refused(create_game(ann, bots=BOTS), 409, "too_many_games")
        refused(create_game(ann), 409, "too_many_games")
        refused(ann.post(f"/games/{his}/join"), 409, "too_many_games")
    assert resign(ann, games[0]).status == 204
    ann.joins(his)


def test_who_has_too_many_takes_no_offered_seat(people: People, dan: Person, settings: Any) -> None:
    (ann, bob, _), game = people, make_game(people)
    resign(bob, game)
    offer_seat(ann, game, 1, "dan")
    for _ in range(4):
        dan.opens(3, bots=BOTS)
    with nothing_changes():
        refused(take_seat(dan, game, 1), 409, "too_many_games")
    settings.TIDE_MAX_GAMES_PER_PLAYER = 5
    assert take_seat(dan, game, 1).status == 200


@pytest.mark.django_db(transaction=True)
def test_of_calls_that_come_at_once_no_more_succeed(ann: Person, bob: Person) -> None:
    games = [bob.opens(3) for _ in range(2)]
    with threads() as at_once:
        calls = [at_once.start(create_game, ann) for _ in range(3)]
        calls += [at_once.start(ann.post, f"/games/{game}/join") for game in games]
        said = [call.result().status for call in calls]
    assert sorted(said)[-3:] == [409] * 3
    assert Seat.objects.filter(player__username="ann").count() == 2
