"""The log knows players by ids of their own in each game. Their names stand beside it, as they are now."""

from typing import Any

import pytest

from games.background import replay
from games.models import Game, Participant
from players.models import Player
from tests.app.api.calls import offer_seat, resign, take_seat, withdraw_offer
from tests.app.api.events import feed, log
from tests.factories import expire_turns, make_finished_game, make_game
from tests.people import People, Person
from tests.proving import proves

pytestmark = pytest.mark.django_db
Json = dict[str, Any]

ANN, ANEMONE = "ann", "anemone"


def rename() -> None:
    Player.objects.filter(username=ANN).update(username=ANEMONE)  # As an operator does it.


@pytest.fixture
def game(people: People, dan: Person) -> str:
    """A game with every event that names somebody, under way; the seat that cat had is dan's."""
    ann, bob, cat = people
    game = ann.opens(3, absence={"bot_after": 1}, start="host")
    bob.joins(game)
    bob.post(f"/games/{game}/leave")
    bob.joins(game)
    ann.post(f"/games/{game}/leave")
    ann.joins(game)
    cat.post(f"/games/{game}/join", {"entropy": "a shell"})
    assert bob.post(f"/games/{game}/start").status == 200
    expire_turns(game)  # Nobody was there, so bots play for all.
    for person in people:
        assert person.post(f"/games/{game}/return").status == 200
    seen = ann.sees(game)
    (seat,) = [one["seat"] for one in seen["seats"] if one["player"] == "cat"]
    assert resign(cat, game).status == 204
    (host,) = (one for one in (ann, bob) if one.name == seen["host"])
    assert offer_seat(host, game, seat, "dan").status == 200
    assert withdraw_offer(host, game, seat).status == 204
    assert offer_seat(host, game, seat, "dan").status == 200
    assert take_seat(dan, game, seat).status == 200
    return game


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


def test_events_hash_no_name_and_have_all_names_beside_them(
    people: People, dan: Person, game: str
) -> None:
    ann, _, cat = people
    events = log(ann, game)
    assert {event["type"] for event in events} >= NAMING
    assert not texts([event["data"] for event in events]) & NAMES
    known = dict(Participant.objects.filter(game=game).values_list("id", "player__username"))
    heard = [*events, *feed(ann), *feed(cat), *feed(dan)]
    assert {event["type"] for event in heard} >= NAMING | {"offered_to_you", "seat_lost"}
    for event in heard:
        named = texts(event["data"]) & set(known)
        assert event["players"] == {one: known[one] for one in named}, event
        assert named or event["type"] not in NAMING


def test_each_game_knows_a_player_by_another_id(people: People) -> None:
    seats = [seat for _ in range(3) for seat in people[0].sees(make_game(people))["seats"]]
    assert len({seat["participant"] for seat in seats}) == 9
    assert {seat["player"] for seat in seats} == {"ann", "bob", "cat"}


def test_a_new_name_stands_beside_every_event_and_none_has_changed(ann: Person, game: str) -> None:
    before = log(ann, game)
    rename()
    for event in before:
        for one, name in event["players"].items():
            event["players"][one] = ANEMONE if name == ANN else name
    assert log(ann, game) == before


# -- the record


def verify(record: Json) -> None:
    """Fail unless all hashes prove what they should, and players are named by the ids of this game alone."""
    proves(record)
    told = [turn["private"]["told"] for turn in record["turns"]]
    names = texts([record["seats"], told, [event["data"] for event in record["log"]["events"]]])
    assert set(record["players"]) <= names
    assert not names & {*NAMES, ANEMONE}


@pytest.mark.parametrize("running", [False, True], ids=["a finished game", "a game under way"])
def test_the_record_of_a_renamed_player_verifies_and_shows_her_new_name(
    ann: Person, dan: Person, game: str, running: bool
) -> None:
    if running:
        rename()
    Game.objects.filter(pk=game).update(bot_after=100)
    expire_turns(game, until=lambda row: False)
    assert ann.sees(game)["status"] == "finished"
    before = ann.get(f"/games/{game}/record").json
    verify(before)
    rename()
    record = ann.get(f"/games/{game}/record").json
    verify(record)
    assert sorted(record["players"].values()) == [ANEMONE, "bob", "cat", "dan"]
    seated = {record["players"][one] for one in record["seats"]}
    assert seated == {ANEMONE, "bob", "dan"}
    told = [one for turn in record["turns"] for one in turn["private"]["told"]]
    assert {record["players"][one["player"]] for one in told} >= {"cat", "dan"}
    same = {name: value for name, value in record.items() if name != "players"}
    assert same == {name: before[name] for name in same}


def test_a_record_is_compared_without_its_names(ann: Person, people: People) -> None:
    game = make_finished_game(people)
    record = ann.get(f"/games/{game}/record").json
    rename()
    assert list(replay.replay_record(record)) == []
    assert list(replay.compare_record(record, Game.objects.get(pk=game))) == []
