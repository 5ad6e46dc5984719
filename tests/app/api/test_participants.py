"""The log knows players by ids of their own in each game. Their names stand beside it, as they are now."""

from collections.abc import Callable
from typing import Any

import pytest

from games.background import replay
from games.models import Game, Participant
from players.models import Player
from tests.app.api.conftest import TimePasses
from tests.app.api.events import feed, log
from tests.people import Person
from tests.proving import proves

pytestmark = pytest.mark.django_db
Json = dict[str, Any]

ANN, ANEMONE = "ann", "anemone"


def renamed(before: str = ANN, after: str = ANEMONE) -> None:
    """As an operator does it."""
    Player.objects.filter(username=before).update(username=after)


def eventful(ann: Person, bob: Person, cat: Person, dan: Person, time_passes: TimePasses) -> str:
    """A game with every event that names somebody, under way; the seat that cat had is dan's."""
    game = ann.opens(3, absence={"bot_after": 1}, start="host")
    bob.joins(game)
    bob.post(f"/games/{game}/leave")
    bob.joins(game)
    ann.post(f"/games/{game}/leave")
    ann.joins(game)
    cat.post(f"/games/{game}/join", {"entropy": "a shell"})
    assert bob.post(f"/games/{game}/start").status == 200
    time_passes(game)  # Nobody was there, so bots play for all.
    for person in (ann, bob, cat):
        assert person.post(f"/games/{game}/return").status == 200
    assert cat.post(f"/games/{game}/resign").status == 204
    (host,) = (one for one in (ann, bob) if one.name == ann.sees(game)["host"])
    offer = f"/games/{game}/seats/{_seat(ann, game, 'cat')}"
    assert host.put(f"{offer}/offer", {"player": "dan"}).status == 200
    assert host.delete(f"{offer}/offer").status == 204
    assert host.put(f"{offer}/offer", {"player": "dan"}).status == 200
    assert dan.post(f"{offer}/take").status == 200
    return game


def _seat(person: Person, game: str, name: str) -> int:
    (found,) = [one["seat"] for one in person.sees(game)["seats"] if one["player"] == name]
    return int(found)


def texts(value: Any) -> set[str]:
    """All texts in a JSON value."""
    if isinstance(value, dict):
        return set().union(*(texts(one) for one in value.values()))
    if isinstance(value, list):
        return set().union(*(texts(one) for one in value))
    return {value} if isinstance(value, str) else set()


NAMES = {"ann", "bob", "cat", "dan"}
NAMING = {
    *("created", "joined", "left", "host_changed", "started", "stand_in", "returned"),
    *("seat_offered", "offer_ended", "seat_taken"),
}


@pytest.fixture
def game(ann: Person, bob: Person, cat: Person, dan: Person, time_passes: TimePasses) -> str:
    return eventful(ann, bob, cat, dan, time_passes)


def test_no_name_is_in_what_is_hashed(ann: Person, game: str) -> None:
    events = log(ann, game)
    assert {event["type"] for event in events} >= NAMING
    assert not texts([event["data"] for event in events]) & NAMES


def test_beside_each_event_are_the_names_of_exactly_those_whom_it_names(
    ann: Person, cat: Person, dan: Person, game: str
) -> None:
    known = dict(Participant.objects.filter(game=game).values_list("id", "player__username"))
    heard = [*log(ann, game), *feed(ann), *feed(cat), *feed(dan)]
    assert {event["type"] for event in heard} >= NAMING | {"offered_to_you", "seat_lost"}
    for event in heard:
        named = texts(event["data"]) & set(known)
        assert event["players"] == {one: known[one] for one in named}, event
        assert named or event["type"] not in NAMING


def test_each_game_knows_a_player_by_another_id(
    ann: Person, bob: Person, table: Callable[..., str]
) -> None:
    seen = [ann.sees(table())["seats"] for _ in range(3)]
    ids = {seat["participant"] for seats in seen for seat in seats}
    assert len(ids) == 9
    assert {seat["player"] for seats in seen for seat in seats} == {"ann", "bob", "cat"}


def test_a_renamed_player_has_her_new_name_beside_every_event_and_none_has_changed(
    ann: Person, game: str
) -> None:
    before = log(ann, game)
    renamed()
    after = log(ann, game)
    assert [{**event, "players": None} for event in after] == [
        {**event, "players": None} for event in before
    ]
    for old, new in zip(before, after, strict=True):
        names = {one: ANEMONE if name == ANN else name for one, name in old["players"].items()}
        assert new["players"] == names


# -- the record


def verified(record: Json) -> None:
    """Whatever is hashed proves what it should, and names nobody but by the ids of this game."""
    proves(record)
    told = [turn["private"]["told"] for turn in record["turns"]]
    names = texts([record["seats"], told, [event["data"] for event in record["log"]["events"]]])
    assert set(record["players"]) <= names
    assert not names & {*NAMES, ANEMONE}


@pytest.mark.parametrize("running", [False, True], ids=["a finished game", "a game under way"])
def test_the_record_of_a_renamed_player_verifies_and_shows_her_new_name(
    ann: Person, dan: Person, game: str, time_passes: TimePasses, running: bool
) -> None:
    if running:
        renamed()
    Game.objects.filter(pk=game).update(bot_after=100)
    time_passes(game, until=lambda row: False)
    assert ann.sees(game)["status"] == "finished"
    before = ann.get(f"/games/{game}/record").json
    verified(before)
    renamed()
    record = ann.get(f"/games/{game}/record").json
    verified(record)
    assert sorted(record["players"].values()) == [ANEMONE, "bob", "cat", "dan"]
    seated = {record["players"][one] for one in record["seats"]}
    assert seated == {ANEMONE, "bob", "dan"}
    told = [one for turn in record["turns"] for one in turn["private"]["told"]]
    assert {record["players"][one["player"]] for one in told} >= {"cat", "dan"}
    same = {name: value for name, value in record.items() if name != "players"}
    assert same == {name: before[name] for name in same}


def test_a_record_is_compared_without_its_names(ann: Person, finished: Callable[..., str]) -> None:
    game = finished()
    record = ann.get(f"/games/{game}/record").json
    renamed()
    assert list(replay.replay_record(record)) == []
    assert list(replay.compare_record(record, Game.objects.get(pk=game))) == []
