"""An archived game is answered as before, byte for byte, to who may see it and to who may not."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.archive import history
from games.background import archiving
from games.models import (
    ArchivedGame,
    Log,
    PrivateEvent,
    Stage,
    Submission,
    Turn,
)
from players.models import Player
from tests import document, played
from tests.moving_time import Time, standing
from tests.people import Person
from tests.thorough.archive import reads
from tests.thorough.archive.eventful_game import EventfulGame
from tests.thorough.verify.verifiers import Verifier

pytestmark = pytest.mark.django_db(transaction=True)

GAMES = range(6)
"""Of both rulesets in turns, with editions, expansions, bots, orders, absence, pauses and whoever resigns."""
GONE = (Turn, Submission, Stage, PrivateEvent)


@pytest.fixture
def time() -> Iterator[Time]:
    with standing() as time:
        yield time


@pytest.fixture(autouse=True)
def unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    """That answers are what the document says is seen elsewhere, and takes longer than the answers."""
    monkeypatch.setattr(document, "check", lambda said: None)


def rows(game: str) -> dict[str, int]:
    return {model.__name__: model._default_manager.filter(game=game).count() for model in GONE}


@pytest.mark.parametrize("number", GAMES)
def test_every_read_call_answers_as_before(
    number: int, time: Time, stranger: Person, both: tuple[Verifier, Verifier]
) -> None:
    eventful = EventfulGame(number, time, Random(f"archived {number}"))
    record = eventful.play()
    people = [one for one in eventful.people if one.get("/me/games").status == 200]
    before = reads.everything([eventful.game], people, stranger)
    assert archiving.archive_game(eventful.game) == archiving.ARCHIVED
    assert not any(rows(eventful.game).values())
    after = reads.everything([eventful.game], people, stranger)
    assert before.keys() == after.keys()
    for viewer, answers in before.items():
        for call, said in answers.items():
            assert after[viewer][call] == said, (viewer, call)
    for verifier in both:
        verifier.remember(eventful.host.get(f"/games/{eventful.game}/record").json)
        assert verifier.judge(kept=[], all_of=[]).sound
    assert record["game"] == eventful.game


def archived(game: str) -> Any:
    assert archiving.archive_game(game) == archiving.ARCHIVED
    return ArchivedGame.objects.get(pk=game)


@pytest.mark.parametrize("private", [False, True])
def test_a_game_of_a_third_ruleset_is_archived_too(
    private: bool, ann: Person, bob: Person, cat: Person, dan: Person, stranger: Person
) -> None:
    players = list(Player.objects.filter(username__in=["ann", "bob", "cat"]).order_by("pk"))
    game = played.opened("goofspiel", players, private=private)
    played.play(game, Random(3))
    before = reads.everything([game], [ann, bob, cat, dan], stranger)
    archived(game)
    assert reads.everything([game], [ann, bob, cat, dan], stranger) == before
    assert stranger.get(f"/games/{game}/record").status == (404 if private else 200)


def test_a_feed_that_nobody_has_read_yet_gets_the_same_numbers(time: Time) -> None:
    eventful = EventfulGame(0, time, Random("unread"))
    eventful.play()
    archived(eventful.game)
    host = eventful.host
    first = host.get("/me/events", page_size=100).json["results"]
    assert [one["number"] for one in first] == [*range(1, len(first) + 1)]
    last = host.get("/me/events", after="latest").json["last"]
    # All but that the game was opened, which was before she had a seat.
    assert Log.objects.get(pk=eventful.game).event_number <= last + 1


def test_who_looks_through_a_game_has_it_unpacked_once_and_sees_nothing_that_is_gone(
    ann: Person, bob: Person, cat: Person
) -> None:
    players = list(Player.objects.filter(username__in=["ann", "bob", "cat"]).order_by("pk"))
    game = played.opened("turn_the_tide", players)
    played.play(game, Random(4))
    archived(game)
    before = history._unpacked.cache_info().misses
    assert {ann.get(f"/games/{game}/turns/{number}").status for number in (1, 2, 3)} == {200}
    assert bob.get(f"/games/{game}/stages").status == 200
    assert history._unpacked.cache_info().misses == before + 1
    ArchivedGame.objects.filter(pk=game).delete()
    assert ann.get(f"/games/{game}/turns/1").status == 404
