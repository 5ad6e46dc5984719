"""How many games one player may have: open ones, and all of them."""

from collections.abc import Callable
from typing import Any

import pytest

from games.models import Seat
from tests.app.api.calls import offers, resigns, takes
from tests.app.api.refusals import nothing_changes, refused
from tests.app.api.threads import threads
from tests.people import Answer, Person

pytestmark = pytest.mark.django_db

BOTS = ["random", "random"]


def wishes(person: Person, **wish: Any) -> Answer:
    return person.post("/games", {"ruleset": "turn_the_tide", "seat_count": 3, **wish})


@pytest.fixture(autouse=True)
def few(settings: Any) -> None:
    settings.TIDE_MAX_OPEN_GAMES_PER_PLAYER = 2
    settings.TIDE_MAX_GAMES_PER_PLAYER = 4


def test_a_player_may_have_so_many_open_games(ann: Person, bob: Person) -> None:
    mine, _ = ann.opens(3), ann.opens(3, private=True)
    with nothing_changes():
        refused(wishes(ann), 409, "too_many_games")
    his = bob.opens(3)
    with nothing_changes():
        refused(ann.post(f"/games/{his}/join"), 409, "too_many_games")
    assert ann.post(f"/games/{mine}/leave").status == 204
    ann.joins(his)


def test_what_starts_at_once_is_no_open_game(ann: Person, bob: Person, cat: Person) -> None:
    for _ in range(2):
        ann.opens(3)
    assert wishes(ann, bots=BOTS).status == 201
    waits = bob.opens(3)
    cat.joins(waits)
    ann.joins(waits)
    assert ann.sees(waits)["status"] == "running"


def test_a_player_may_have_so_many_games_altogether(ann: Person, bob: Person) -> None:
    games = [ann.opens(3, bots=BOTS) for _ in range(3)]
    ann.opens(3)
    with nothing_changes():
        refused(wishes(ann, bots=BOTS), 409, "too_many_games")
        refused(wishes(ann), 409, "too_many_games")
    his = bob.opens(3)
    with nothing_changes():
        refused(ann.post(f"/games/{his}/join"), 409, "too_many_games")
    assert resigns(ann, games[0]).status == 204
    ann.joins(his)


def test_somebody_who_is_absent_still_has_her_games(ann: Person) -> None:
    for _ in range(4):
        ann.opens(3, bots=BOTS)
    Seat.objects.filter(player__isnull=False).update(away="absent", bot="careful")
    refused(wishes(ann, bots=BOTS), 409, "too_many_games")


def test_who_has_too_many_takes_no_seat_that_is_offered(
    ann: Person, bob: Person, dan: Person, table: Callable[..., str], settings: Any
) -> None:
    game = table()
    resigns(bob, game)
    offers(ann, game, 1, "dan")
    for _ in range(4):
        dan.opens(3, bots=BOTS)
    with nothing_changes():
        refused(takes(dan, game, 1), 409, "too_many_games")
    settings.TIDE_MAX_GAMES_PER_PLAYER = 5
    assert takes(dan, game, 1).status == 200


@pytest.mark.django_db(transaction=True)
def test_of_calls_that_come_at_once_no_more_succeed(ann: Person, bob: Person) -> None:
    games = [bob.opens(3) for _ in range(2)]
    with threads() as at_once:
        calls = [at_once.start(wishes, ann) for _ in range(3)]
        calls += [at_once.start(ann.post, f"/games/{game}/join") for game in games]
        said = [call.result().status for call in calls]
    assert sorted(said)[-3:] == [409] * 3
    assert Seat.objects.filter(player__username="ann").count() == 2
