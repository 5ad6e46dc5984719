"""Who sees what of a game: field by field, and byte by byte.

That no secret changes a byte for those who may not know it is for tests/thorough/interference.

ann, bob and cat sit at the table; of the outsiders dan sits at another one, the stranger has no account.
"""

import json
import logging
import re
from typing import Any

import pytest
from celery import Celery

from games.models import Game
from games.play import submissions
from tests.app.api.calls import hand, offer_seat, play, resign, take_seat
from tests.app.api.events import log
from tests.factories import expire_turns, make_finished_game, make_game
from tests.people import People, Person

pytestmark = pytest.mark.django_db


def below(place: str, names: str) -> set[str]:
    """Return the places of fields below another: `seats[].score`."""
    return {f"{place}.{name}" if place else name for name in names.split()}


GAME = below("", "id ruleset options status private host seat_count messages bot_accounts")
GAME |= below(
    "", "rematch_of start seats clock absence stage stages created_at started_at ended_at"
)
GAME |= below("", "turn result cancel_reason log last_event table mine pause vacations fairness")
GAME |= below("seats[]", "seat player participant bot account score away missed bank bank_seconds")
GAME |= below("clock", "hours per_turn bank increment grace ahead per_turn_seconds bank_seconds")
GAME |= below("clock", "increment_seconds grace_seconds ahead_seconds")
GAME |= below("absence", "bot_after vacations least_reliability most_stopped most_stopped_seconds")
GAME |= below("fairness", "commitment entropy algorithm server_seed")
GAME |= below("last_event", "number type at") | below("log", "events head")
GAME |= {"options.edition", "seats[].offered_to"}
ENTROPY = {"fairness.entropy[]"}
OPEN_TURN = below("turn", "number decision opened_at due_at asked")
OPEN_TURN |= below("turn.asked[]", "seat answered due_at")
TABLE = below("table", "stage round rounds tides seats last_round")
TABLE |= below("table.seats[]", "seat tide_level preservers preservers_at_start cards_left played")
TABLE |= below("table.seats[]", "eliminated stage_scores score")
TIDES = {"table.tides[]"}
LAST_ROUND = below("table.last_round", "stage round tides tides[] cards losses")
LAST_ROUND |= below("table.last_round.cards[]", "seat card") | {"table.seats[].played[]"}
LOSSES = below("table.last_round.losses[]", "seat kind")
MINE = below("mine", "seat hand legal_actions fallback fallback_by due_at bank bank_seconds")
MINE |= below("mine", "submission standing_order")
CHOICES = below("mine", "hand[] legal_actions[].type legal_actions[].card")
CHOICES |= below("mine.fallback", "type card")
SUBMISSION = below("mine.submission", "game turn seat by receipt sealed_at action commitment nonce")
SUBMISSION |= below("mine.submission.action", "type card")
RESULT = below("result", "scores scores[] winners winners[] ranks ranks[]")
STAGE_SCORES = {"table.seats[].stage_scores[]"}


def fields(value: Any, place: str = "") -> set[str]:
    """The place of every field in a JSON value: `seats[].score`."""
    if isinstance(value, dict):
        dot = f"{place}." if place else ""
        return {f"{dot}{name}" for name in value}.union(
            *(fields(inner, f"{dot}{name}") for name, inner in value.items())
        )
    if isinstance(value, list):
        own = {f"{place}[]"} if any(not isinstance(one, dict) for one in value) else set()
        return own.union(*(fields(one, f"{place}[]") for one in value))
    return set()


@pytest.fixture
def outsiders(dan: Person, stranger: Person) -> People:
    dan.opens(3, bots=["random", "random"])
    return [dan, stranger]


# -- field by field


@pytest.mark.parametrize("private", [False, True])
def test_an_open_game_is_the_same_to_all(people: People, outsiders: People, private: bool) -> None:
    game = people[0].opens(4, private=private)
    people[1].joins(game)
    seen = [person.get(f"/games/{game}") for person in (*people, *outsiders)]
    assert len({one.raw for one in seen}) == 1
    shown = seen[0].json
    assert fields(shown) == GAME | ENTROPY
    assert {name for name, value in shown.items() if value is None} == {
        *("stage", "stages", "started_at", "ended_at", "turn", "table", "mine", "pause", "result"),
        *("rematch_of", "cancel_reason"),
    }
    assert (shown["vacations"], shown["fairness"]["entropy"]) == ([], [None, None])


def test_each_seat_sees_its_own_hand(people: People, outsiders: People) -> None:
    game = make_game(people)
    expire_turns(game)
    people[0].seals_anything(game)
    for_all = GAME | ENTROPY | OPEN_TURN | TABLE | TIDES | LAST_ROUND
    state = Game.objects.get(pk=game).state
    assert state is not None
    for seat, person in enumerate(people):
        seen = person.sees(game)
        own = SUBMISSION if seat == 0 else set()
        assert fields(seen) - LOSSES == for_all | MINE | CHOICES | own
        held = set(state["dealt"][seat]) - set(state["played"][seat])
        assert (seen["mine"]["seat"], seen["mine"]["hand"]) == (seat, sorted(held))
        due_at = seen["turn"]["due_at"]
        assert seen["turn"]["asked"] == [
            {"seat": number, "answered": number == 0, "due_at": due_at} for number in range(3)
        ]
    for person in outsiders:
        seen = person.sees(game)
        assert fields(seen) - LOSSES == for_all
        assert seen == {**people[1].sees(game), "mine": None}
        turn = person.get(f"/games/{game}/turns/2").json
        assert turn["mine"] is turn["actions"] is None


def test_a_finished_game_hides_hands_alone(people: People, outsiders: People) -> None:
    game = make_finished_game(people)
    for_all = GAME | ENTROPY | TABLE | LAST_ROUND | LOSSES | RESULT | STAGE_SCORES
    for person in outsiders:
        seen = person.sees(game)
        assert fields(seen) | LOSSES == for_all
        assert seen["table"]["tides"] == []
    for seat, person in enumerate(people):
        mine = person.sees(game)["mine"]
        assert {f"mine.{name}" for name in mine} == MINE
        assert (mine["seat"], mine["legal_actions"]) == (seat, [])
        assert mine["fallback"] is mine["fallback_by"] is mine["submission"] is None
        assert mine["due_at"] is mine["bank"] is None
        assert {**person.sees(game), "mine": None} == outsiders[0].sees(game)


def test_all_else_is_for_all(people: People, outsiders: People) -> None:
    game = make_game(people)
    people[0].seals_anything(game)
    expire_turns(game)
    people[1].seals_anything(game)
    for rest in ("/events", "/stages", "/record", "/turns/1"):
        seen = {person.get(f"/games/{game}{rest}").raw_but_id for person in (*people, *outsiders)}
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


# -- byte by byte


# -- in logs and messages of the server

A_CARD = re.compile(r"card\W{1,4}\d|hand\w*\W{1,4}\d", re.IGNORECASE)


def test_the_log_names_no_card(
    people: People, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
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


def test_tasks_are_told_nothing(
    ann: Person, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    sent: list[tuple[Any, ...]] = []

    def send(app: Celery, name: str, args: Any, kwargs: Any, **more: Any) -> None:
        sent.append((name, args, more["queue"]))

    monkeypatch.setattr(Celery, "send_task", send)
    with django_capture_on_commit_callbacks(execute=True):
        game = ann.opens(3, bots=["random", "careful"])
        ann.seals_anything(game)
    assert sent == [("games.tasks.move_bots", (), None)]
