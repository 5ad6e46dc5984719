"""Who sees what of a game, and the names beside its log.

That no secret changes a byte for those who may not know it is for tests/thorough/interference.

ann, bob and cat sit at the table; of the outsiders dan sits at another one, the stranger has no account.
"""

import json
import logging
import re
from typing import Any

import pytest
from celery import Celery

from games.background import replay
from games.models import Game, Participant
from games.play import submissions
from players.models import Player
from tests.app.api.calls import hand, offer_seat, play, resign, take_seat, withdraw_offer
from tests.app.api.events import feed, log
from tests.factories import expire_turns, make_finished_game, make_game
from tests.people import People, Person
from tests.proving import proves


@pytest.fixture
def outsiders(dan: Person, stranger: Person) -> People:
    dan.opens(3, bots=["random", "random"])
    return [dan, stranger]


@pytest.mark.parametrize("private", [False, True])
def test_an_open_game_is_the_same_to_all(people: People, outsiders: People, private: bool) -> None:
    game = people[0].opens(4, private=private)
    people[1].joins(game)
    assert len({person.get(f"/games/{game}").raw for person in (*people, *outsiders)}) == 1


def test_each_seat_sees_its_own_hand(people: People, outsiders: People) -> None:
    game = make_game(people)
    expire_turns(game)
    people[0].seals_anything(game)
    state = Game.objects.get(pk=game).state
    assert state is not None
    for_all = outsiders[0].sees(game)
    for seat, person in enumerate(people):
        seen = person.sees(game)
        held = set(state["dealt"][seat]) - set(state["played"][seat])
        assert (seen["mine"]["seat"], seen["mine"]["hand"]) == (seat, sorted(held))
        assert {**seen, "mine": None} == for_all
    assert [one["answered"] for one in for_all["turn"]["asked"]] == [True, False, False]
    for person in outsiders:
        assert person.sees(game) == for_all
        assert person.get(f"/games/{game}/turns/2").json["actions"] is None


def test_a_finished_game_hides_hands_alone(people: People, outsiders: People) -> None:
    game = make_finished_game(people)
    for_all = outsiders[0].sees(game)
    assert for_all["table"]["tides"] == []
    assert outsiders[1].sees(game) == for_all
    for seat, person in enumerate(people):
        seen = person.sees(game)
        assert {**seen, "mine": None} == for_all
        mine = seen["mine"]
        assert (mine["seat"], mine["legal_actions"]) == (seat, [])
        assert mine["fallback"] is mine["fallback_by"] is mine["submission"] is None
        assert mine["due_at"] is mine["bank"] is None


def test_all_else_is_for_all(people: People, outsiders: People) -> None:
    game = make_game(people)
    people[0].seals_anything(game)
    expire_turns(game)
    people[1].seals_anything(game)
    for rest in ("/events", "/stages", "/record", "/turns/1"):
        seen = {
            person.get(f"/games/{game}{rest}").raw_but_request_id
            for person in (*people, *outsiders)
        }
        assert len(seen) == 1, rest


def test_a_hidden_surfer_tile_is_seen_by_the_player_of_its_seat_alone(
    people: People, dan: Person, stranger: Person
) -> None:
    ann, bob, cat = people
    options = {"expansions": ["surfer"], "surfers": "hidden"}
    game = make_game(people, ruleset="high_tide", options=options)
    seen = [person.sees(game) for person in (*people, stranger)]
    assert all(one["table"]["surfers"] is None for one in seen)
    assert all({**one, "mine": None} == seen[-1] for one in seen)
    assert len({one["mine"]["surfer"] for one in seen[:-1]}) == 3
    assert "surfer" not in json.dumps(log(bob, game)[1:])
    resign(cat, game)
    offer_seat(ann, game, 2, "dan")
    assert dan.sees(game)["mine"] is None
    take_seat(dan, game, 2)
    assert dan.sees(game)["mine"]["surfer"] == seen[2]["mine"]["surfer"]
    assert cat.sees(game)["mine"] is None


# -- in logs and messages of the server

A_CARD = re.compile(r"card\W{1,4}\d|hand\w*\W{1,4}\d", re.IGNORECASE)


def test_the_log_names_no_card(people, monkeypatch, caplog) -> None:
    """Not where a call fails either; for rules that raise see tests/app/play/test_set_aside.py."""

    def fail(*_: object) -> None:
        raise ArithmeticError("of the rules")

    caplog.set_level(logging.DEBUG)
    (ann, bob, cat), game = people, make_game(people)
    receipt = ann.seals_anything(game).json
    of_bob, of_cat = play(hand(bob, game)[0]), play(hand(cat, game)[0])
    ann.seals(game, of_bob)
    ann.seals(game, {**of_bob, "x": 1})
    bob.seals(game, of_bob)
    with monkeypatch.context() as patch:
        patch.setattr(submissions, "answer_receipt", fail)
        address = f"/games/{game}/turns/1/submission"
        assert cat.call("PUT", address, {"action": of_cat}, fault=True).status == 500
    assert "ArithmeticError" in caplog.text
    assert "of the rules" not in caplog.text
    assert A_CARD.search(str(of_cat))
    assert not A_CARD.search(caplog.text)
    secrets = [receipt["receipt"], receipt["nonce"], *(person.token for person in people)]
    assert all(str(one) not in caplog.text for one in secrets)


def test_tasks_are_told_nothing(ann, monkeypatch, django_capture_on_commit_callbacks) -> None:
    sent: list[tuple[Any, ...]] = []

    def send(app: Celery, name: str, args: Any, kwargs: Any, **more: Any) -> None:
        sent.append((name, args, more["queue"]))

    monkeypatch.setattr(Celery, "send_task", send)
    with django_capture_on_commit_callbacks(execute=True):
        game = ann.opens(3, bots=["random", "careful"])
        ann.seals_anything(game)
    assert sent == [("games.tasks.move_bots", (), None)]


# -- names stand beside the log, as they are now


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
        assert person.post(f"/games/{game}/reclaim").status == 200
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


def test_events_hash_no_name_and_have_all_names_beside_them(people, dan, game) -> None:
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
