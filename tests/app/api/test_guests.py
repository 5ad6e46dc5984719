"""Guests and the claim of an account of one's own, and accounts of bots."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.db.models import F
from django.test import Client
from django.utils import timezone

from games.lobby import seats
from games.models import Game, GamePreferences, Seat
from notifications.channels.vapid import new_key
from notifications.models import Webhook
from notifications.questions import secrets
from players import authentication, guests, housekeeping
from players.account_fields import check_username
from players.avatars import AVATARS
from players.bots import MAY, find_bot_account
from players.models import AccountDeletion, EpochOver, Player, Token
from players.reserved_names import username_look
from tests.app.api.calls import offer_seat, resign
from tests.app.api.refusals import nothing_changes, refused
from tests.app.notifications.channels.ways import KEYS
from tests.app.notifications.notices import notice
from tests.app.notifications.subscriptions.fetching import address, fetch
from tests.app.privacy.working import workers_erase
from tests.factories import make_finished_game
from tests.interruption import interrupt_statement
from tests.people import PASSWORD, Answer, Person
from tests.webhooks import create_webhook, webhook_to

BOTS = ["random", "random"]


@pytest.fixture
def guest(db: None) -> Person:
    said = Person("tide_expired").post("/guests")
    assert said.status == 201, "a token that is void is no obstacle"
    return Person(said.json["token"], said.json["username"])


def claim_account(guest: Person, name: str = "gil", **more: Any) -> Answer:
    return guest.post("/me/claim", {"username": name, "password": PASSWORD, **more})


def pass_days(days: int) -> None:
    """Let so much time pass for everybody who is here."""
    since = timezone.now() - timedelta(days=days)
    Player.objects.update(date_joined=since)
    Token.objects.update(created_at=since)
    Token.objects.exclude(last_used_at=None).update(last_used_at=since)


def test_a_guest_plays_with_a_token_and_everybody_sees_it(guest: Person, ann: Person) -> None:
    me = guest.get("/me").json
    assert (me["username"], me["account"]) == (guest.name, "guest")
    # One can say it, it is what the face shows, and nobody else gets a name like it.
    assert re.fullmatch(rf"guest-[a-z]+-{me['avatar']}-\w{{4}}", me["username"])
    check_username(f"guest-{max(guests.ADJECTIVES, key=len)}-{max(AVATARS, key=len)}-x7k2")
    assert guest.seals_anything(guest.opens(3, bots=BOTS)).status == 200
    game = ann.opens(3)
    guest.joins(game)
    assert [seat["account"] for seat in ann.sees(game)["seats"]] == ["person", "guest"]
    assert Person().get(f"/players/{guest.name}").json["account"] == "guest"
    assert ann.get("/players", prefix="guest").json["results"] == []


def test_two_guests_are_two_players_and_no_names_of_theirs_look_alike(stranger: Person) -> None:
    names = {stranger.post("/guests").json["username"] for _ in range(20)}
    assert len(names) == len({username_look(name) for name in names}) == 20


def test_a_guest_has_neither_webhooks_nor_bots_nor_a_name_or_password_to_change(guest) -> None:
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
    for password in ("", "!", PASSWORD):
        wish = {"username": guest.name, "password": password}
        assert Person().post("/me/tokens", wish).status in {400, 401}


def test_guests_have_fewer_games(guest: Person, ann: Person, settings: Any) -> None:
    settings.TIDE_MAX_OPEN_GAMES_PER_GUEST, settings.TIDE_MAX_GAMES_PER_GUEST = 1, 2
    guest.opens(3)
    wish = {"ruleset": "turn_the_tide", "seat_count": 3}
    refused(guest.post("/games", wish), 409, "too_many_games")
    guest.opens(3, bots=BOTS)
    refused(guest.post("/games", {**wish, "bots": BOTS}), 409, "too_many_games")
    for _ in range(3):
        ann.opens(3)
    assert claim_account(guest).status == 200
    guest.opens(3)


def test_a_server_may_take_few_guests_or_none(stranger: Person, settings: Any) -> None:
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "sign_in": (2, 86400 * 3650)}
    assert [stranger.post("/guests").status for _ in range(3)] == [201, 201, 429]
    wish = {"username": "ann", "password": PASSWORD}
    refused(stranger.post("/players", wish), 429, "throttled")
    settings.TIDE_GUESTS = "closed"
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "sign_in": (9, 86400 * 3650)}
    with nothing_changes():
        refused(stranger.post("/guests"), 403, "no_guests")


def test_a_claimed_account_keeps_its_games_and_its_token(stranger, guest, ann) -> None:
    game = guest.opens(3, bots=BOTS)
    other = Person(Token.objects.issue(Player.objects.get(username=guest.name), "other")[1])
    said = claim_account(guest, email="gil@tide.example")
    assert said.status == 200
    assert (said.json["username"], said.json["account"]) == ("gil", "person")
    assert said.json["email"] == "gil@tide.example"
    assert guest.get("/me").json == said.json, "by the token that the guest had"
    refused(other.get("/me"), 401, "token_invalid")
    assert guest.seals_anything(game).status == 200
    assert stranger.get(f"/games/{game}").json["seats"][0]["player"] == "gil"
    refused(stranger.get(f"/players/{guest.name}"), 404, "player_not_found")
    fresh = stranger.post("/me/tokens", {"username": "gil", "password": PASSWORD}).json["token"]
    assert Person(fresh).get("/me").json == said.json
    for person in (guest, ann):
        with nothing_changes():
            refused(claim_account(person, "hal"), 409, "not_a_guest")


def test_a_claimed_account_is_told_things_where_the_guest_was_told_before(guest, settings) -> None:
    settings.TIDE_PUSH_KEY = new_key()
    push = {"endpoint": "https://push.example/who-she-is", "keys": KEYS}
    made = guest.post("/me/receivers", {"channel": "web_push", "address": push})
    assert made.status == 201, made.json
    paths = [address(guest, kind) for kind in ("calendar", "news")]
    secret = secrets.of(notice(guest, guest.opens(3, bots=BOTS)))
    assert claim_account(guest).status == 200
    (receiver,) = guest.get("/me/receivers").json["results"]
    assert (receiver["enabled"], receiver["disabled"]) == (True, None)
    for path in (*paths, f"/play/{secret}"):
        assert fetch(path).status_code == 200, path


def test_a_password_given_before_the_claim_ends_with_what_it_has_opened(guest: Person) -> None:
    Player.objects.filter(username=guest.name).update(password=make_password(PASSWORD))
    wish = {"username": guest.name, "password": PASSWORD}
    signed_in = Person(Person().post("/me/tokens", wish).json["token"], guest.name)
    path = address(signed_in, "calendar")
    assert claim_account(signed_in).status == 200
    assert signed_in.get("/me").status == 200, "by the token that claims"
    assert fetch(path).status_code == 404


def test_a_claim_needs_a_name_that_will_do_and_a_token_that_may(stranger, guest, ann) -> None:
    taken = {"ann": "taken", "ANN": "taken", "admin": "reserved", "guest-gil": "reserved"}
    with nothing_changes():
        for name, why in taken.items():
            refused(claim_account(guest, name), 409, f"username_{why}")
    refused(claim_account(stranger), 401, "not_authenticated")
    scopes = Token.objects.get(player__username=guest.name).scopes
    Token.objects.update(scopes=["game:read", "game:play", "profile:write"])
    refused(claim_account(guest), 403, "insufficient_scope")
    Token.objects.update(scopes=scopes)
    key = {"Idempotency-Key": "one"}
    wish = {"username": "gil", "password": PASSWORD}
    first, again = (guest.call("POST", "/me/claim", wish, headers=key) for _ in range(2))
    assert (first.status, again.raw) == (200, first.raw)


def test_a_guest_who_stays_away_is_forgotten_and_bots_play_on(guest, ann, bob) -> None:
    running, waiting = ann.opens(3), guest.opens(3)
    guest.joins(running)
    bob.joins(running)
    assert guest.patch(f"/games/{running}/viewer", {"note": "hurry"}).status == 200
    pass_days(29)
    assert housekeeping.remove_expired()["guests"] == 0
    pass_days(31)
    assert housekeeping.remove_expired()["guests"] == 1
    workers_erase()
    seat = ann.sees(running)["seats"][1]
    assert seat["away"] == "resigned"
    assert seat["player"].startswith("deleted-")
    assert Game.objects.get(pk=waiting).status == "cancelled"
    refused(guest.get("/me"), 401, "token_invalid")
    assert not GamePreferences.objects.exists()
    assert housekeeping.remove_expired()["guests"] == 0


def test_a_guest_who_comes_back_or_claims_the_account_stays(guest, settings) -> None:
    pass_days(31)
    assert guest.get("/me").status == 200
    assert housekeeping.remove_expired()["guests"] == 0
    claim_account(guest)
    pass_days(400)
    assert housekeeping.remove_expired()["guests"] == 0
    # For how many days is the operator's to say.
    Person().post("/guests")
    settings.TIDE_GUEST_IDLE_DAYS = 2
    pass_days(3)
    assert guests.expire_guests() == 1


def test_an_account_that_is_claimed_while_guests_are_let_go_stays(guest: Person) -> None:
    pass_days(31)
    with interrupt_statement("FOR NO KEY UPDATE", before=lambda: claim_account(guest)):
        assert guests.expire_guests() == 0
    me = guest.get("/me").json
    assert (me["username"], me["account"]) == ("gil", "person")
    assert not AccountDeletion.objects.exists()


def test_what_could_not_be_left_is_left_by_the_next_run(guest, ann, bob, monkeypatch) -> None:
    for game in (ann.opens(3), ann.opens(3)):
        guest.joins(game)
        bob.joins(game)
    pass_days(31)
    resign = seats.resign_seat
    times: list[int] = []

    def resign_once(*given: Any) -> None:
        if times:
            raise RuntimeError("no more today")
        times.append(1)
        resign(*given)

    with monkeypatch.context() as patch:
        patch.setattr(seats, "resign_seat", resign_once)
        assert housekeeping.remove_expired()["guests"] == 1
        workers_erase()
    assert sorted(seat.away or "" for seat in Seat.objects.filter(number=1)) == ["", "resigned"]
    refused(guest.get("/me"), 401, "token_invalid")
    AccountDeletion.objects.update(next_at=F("asked_at"))
    workers_erase()
    assert {seat.away for seat in Seat.objects.filter(number=1)} == {"resigned"}


def test_a_seat_offered_to_a_guest_who_is_gone_is_offered_to_nobody(guest, ann, bob, table) -> None:
    game = table()
    resign(bob, game)
    assert offer_seat(ann, game, 1, str(guest.name)).status == 200
    pass_days(31)
    assert housekeeping.remove_expired()["guests"] == 1
    workers_erase()
    assert ann.sees(game)["seats"][1]["offered_to"] is None


# -- accounts of bots, each owned by a person


@pytest.fixture
def engine(ann: Person) -> Person:
    said = ann.post("/me/bots", {"username": "anns-engine"})
    assert said.status == 201, said.json
    return Person(said.json["token"], "anns-engine")


def test_a_bots_account_plays_and_everybody_sees_whose_it_is(stranger, ann, engine) -> None:
    game = ann.opens(3, bots=["random"])
    engine.joins(game)
    assert engine.seals_anything(game).status == 200
    seats = stranger.get(f"/games/{game}").json["seats"]
    accounts = [(one["account"], one["bot"]) for one in seats]
    assert accounts == [("person", None), ("bot", None), (None, "random")]
    for shown in (stranger.get("/players/anns-engine").json, engine.get("/me").json):
        assert (shown["account"], shown["bot_of"]) == ("bot", "ann")
    of_ann = stranger.get("/players/ann").json
    assert (of_ann["account"], of_ann["bot_of"]) == ("person", None)


def test_its_tokens_allow_no_more_than_a_bots_may(ann: Person, engine: Person) -> None:
    assert "token:write" not in MAY
    refused(engine.get("/me/tokens"), 403, "insufficient_scope")
    wish = {"name": "at home", "scopes": ["game:read"]}
    said = ann.post("/me/bots/ANNS-ENGINE/tokens", wish)
    assert said.status == 201
    assert (said.json["name"], said.json["scopes"]) == ("at home", ["game:read"])
    reader = Person(said.json["token"])
    assert reader.get("/me").json["username"] == "anns-engine"
    refused(reader.post("/games", {}), 403, "insufficient_scope")
    with nothing_changes():
        said = ann.post("/me/bots/anns-engine/tokens", {"scopes": ["token:write"]})
    refused(said, 400, "not_a_choice", "/scopes/0")


def test_a_bots_account_has_no_password_no_address_and_no_bots(ann: Person, engine: Person) -> None:
    Token.objects.filter(player__username="anns-engine").update(scopes=[*MAY, "token:write"])
    with nothing_changes():
        for wish in ({"password": PASSWORD, "current_password": "x"}, {"email": "e@tide.example"}):
            refused(engine.patch("/me", wish), 403, "not_for_bots")
        refused(engine.post("/me/bots", {"username": "its-engine"}), 403, "not_for_bots")
    signed_in = Person().post("/me/tokens", {"username": "anns-engine", "password": PASSWORD})
    refused(signed_in, 401, "wrong_credentials")
    assert not Client().login(username="anns-engine", password="")


def test_nobody_else_has_a_say_over_it_or_its_name(ann, bob, engine) -> None:
    with nothing_changes():
        refused(bob.post("/me/bots/anns-engine/tokens", {}), 404, "bot_account_not_found")
        refused(bob.delete("/me/bots/anns-engine"), 404, "bot_account_not_found")
        refused(ann.delete("/me/bots/bob"), 404, "bot_account_not_found")
        for name in ("ann", "ANN", "anns_engine", "admin"):
            assert bob.post("/me/bots", {"username": name}).status == 409


def test_a_person_has_so_many_bots(ann: Person, engine: Person, settings: Any) -> None:
    settings.TIDE_MAX_BOT_ACCOUNTS_PER_PLAYER = 2
    assert ann.post("/me/bots", {"username": "second"}).status == 201
    with nothing_changes():
        refused(ann.post("/me/bots", {"username": "third"}), 409, "too_many_bot_accounts")
    ann.delete("/me/bots/second")
    assert ann.post("/me/bots", {"username": "third"}).status == 201


NEW = "sea-urchin-and-sand"


@pytest.mark.parametrize("change", ["call", {"password": make_password(NEW)}, {"is_active": False}])
def test_its_tokens_and_webhooks_end_with_its_owners_epoch(ann, bob, engine, change) -> None:
    bobs = Person(bob.post("/me/bots", {"username": "bobs-engine"}).json["token"])
    create_webhook(engine, "https://bots.example/tide")
    known = Player.objects.get(username="anns-engine")
    token = Token.objects.get(player=known).pk
    assert authentication.valid_tokens([token]) == {token}
    owner = Player.objects.get(username="ann")
    if change == "call":
        ann.patch("/me", {"password": NEW, "current_password": PASSWORD})
    else:
        Player.objects.filter(username="ann").update(**change)
    refused(engine.get("/me"), 401, "token_invalid")
    assert authentication.valid_tokens([token]) == set()
    hook = Webhook.objects.get(player=known)
    assert (hook.enabled, hook.disabled_why) == (False, "signed_out")
    with pytest.raises(EpochOver):
        Token.objects.issue(known)
    assert bobs.get("/me").status == 200
    # A call of the owner that began before gives out no token.
    with pytest.raises(Exception, match="no bot of this name"):
        find_bot_account(owner, "anns-engine")
    if change == "call":
        assert ann.post("/me/bots/anns-engine/tokens", {}).status == 201


def test_a_bot_that_is_given_up_leaves_its_games(stranger, ann, bob, engine) -> None:
    running, waiting = bob.opens(3, bots=["random"]), bob.opens(3)
    engine.joins(running)
    engine.joins(waiting)
    assert ann.delete("/me/bots/anns-engine").status == 204
    workers_erase()
    seat = bob.sees(running)["seats"][1]
    assert seat["away"] == "resigned"
    assert seat["player"].startswith("deleted-")
    assert len(bob.sees(waiting)["seats"]) == 1
    refused(engine.get("/me"), 401, "token_invalid")
    refused(stranger.get("/players/anns-engine"), 404, "player_not_found")
    assert ann.get("/me/bots").json["results"] == []
    refused(bob.post("/me/bots", {"username": "anns_engine"}), 409, "username_taken")


def test_a_bot_comes_to_no_table_that_is_for_people_alone(ann, bob, cat, engine) -> None:
    assert ann.sees(ann.opens(3))["bot_accounts"] is True
    game = ann.opens(3, bot_accounts=False)
    assert ann.sees(game)["bot_accounts"] is False
    link = ann.post(f"/games/{game}/invitations", {"uses": 1}).json["code"]
    wish = {"ruleset": "turn_the_tide", "seat_count": 3, "bot_accounts": False}
    with nothing_changes():
        refused(engine.post(f"/games/{game}/join"), 403, "no_bot_accounts")
        refused(engine.post(f"/invitations/{link}/accept"), 403, "no_bot_accounts")
        refused(engine.post("/games", wish), 403, "no_bot_accounts")
    bob.joins(game)
    cat.joins(game)
    resign(bob, game)
    assert offer_seat(ann, game, 1, "anns-engine").status == 200
    with nothing_changes():
        refused(engine.post(f"/games/{game}/seats/1/accept"), 403, "no_bot_accounts")


def test_nor_does_a_bot_that_sat_there_before_open_a_rematch(engine, people) -> None:
    game = make_finished_game(people, bot_accounts=False)
    bot = Player.objects.get(username="anns-engine")
    Seat.objects.filter(game=game, player__username="cat").update(player=bot)
    with nothing_changes():
        refused(engine.post(f"/games/{game}/rematch"), 403, "no_bot_accounts")
