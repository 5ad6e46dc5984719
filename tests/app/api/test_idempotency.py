"""`Idempotency-Key`: what is sent twice is done once, and answered alike."""

from datetime import timedelta
from threading import Event as Signal
from typing import Any

import pytest
from django.db import connection
from django.db.models.functions import Now

from games.lobby import open_games
from games.models import Game, Seat
from notifications.models import Delivery, Webhook
from players import housekeeping, idempotency
from players.models import KeptAnswer, Player, Token, Vacation
from tests import document
from tests.app.api.refusals import nothing_changes, refused
from tests.app.api.threads import threads
from tests.event_log import logged_events
from tests.people import PASSWORD, Answer, Person
from tests.webhooks import deliveries, makes, webhook_to

KEY = "6f1d0f3c-d1a5-4f7c-9f24-0a2c0c0b7c11"
GAME = {"ruleset": "turn_the_tide", "seat_count": 3}
URL = "https://bots.example/tide"
LEFT_OUT = ("Idempotency-Replayed", "X-Request-Id", "RateLimit")
"""Headers of the call, and not of what it has done."""


def sends(person: Person, path: str, body: Any = None, key: str = KEY) -> Answer:
    return person.call("POST", path, body, headers={"Idempotency-Key": key})


def same(first: Answer, again: Answer) -> None:
    """Fail unless the second answer is the first one once more, and says so."""
    assert (again.status, again.raw) == (first.status, first.raw)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert "Idempotency-Replayed" not in first.headers
    known = [{k: v for k, v in one.headers.items() if k not in LEFT_OUT} for one in (first, again)]
    assert known[0] == known[1]


# -- done once, answered alike


@pytest.mark.django_db
def test_a_game_is_opened_once_and_answered_alike(ann: Person) -> None:
    first = sends(ann, "/games", GAME)
    assert first.status == 201
    again = sends(ann, "/games", GAME)
    same(first, again)
    assert again.headers["Location"] == f"/api/v1/games/{first.json['id']}"
    assert Game.objects.count() == 1


@pytest.mark.django_db
def test_it_is_answered_as_it_was_then(ann: Person, bob: Person) -> None:
    game = ann.opens(3)
    first = sends(bob, f"/games/{game}/join")
    assert (first.status, first.json["status"]) == (200, "open")
    ann.post(f"/games/{game}/cancel")
    same(first, sends(bob, f"/games/{game}/join"))
    assert bob.sees(game)["status"] == "cancelled"


@pytest.mark.django_db
def test_an_answer_without_a_body_stays_without_one(ann: Person, bob: Person) -> None:
    game = ann.opens(3)
    bob.joins(game)
    first = sends(bob, f"/games/{game}/leave")
    assert first.status == 204
    same(first, sends(bob, f"/games/{game}/leave"))
    refused(bob.post(f"/games/{game}/leave"), 403, "not_a_player")


@pytest.mark.django_db
def test_a_vacation_a_webhook_its_secret_and_a_ping_come_once(ann: Person) -> None:
    until = {"from": "2027-08-01T00:00:00Z", "until": "2027-08-15T00:00:00Z"}
    hook = makes(ann, URL)
    for number, (path, body, table) in enumerate(
        [
            ("/me/vacations", until, Vacation.objects),
            ("/me/receivers", webhook_to(URL), Webhook.objects),
            (f"/me/receivers/{hook['id']}/secret", None, None),
            (f"/me/receivers/{hook['id']}/test", None, Delivery.objects),
        ]
    ):
        before = table.count() if table else 0
        first = sends(ann, path, body, f"key-{number}")
        assert first.status < 300
        same(first, sends(ann, path, body, f"key-{number}"))
        assert not table or table.count() == before + 1
    assert len(deliveries(ann, hook)) == 1


@pytest.mark.django_db
def test_keys_are_each_players_own(ann: Person, bob: Person) -> None:
    first, other = sends(ann, "/games", GAME), sends(bob, "/games", GAME)
    assert first.json["id"] != other.json["id"]
    assert other.json["host"] == "bob"
    telephone = bob.post("/me/tokens", {"username": "ann", "password": PASSWORD}).json["token"]
    same(first, sends(Person(telephone), "/games", GAME))


@pytest.mark.django_db
def test_for_a_day_and_no_longer(ann: Person) -> None:
    first = sends(ann, "/games", GAME)
    grown = KeptAnswer.objects.filter(key=KEY)
    grown.update(at=Now() - timedelta(hours=23, minutes=50))
    assert housekeeping.remove_expired() == {}
    same(first, sends(ann, "/games", GAME))
    grown.update(at=Now() - timedelta(hours=24, minutes=1))
    second = sends(ann, "/games", GAME)
    assert second.json["id"] != first.json["id"]
    same(second, sends(ann, "/games", GAME))


@pytest.mark.django_db
def test_old_answers_are_removed(ann: Person) -> None:
    sends(ann, "/games", GAME, "old")
    KeptAnswer.objects.update(at=Now() - timedelta(hours=24, minutes=1))
    sends(ann, "/games", GAME, "new")
    assert housekeeping.remove_expired() == {"kept answers": 1}
    assert [one.key for one in KeptAnswer.objects.all()] == ["new"]


@pytest.mark.django_db
def test_of_one_player_so_many_are_kept(
    ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idempotency, "MAX_KEPT_ANSWERS", 2)
    sends(bob, "/games", GAME, "bob's")
    for number in range(4):
        sends(ann, "/games", GAME, f"key-{number}")
        # In one transaction, as this test is, it is always the same time.
        KeptAnswer.objects.filter(key=f"key-{number}").update(
            at=Now() - timedelta(minutes=9 - number)
        )
    kept = KeptAnswer.objects.order_by("at").values_list("key", flat=True)
    assert list(kept) == ["key-2", "key-3", "bob's"]


# -- refused


@pytest.mark.django_db
def test_a_key_is_not_taken_for_another_call_or_body(ann: Person) -> None:
    first = sends(ann, "/games", GAME)
    for path, body in (
        ("/games", {**GAME, "seat_count": 4}),
        ("/games", None),
        ("/me/receivers", webhook_to(URL)),
        (f"/games/{first.json['id']}/cancel", None),
    ):
        with nothing_changes():
            refused(sends(ann, path, body), 422, "idempotency_key_reused")
    same(first, sends(ann, "/games", GAME))


@pytest.mark.django_db
def test_a_refusal_is_not_kept_and_the_key_can_be_used_again(ann: Person, settings: Any) -> None:
    with nothing_changes():
        refused(
            sends(ann, "/games", {**GAME, "seat_count": 9}), 400, "invalid_seats", "/seat_count"
        )
    settings.TIDE_MAX_OPEN_GAMES_PER_PLAYER = 0
    with nothing_changes():
        refused(sends(ann, "/games", GAME), 409, "too_many_games")
    settings.TIDE_MAX_OPEN_GAMES_PER_PLAYER = 10
    assert sends(ann, "/games", GAME).status == 201


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["", "x" * 256, "schlüssel", "with space"])
def test_what_is_no_key_is_refused(ann: Person, key: str) -> None:
    with nothing_changes():
        refused(sends(ann, "/games", GAME, key), 400, "idempotency_key_invalid")


@pytest.mark.django_db
def test_who_asks_is_looked_at_before_any_key(ann: Person, stranger: Person) -> None:
    sends(ann, "/games", GAME)
    refused(sends(stranger, "/games", GAME), 401, "not_authenticated")
    Token.objects.update(epoch=99)
    refused(sends(ann, "/games", GAME), 401, "token_invalid")


# -- what is kept


@pytest.mark.django_db
def test_what_is_kept_is_encrypted(ann: Person) -> None:
    secret = sends(ann, "/me/receivers", webhook_to(URL)).json["secret"]
    (kept,) = KeptAnswer.objects.all()
    assert secret.encode() in bytes(kept.body)
    with connection.cursor() as cursor:
        cursor.execute("SELECT row_to_json(kept)::text, body FROM players_keptanswer kept")
        text, body = cursor.fetchone()
    assert secret not in text
    assert secret.encode() not in bytes(body)


# -- without a token

WITHOUT_TOKEN = {
    "/players": {"username": "eve", "password": PASSWORD},
    "/guests": None,
    "/me/tokens": {"username": "ann", "password": PASSWORD},
}


@pytest.mark.django_db
@pytest.mark.parametrize("path", WITHOUT_TOKEN)
def test_signing_up_or_in_is_done_once_and_answered_alike(
    ann: Person, stranger: Person, path: str
) -> None:
    first = sends(stranger, path, WITHOUT_TOKEN[path])
    assert first.status == 201
    counts = Player.objects.count(), Token.objects.count()
    same(first, sends(stranger, path, WITHOUT_TOKEN[path]))
    assert (Player.objects.count(), Token.objects.count()) == counts
    assert Person(first.json["token"]).get("/me").json["username"] == first.json.get(
        "username", "ann"
    )


@pytest.mark.django_db
def test_what_is_kept_for_a_sign_up_goes_with_its_account(stranger: Person) -> None:
    made = sends(stranger, "/players", WITHOUT_TOKEN["/players"])
    (kept,) = KeptAnswer.objects.all()
    assert kept.player.username == "eve"
    assert made.json["token"].encode() in bytes(kept.body)
    kept.player.delete()
    assert (
        sends(stranger, "/players", WITHOUT_TOKEN["/players"]).json["token"] != made.json["token"]
    )


@pytest.mark.django_db
def test_a_key_without_a_token_is_one_that_nobody_guesses(stranger: Person) -> None:
    for key in ("1", "walkthrough-1", "6f1d0f3c-d1a5-1f7c-9f24-0a2c0c0b7c11", "0" * 36):
        with nothing_changes():
            refused(sends(stranger, "/guests", key=key), 400, "idempotency_key_invalid")
    assert sends(stranger, "/guests", key="0193D0C5-2B1F-7A3E-9C2B-1D2E3F405162").status == 201


@pytest.mark.django_db
def test_a_key_of_a_sign_up_is_not_taken_for_another_one(ann: Person, stranger: Person) -> None:
    sends(stranger, "/players", WITHOUT_TOKEN["/players"])
    for path, body in (
        ("/players", {"username": "eva", "password": PASSWORD}),
        ("/players", {"username": "eve", "password": f"{PASSWORD}!"}),
        ("/guests", None),
    ):
        with nothing_changes():
            refused(sends(stranger, path, body), 422, "idempotency_key_reused")


@pytest.mark.django_db
def test_a_wrong_password_counts_with_a_key_too(
    ann: Person, stranger: Person, settings: Any
) -> None:
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "wrong_passwords": (2, 3600)}
    wrong = {"username": "ann", "password": "not-the-one-of-ann"}
    said = [sends(stranger, "/me/tokens", wrong).code for _ in range(3)]
    assert said == ["wrong_credentials", "wrong_credentials", "throttled"]


def test_every_post_takes_a_key() -> None:
    whole = document.document()
    calls = {
        operation["operationId"]: {
            document.found(whole, one)["name"] for one in operation["parameters"]
        }
        for address, methods in whole["paths"].items()
        for method, operation in methods.items()
        if method == "post"
    }
    assert [name for name, parameters in calls.items() if "Idempotency-Key" not in parameters] == []
    assert len(calls) > 15


# -- at the same time, and when something fails


@pytest.mark.django_db(transaction=True)
def test_of_equal_calls_at_once_one_game_comes(ann: Person) -> None:
    with threads() as at_once:
        calls = [at_once.start(sends, ann, "/games", GAME) for _ in range(8)]
        said = [call.result() for call in calls]
    games = {one.raw for one in said if one.status == 201}
    assert len(games) == 1
    assert {one.code for one in said if one.status != 201} <= {"idempotency_key_in_use"}
    assert Game.objects.count() == 1
    last = sends(ann, "/games", GAME)
    assert last.headers["Idempotency-Replayed"] == "true"
    assert {last.raw} == games


@pytest.mark.django_db(transaction=True)
def test_while_the_first_is_under_way_the_second_is_refused_at_once(
    ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, go_on, create = Signal(), Signal(), open_games.create_game

    def slow(*args: Any) -> Game:
        made = create(*args)
        began.set()
        assert go_on.wait(120)
        return made

    with threads() as at_once:
        monkeypatch.setattr(open_games, "create_game", slow)
        first = at_once.start(sends, ann, "/games", GAME)
        assert began.wait(120)
        monkeypatch.setattr(open_games, "create_game", create)
        try:
            said = sends(ann, "/games", GAME)
            refused(said, 409, "idempotency_key_in_use")
            assert said.headers["Retry-After"] == "1"
            assert sends(bob, "/games", GAME).status == 201, "that key is bob's own"
        finally:
            go_on.set()
        assert first.result().status == 201
    same(first.result(), sends(ann, "/games", GAME))


def fails(*_: Any) -> None:
    raise RuntimeError("the process dies")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", ["_keep_answer", "dump"])
def test_what_is_done_and_its_answer_are_written_together_or_not_at_all(
    ann: Person, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(idempotency, name, fails)
        with nothing_changes():
            said = ann.call("POST", "/games", GAME, headers={"Idempotency-Key": KEY}, fault=True)
            assert said.status == 500
    assert sends(ann, "/games", GAME).status == 201
    assert (Game.objects.count(), KeptAnswer.objects.count()) == (1, 1)


@pytest.mark.django_db(transaction=True)
def test_a_seat_is_taken_once_by_many_who_send_again(
    ann: Person, bob: Person, cat: Person, dan: Person
) -> None:
    game = ann.opens(4)
    with threads() as at_once:
        calls = [
            at_once.start(sends, person, f"/games/{game}/join")
            for person in (bob, cat, dan)
            for _ in range(4)
        ]
        codes = {call.result().code for call in calls}
    assert codes <= {None, "idempotency_key_in_use"}
    assert Seat.objects.filter(game=game).count() == 4
    assert len(logged_events(game, "joined")) == 4
