"""An archived game is answered as before, byte for byte, to who may see it and to who may not."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

from games.archive import history
from games.background import archiving
from games.models import ArchivedGame, Game, Log, PrivateEvent, Stage, Submission, Turn
from players.models import Player
from tests import document, played
from tests.people import Answer, Person
from tests.thorough.eventful_game import EventfulGame, choose_settings, repeatable_games

pytestmark = pytest.mark.django_db(transaction=True)

GONE = (Turn, Submission, Stage, PrivateEvent)
PAGE = 37
"""Events on a page: so many that pages end within turns."""


@pytest.fixture(autouse=True)
def unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the check of answers by the OpenAPI document: other tests have it, and it is slow."""
    monkeypatch.setattr(document, "check", lambda said: None)


@pytest.fixture
def players(ann: Person, bob: Person, cat: Person) -> list[Player]:
    return list(Player.objects.filter(username__in=["ann", "bob", "cat"]).order_by("pk"))


def archive(game: str) -> None:
    assert archiving.archive_game(game) == archiving.ARCHIVED


# -- every call that reads something of a game


def read_all(games: Sequence[str], people: Sequence[Person], stranger: Person) -> dict[Any, Any]:
    """Return what everybody is answered. Feeds are read first, because reading gives them their numbers."""
    mine = {str(person.name): _read_own(person) for person in people}
    viewers = [*people, stranger]
    return {
        **mine,
        **{(game, one.name): _read_game(game, one) for game in games for one in viewers},
    }


def _read_own(viewer: Person) -> dict[str, Any]:
    """Return the feed with its numbers, the home page, and what others see of the player."""
    calls = ["/me/games", "/me/turns", f"/players/{viewer.name}", f"/games?player={viewer.name}"]
    return {one: _parts(viewer.get(one)) for one in calls} | dict(_pages(viewer, "/me/events"))


def _read_game(game: str, viewer: Person) -> dict[str, Any]:
    turns = Game.objects.values_list("turn_number", flat=True).get(pk=game)
    calls = [
        # After a number that no event has, the stream of a finished game ends at once.
        *("", "/stages", "/record", "/stream?after=100000", "/messages"),
        *("/events?after=latest", "/events?after=my_answer"),
        *(f"/turns/{number}" for number in range(turns + 2)),
        *(f"/turns/{number}/submission" for number in range(turns + 2)),
    ]
    found = {one: _parts(viewer.get(f"/games/{game}{one}")) for one in calls}
    return found | dict(_pages(viewer, f"/games/{game}/events"))


def _pages(viewer: Person, path: str) -> Iterator[tuple[str, Any]]:
    after = 0
    while True:
        said = viewer.get(path, after=after, page_size=PAGE)
        yield f"{path} after {after}", _parts(said)
        if said.status != 200 or not said.json["results"]:
            return
        after = said.json["results"][-1]["number"]


def _parts(answer: Answer) -> tuple[Any, ...]:
    headers = answer.headers
    return answer.status, answer.raw_but_request_id, headers.get("ETag"), headers.get("Link")


# -- what is answered


# Three editions of Turn the Tide and three sets of expansions of High Tide.
@pytest.mark.parametrize("number", range(6))
def test_every_read_call_answers_as_before(number: int, stranger: Person) -> None:
    with repeatable_games() as time:
        game = EventfulGame(f"archived {number}", time, choose_settings(number))
        # Calls of players whom the operator has deactivated are refused.
        people = [one for one in game.people if one not in game.gone]
        before = read_all([game.game], people, stranger)
        archive(game.game)
        assert not any(model._default_manager.filter(game=game.game).exists() for model in GONE)
        after = read_all([game.game], people, stranger)
    assert before.keys() == after.keys()
    for viewer, answers in before.items():
        for call, said in answers.items():
            assert after[viewer][call] == said, (viewer, call)


@pytest.mark.parametrize("private", [False, True])
def test_a_game_of_a_ruleset_beside_the_two_that_are_built_in_is_archived_too(
    private: bool, players: list[Player], ann: Person, dan: Person, stranger: Person
) -> None:
    game = played.opened("goofspiel", players, private=private)
    played.play(game, Random(3))
    before = read_all([game], [ann, dan], stranger)
    archive(game)
    assert read_all([game], [ann, dan], stranger) == before
    assert stranger.get(f"/games/{game}/record").status == (404 if private else 200)


def test_a_feed_that_nobody_has_read_yet_gets_the_same_numbers(
    players: list[Player], ann: Person
) -> None:
    game = played.opened("turn_the_tide", players)
    played.play(game, Random(5))
    archive(game)
    first = ann.get("/me/events", page_size=100).json["results"]
    assert [one["number"] for one in first] == [*range(1, len(first) + 1)]
    last = ann.get("/me/events", after="latest").json["last"]
    # All but the first, `created`, from before her seat; her feed has more than this game's log.
    assert Log.objects.get(pk=game).event_number <= last + 1


def test_a_game_is_unpacked_once_and_shows_nothing_that_is_gone(
    players: list[Player], ann: Person, bob: Person
) -> None:
    game = played.opened("turn_the_tide", players)
    played.play(game, Random(4))
    archive(game)
    before = history._unpacked.cache_info().misses
    assert {ann.get(f"/games/{game}/turns/{number}").status for number in (1, 2, 3)} == {200}
    assert bob.get(f"/games/{game}/stages").status == 200
    assert history._unpacked.cache_info().misses == before + 1
    ArchivedGame.objects.filter(pk=game).delete()
    assert ann.get(f"/games/{game}/turns/1").status == 404
