"""`Idempotency-Key`: what is sent twice is done once, and answered alike."""

from datetime import timedelta
from threading import Event as Signal
from typing import Any

import pytest
from django.db import connection
from django.db.models.functions import Now

from common.rest.scopes import SCOPES
from games.lobby import open_games
from games.models import Game
from players import housekeeping, idempotency
from players.models import KeptAnswer, Player, Token
from tests import document
from tests.app.api.calls import narrow_token
from tests.app.api.refusals import nothing_changes, refused
from tests.app.api.threads import threads
from tests.people import PASSWORD, Answer, Person
from tests.webhooks import webhook_to

KEY = "6f1d0f3c-d1a5-4f7c-9f24-0a2c0c0b7c11"
GAME = {"ruleset": "turn_the_tide", "seat_count": 3}
URL = "https://bots.example/tide"
LEFT_OUT = ("Idempotency-Replayed", "X-Request-Id", "RateLimit")
"""Headers of the call, and not of what it has done."""


def send(person: Person, path: str, body: Any = None, key: str = KEY) -> Answer:
    return person.call("POST", path, body, headers={"Idempotency-Key": key})


def assert_same(first: Answer, again: Answer) -> None:
    """Fail unless the second answer is the first one once more, and says so."""
    assert (again.status, again.raw) == (first.status, first.raw)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert "Idempotency-Replayed" not in first.headers
    known = [{k: v for k, v in one.headers.items() if k not in LEFT_OUT} for one in (first, again)]
    assert known[0] == known[1]


def test_a_game_is_opened_once_and_answered_as_it_was_then(ann: Person, bob: Person) -> None:
    first = send(ann, "/games", GAME)
    game = first.json["id"]
    again = send(ann, "/games", GAME)
    assert_same(first, again)
    assert again.headers["Location"] == f"/api/v1/games/{game}"
    assert Game.objects.count() == 1
    joined = send(bob, f"/games/{game}/join")
    assert (joined.status, joined.json["status"]) == (200, "open")
    left = send(bob, f"/games/{game}/leave", key="no-body")
    assert left.status == 204
    by_name = {"player": "bob"}
    invited = send(ann, f"/games/{game}/invitations", by_name, key="invited")
    assert invited.status == 201
    ann.post(f"/games/{game}/cancel")
    assert_same(invited, send(ann, f"/games/{game}/invitations", by_name, key="invited"))
    assert_same(joined, send(bob, f"/games/{game}/join"))
    assert_same(left, send(bob, f"/games/{game}/leave", key="no-body"))
    refused(bob.post(f"/games/{game}/leave"), 403, "not_a_player")
    assert bob.sees(game)["status"] == "cancelled"


def test_keys_are_each_players_own(ann: Person, bob: Person) -> None:
    first, other = send(ann, "/games", GAME), send(bob, "/games", GAME)
    assert first.json["id"] != other.json["id"]
    assert other.json["host"] == "bob"
    assert_same(first, send(narrow_token(ann, *SCOPES), "/games", GAME))


def test_for_a_day_and_no_longer(ann: Person) -> None:
    first = send(ann, "/games", GAME)
    grown = KeptAnswer.objects.filter(key=KEY)
    grown.update(at=Now() - timedelta(hours=23, minutes=50))
    assert housekeeping.remove_expired() == {}
    assert_same(first, send(ann, "/games", GAME))
    grown.update(at=Now() - timedelta(hours=24, minutes=1))
    second = send(ann, "/games", GAME)
    assert second.json["id"] != first.json["id"]
    assert_same(second, send(ann, "/games", GAME))
    # Old answers are removed.
    grown.update(at=Now() - timedelta(hours=24, minutes=1))
    assert housekeeping.remove_expired() == {"kept answers": 1}


def test_of_one_player_so_many_are_kept(ann, bob, monkeypatch) -> None:
    monkeypatch.setattr(idempotency, "MAX_KEPT_ANSWERS", 2)
    send(bob, "/games", GAME, "bob's")
    for number in range(4):
        send(ann, "/games", GAME, f"key-{number}")
        # In one transaction, as this test is, it is always the same time.
        kept_at = Now() - timedelta(minutes=9 - number)
        KeptAnswer.objects.filter(key=f"key-{number}").update(at=kept_at)
    kept = KeptAnswer.objects.order_by("at").values_list("key", flat=True)
    assert list(kept) == ["key-2", "key-3", "bob's"]


def test_a_key_is_not_taken_for_another_call_or_body(ann: Person) -> None:
    first = send(ann, "/games", GAME)
    with nothing_changes():
        for path, body in (
            ("/games", {**GAME, "seat_count": 4}),
            ("/games", None),
            ("/me/receivers", webhook_to(URL)),
            (f"/games/{first.json['id']}/cancel", None),
        ):
            refused(send(ann, path, body), 422, "idempotency_key_reused")
    assert_same(first, send(ann, "/games", GAME))


def test_a_refusal_is_not_kept_and_the_key_can_be_used_again(ann: Person, settings: Any) -> None:
    with nothing_changes():
        said = send(ann, "/games", {**GAME, "seat_count": 9})
        refused(said, 400, "invalid_seats", "/seat_count")
        for key in ("", "x" * 256, "schlüssel", "with space"):
            refused(send(ann, "/games", GAME, key), 400, "idempotency_key_invalid")
        refused(send(Person(), "/games", GAME), 401, "not_authenticated")
        settings.TIDE_MAX_OPEN_GAMES_PER_PLAYER = 0
        refused(send(ann, "/games", GAME), 409, "too_many_games")
    settings.TIDE_MAX_OPEN_GAMES_PER_PLAYER = 10
    assert send(ann, "/games", GAME).status == 201
    Token.objects.update(epoch=99)
    refused(send(ann, "/games", GAME), 401, "token_invalid")


def test_what_is_kept_is_encrypted(ann: Person) -> None:
    secret = send(ann, "/me/receivers", webhook_to(URL)).json["secret"]
    assert secret.encode() in bytes(KeptAnswer.objects.get().body)
    with connection.cursor() as cursor:
        cursor.execute("SELECT body FROM players_keptanswer")
        assert secret.encode() not in bytes(cursor.fetchone()[0])


WITHOUT_TOKEN = {
    "/players": {"username": "eve", "password": PASSWORD},
    "/guests": None,
    "/me/tokens": {"username": "ann", "password": PASSWORD},
}


@pytest.mark.parametrize("path", WITHOUT_TOKEN)
def test_signing_up_or_in_is_done_once_and_answered_alike(ann, stranger, path: str) -> None:
    first = send(stranger, path, WITHOUT_TOKEN[path])
    assert first.status == 201
    counts = Player.objects.count(), Token.objects.count()
    assert_same(first, send(stranger, path, WITHOUT_TOKEN[path]))
    assert (Player.objects.count(), Token.objects.count()) == counts
    name = Person(first.json["token"]).get("/me").json["username"]
    assert name == first.json.get("username", "ann")


def test_a_key_of_a_sign_up_is_not_taken_for_another_one(stranger: Person) -> None:
    made = send(stranger, "/players", WITHOUT_TOKEN["/players"])
    with nothing_changes():
        for path, body in (
            ("/players", {"username": "eva", "password": PASSWORD}),
            ("/players", {"username": "eve", "password": f"{PASSWORD}!"}),
            ("/guests", None),
        ):
            refused(send(stranger, path, body), 422, "idempotency_key_reused")
        # A key without a token is one that nobody guesses.
        for key in ("1", "walkthrough-1", "6f1d0f3c-d1a5-1f7c-9f24-0a2c0c0b7c11", "0" * 36):
            refused(send(stranger, "/guests", key=key), 400, "idempotency_key_invalid")
    assert send(stranger, "/guests", key="0193D0C5-2B1F-7A3E-9C2B-1D2E3F405162").status == 201
    # What is kept for a sign-up goes with its account.
    kept = KeptAnswer.objects.get(player__username="eve")
    assert made.json["token"].encode() in bytes(kept.body)
    kept.player.delete()
    again = send(stranger, "/players", WITHOUT_TOKEN["/players"])
    assert again.json["token"] != made.json["token"]


def test_a_wrong_password_counts_with_a_key_too(ann, stranger, settings) -> None:
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "wrong_passwords": (2, 3600)}
    wrong = {"username": "ann", "password": "not-the-one-of-ann"}
    said = [send(stranger, "/me/tokens", wrong).code for _ in range(3)]
    assert said == ["wrong_credentials", "wrong_credentials", "throttled"]


def test_every_post_takes_a_key() -> None:
    """The document says so of each call that is made idempotent."""
    whole = document.document()
    posts = [methods["post"] for methods in whole["paths"].values() if "post" in methods]
    names = [{document.found(whole, one)["name"] for one in post["parameters"]} for post in posts]
    assert len(names) > 15
    assert all("Idempotency-Key" in one for one in names)


@pytest.mark.django_db(transaction=True)
def test_of_equal_calls_at_once_one_game_comes(ann: Person) -> None:
    with threads() as at_once:
        calls = [at_once.start(send, ann, "/games", GAME) for _ in range(8)]
        said = [call.result() for call in calls]
    games = {one.raw for one in said if one.status == 201}
    assert len(games) == 1
    assert {one.code for one in said if one.status != 201} <= {"idempotency_key_in_use"}
    assert Game.objects.count() == 1
    last = send(ann, "/games", GAME)
    assert last.headers["Idempotency-Replayed"] == "true"
    assert {last.raw} == games


@pytest.mark.django_db(transaction=True)
def test_while_the_first_is_under_way_the_second_is_refused_at_once(ann, bob, monkeypatch) -> None:
    began, go_on, create = Signal(), Signal(), open_games.create_game

    def create_slowly(*args: Any) -> Game:
        made = create(*args)
        began.set()
        assert go_on.wait(120)
        return made

    with threads() as at_once:
        monkeypatch.setattr(open_games, "create_game", create_slowly)
        first = at_once.start(send, ann, "/games", GAME)
        assert began.wait(120)
        monkeypatch.setattr(open_games, "create_game", create)
        try:
            said = send(ann, "/games", GAME)
            refused(said, 409, "idempotency_key_in_use")
            assert said.headers["Retry-After"] == "1"
            assert send(bob, "/games", GAME).status == 201, "that key is bob's own"
        finally:
            go_on.set()
        assert first.result().status == 201
    assert_same(first.result(), send(ann, "/games", GAME))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", ["_keep_answer", "dump"])
def test_a_deed_and_its_answer_are_written_together(ann, monkeypatch, name) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("the process dies")

    with monkeypatch.context() as broken:
        broken.setattr(idempotency, name, fail)
        with nothing_changes():
            said = ann.call("POST", "/games", GAME, headers={"Idempotency-Key": KEY}, fault=True)
            assert said.status == 500
    assert send(ann, "/games", GAME).status == 201
    assert (Game.objects.count(), KeptAnswer.objects.count()) == (1, 1)
