"""POST /guests and POST /me/claim: playing first, and having an account of one's own later."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.db.models import F
from django.utils import timezone

from games.lobby import seats
from games.models import Game, GamePreferences, Seat
from notifications.channels.vapid import new_key
from notifications.questions import secrets
from players import guests, housekeeping
from players.models import AccountDeletion, Player, Token
from players.reserved_names import username_look
from tests.app.api.refusals import nothing_changes, refused
from tests.app.notifications.asking import notice
from tests.app.notifications.channels.ways import KEYS
from tests.app.notifications.subscriptions.fetching import address, fetch
from tests.app.privacy.working import workers_erase
from tests.interruption import interrupt_statement
from tests.people import PASSWORD, Answer, Person
from tests.webhooks import webhook_to

pytestmark = pytest.mark.django_db
BOTS = ["random", "random"]


@pytest.fixture
def guest(db: None) -> Person:
    said = Person().post("/guests")
    assert said.status == 201
    return Person(said.json["token"], said.json["username"])


def claims(guest: Person, name: str = "gil", **more: Any) -> Answer:
    return guest.post("/me/claim", {"username": name, "password": PASSWORD, **more})


def days_pass(days: int) -> None:
    """Let so much time pass for everybody who is here."""
    since = timezone.now() - timedelta(days=days)
    Player.objects.update(date_joined=since)
    Token.objects.update(created_at=since)
    Token.objects.exclude(last_used_at=None).update(last_used_at=since)


# -- being one


def test_a_guest_plays_with_her_token(stranger: Person) -> None:
    said = stranger.post("/guests")
    assert said.status == 201
    assert said.json["username"].startswith("guest-")
    guest = Person(said.json["token"])
    me = guest.get("/me").json
    assert (me["username"], me["account"]) == (said.json["username"], "guest")
    game = guest.opens(3, bots=BOTS)
    assert guest.seals_anything(game).status == 200


def test_two_guests_are_two_players_and_no_names_of_theirs_look_alike(stranger: Person) -> None:
    names = {stranger.post("/guests").json["username"] for _ in range(20)}
    assert len(names) == len({username_look(name) for name in names}) == 20


def test_a_token_that_is_void_is_no_obstacle() -> None:
    assert Person("tide_expired").post("/guests").status == 201


def test_everybody_sees_that_it_is_a_guest(stranger: Person, guest: Person, ann: Person) -> None:
    game = ann.opens(3)
    guest.joins(game)
    for shown in (ann.sees(game), ann.get("/games").json["results"][0]):
        assert [seat["account"] for seat in shown["seats"]] == ["person", "guest"]
    assert stranger.get(f"/players/{guest.name}").json["account"] == "guest"


def test_no_guest_is_found_by_a_prefix(guest: Person, ann: Person) -> None:
    assert ann.get("/players", prefix="guest").json["results"] == []
    assert claims(guest, "gil").status == 200
    assert [one["username"] for one in ann.get("/players", prefix="gi").json["results"]] == ["gil"]


def test_a_guest_has_neither_webhooks_nor_bots_nor_a_name_or_password_to_change(
    guest: Person,
) -> None:
    with nothing_changes():
        said = [
            guest.post("/me/receivers", webhook_to("https://bots.example/tide")),
            guest.post("/me/bots", {"username": "engine"}),
            guest.patch("/me", {"username": "gil"}),
            guest.patch("/me", {"email": "gil@tide.example"}),
            guest.patch("/me", {"password": PASSWORD, "current_password": "x"}),
        ]
    for one in said:
        refused(one, 403, "not_for_guests")
    assert guest.patch("/me", {"about": "only looking"}).status == 200


def test_nobody_signs_in_as_a_guest(stranger: Person, guest: Person) -> None:
    for password in ("", "!", PASSWORD):
        said = stranger.post("/me/tokens", {"username": guest.name, "password": password})
        assert said.status in {400, 401}


def test_guests_have_fewer_games(guest: Person, ann: Person, settings: Any) -> None:
    settings.TIDE_MAX_OPEN_GAMES_PER_GUEST, settings.TIDE_MAX_GAMES_PER_GUEST = 1, 2
    guest.opens(3)
    wish = {"ruleset": "turn_the_tide", "seat_count": 3}
    refused(guest.post("/games", wish), 409, "too_many_games")
    guest.opens(3, bots=BOTS)
    refused(guest.post("/games", {**wish, "bots": BOTS}), 409, "too_many_games")
    for _ in range(3):
        ann.opens(3)
    assert claims(guest).status == 200
    guest.opens(3)


def test_a_server_may_take_no_guests(stranger: Person, settings: Any) -> None:
    settings.TIDE_GUESTS_ENABLED = False
    with nothing_changes():
        refused(stranger.post("/guests"), 403, "no_guests")


def test_guests_are_counted_like_sign_ups(stranger: Person, settings: Any) -> None:
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "sign_in": (2, 86400 * 3650)}
    said = [stranger.post("/guests").status for _ in range(3)]
    assert said == [201, 201, 429]
    refused(stranger.post("/players", {"username": "ann", "password": PASSWORD}), 429, "throttled")


# -- making the account one's own


def test_a_claimed_account_keeps_its_games_and_its_token(stranger: Person, guest: Person) -> None:
    game = guest.opens(3, bots=BOTS)
    said = claims(guest, email="gil@tide.example")
    assert said.status == 200
    assert (said.json["username"], said.json["account"]) == ("gil", "person")
    assert said.json["email"] == "gil@tide.example"
    assert guest.get("/me").json == said.json, "by the token that she had"
    assert guest.seals_anything(game).status == 200
    assert stranger.get(f"/games/{game}").json["seats"][0]["player"] == "gil"
    refused(stranger.get(f"/players/{guest.name}"), 404, "player_not_found")
    fresh = stranger.post("/me/tokens", {"username": "gil", "password": PASSWORD}).json["token"]
    assert Person(fresh).get("/me").json == said.json


def test_who_claims_her_account_is_told_things_where_she_was_told_before(
    guest: Person, settings: Any
) -> None:
    settings.TIDE_PUSH_KEY = new_key()
    push = {"endpoint": "https://push.example/who-she-is", "keys": KEYS}
    made = guest.post("/me/receivers", {"channel": "web_push", "address": push})
    assert made.status == 201, made.json
    paths = [address(guest, kind) for kind in ("calendar", "news")]
    secret = secrets.of(notice(guest, guest.opens(3, bots=BOTS)))
    assert claims(guest).status == 200
    (receiver,) = guest.get("/me/receivers").json["results"]
    assert (receiver["enabled"], receiver["disabled"]) == (True, None)
    for path in (*paths, f"/play/{secret}"):
        assert fetch(path).status_code == 200, path


def test_no_other_token_of_a_guests_is_good_when_she_has_claimed_her_account(guest: Person) -> None:
    other = Person(Token.issue(Player.objects.get(username=guest.name), "other")[1])
    assert other.get("/me").status == 200
    assert claims(guest).status == 200
    refused(other.get("/me"), 401, "token_invalid")
    assert Token.objects.count() == 1


def test_who_was_given_a_password_before_she_claims_has_what_she_got_by_it_ended(
    stranger: Person, guest: Person
) -> None:
    Player.objects.filter(username=guest.name).update(password=make_password(PASSWORD))
    wish = {"username": guest.name, "password": PASSWORD}
    hers = Person(stranger.post("/me/tokens", wish).json["token"], guest.name)
    path = address(hers, "calendar")
    assert claims(hers).status == 200
    assert hers.get("/me").status == 200, "by the token that she had"
    assert fetch(path).status_code == 404


def test_only_a_guests_account_is_claimed(guest: Person, ann: Person) -> None:
    assert claims(guest).status == 200
    for person in (guest, ann):
        with nothing_changes():
            refused(claims(person, "hal"), 409, "not_a_guest")


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({"username": "ann"}, 409, "username_taken"),
        ({"username": "ANN"}, 409, "username_taken"),
        ({"username": "admin"}, 409, "username_reserved"),
        ({"username": "guest-gil"}, 409, "username_reserved"),
    ],
)
def test_a_name_that_will_not_do_is_refused(
    guest: Person, ann: Person, wish: dict[str, str], status: int, code: str
) -> None:
    with nothing_changes():
        said = guest.post("/me/claim", {"username": "gil", "password": PASSWORD, **wish})
    refused(said, status, code)


def test_a_claim_sent_again_is_made_once(guest: Person) -> None:
    key = {"Idempotency-Key": "one"}
    wish = {"username": "gil", "password": PASSWORD}
    first, again = (guest.call("POST", "/me/claim", wish, headers=key) for _ in range(2))
    assert (first.status, again.raw) == (200, first.raw)


def test_a_claim_needs_a_token_that_may_do_so(stranger: Person, guest: Person) -> None:
    refused(claims(stranger), 401, "not_authenticated")
    Token.objects.update(scopes=["game:read", "game:play", "profile:write"])
    refused(claims(guest), 403, "insufficient_scope")


# -- staying away


def test_a_guest_who_stays_away_is_forgotten_and_bots_play_on(
    guest: Person, ann: Person, bob: Person
) -> None:
    running, waiting = ann.opens(3), guest.opens(3)
    guest.joins(running)
    bob.joins(running)
    assert guest.patch(f"/games/{running}/viewer", {"note": "hurry"}).status == 200
    days_pass(29)
    assert housekeeping.remove_expired()["guests"] == 0
    days_pass(31)
    assert housekeeping.remove_expired()["guests"] == 1
    workers_erase()
    seat = ann.sees(running)["seats"][1]
    assert seat["away"] == "resigned"
    assert seat["player"].startswith("deleted-")
    assert Game.objects.get(pk=waiting).status == "cancelled"
    refused(guest.get("/me"), 401, "token_invalid")
    assert not GamePreferences.objects.exists()
    assert Player.objects.filter(is_active=True).count() == 2
    assert housekeeping.remove_expired()["guests"] == 0


def test_who_has_used_her_token_lately_stays(guest: Person) -> None:
    days_pass(31)
    assert guest.get("/me").status == 200
    assert housekeeping.remove_expired()["guests"] == 0
    assert guest.get("/me").status == 200


def test_who_has_claimed_her_account_stays(guest: Person) -> None:
    claims(guest)
    days_pass(400)
    assert housekeeping.remove_expired()["guests"] == 0


def test_who_claims_her_account_while_guests_are_let_go_stays(guest: Person) -> None:
    days_pass(31)
    with interrupt_statement("FOR NO KEY UPDATE", before=lambda: claims(guest)):
        assert guests.expire_guests() == 0
    me = guest.get("/me").json
    assert (me["username"], me["account"]) == ("gil", "person")
    assert not AccountDeletion.objects.exists()


def test_for_how_many_days_is_the_operators_to_say(guest: Person, settings: Any) -> None:
    settings.TIDE_GUEST_IDLE_DAYS = 2
    days_pass(3)
    assert guests.expire_guests() == 1


def test_what_could_not_be_left_is_left_by_the_next_run(
    guest: Person, ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [ann.opens(3), ann.opens(3)]
    for game in games:
        guest.joins(game)
        bob.joins(game)
    days_pass(31)
    resign = seats.resign_seat
    times: list[int] = []

    def once(*given: Any) -> None:
        if times:
            raise RuntimeError("no more today")
        times.append(1)
        resign(*given)

    with monkeypatch.context() as patch:
        patch.setattr(seats, "resign_seat", once)
        assert housekeeping.remove_expired()["guests"] == 1
        workers_erase()
    assert sorted(seat.away or "" for seat in Seat.objects.filter(number=1)) == ["", "resigned"]
    refused(guest.get("/me"), 401, "token_invalid")
    AccountDeletion.objects.update(next_at=F("asked_at"))
    workers_erase()
    assert {seat.away for seat in Seat.objects.filter(number=1)} == {"resigned"}


def test_a_seat_offered_to_a_guest_who_is_gone_is_offered_to_nobody(
    guest: Person, ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    game = table()
    bob.post(f"/games/{game}/resign")
    assert ann.put(f"/games/{game}/seats/1/offer", {"player": guest.name}).status == 200
    days_pass(31)
    assert housekeeping.remove_expired()["guests"] == 1
    workers_erase()
    assert ann.sees(game)["seats"][1]["offered_to"] is None
