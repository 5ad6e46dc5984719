"""/me/bots: accounts of bots, each owned by a person."""

from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.test import Client

from games.models import Seat
from notifications.models import Webhook
from players import authentication
from players.bots import MAY, find_bot_account
from players.models import EpochOver, Player, Token
from tests.app.api.calls import offer_seat, resign
from tests.app.api.refusals import nothing_changes, refused
from tests.app.privacy.working import workers_erase
from tests.factories import make_finished_game
from tests.people import PASSWORD, Person
from tests.webhooks import create_webhook


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
    assert [(one["account"], one["bot"]) for one in seats] == [
        ("person", None),
        ("bot", None),
        (None, "random"),
    ]
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
        for said in (
            engine.patch("/me", {"password": PASSWORD, "current_password": "x"}),
            engine.patch("/me", {"email": "engine@tide.example"}),
            engine.post("/me/bots", {"username": "its-engine"}),
        ):
            refused(said, 403, "not_for_bots")
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


def change_password(ann: Person) -> None:
    said = ann.patch("/me", {"password": "sea-urchin-and-sand", "current_password": PASSWORD})
    assert said.status == 200


def reset_in_sql(ann: Person) -> None:
    Player.objects.filter(username="ann").update(password=make_password("sea-urchin-and-sand"))


def shut_out(ann: Person) -> None:
    Player.objects.filter(username="ann").update(is_active=False)


@pytest.mark.parametrize("end", [change_password, reset_in_sql, shut_out])
def test_its_tokens_and_webhooks_end_with_its_owners_epoch(ann, bob, engine, end) -> None:
    bobs = Person(bob.post("/me/bots", {"username": "bobs-engine"}).json["token"])
    create_webhook(engine, "https://bots.example/tide")
    known = Player.objects.get(username="anns-engine")
    token = Token.objects.get(player=known).pk
    assert authentication.valid_tokens([token]) == {token}
    owner = Player.objects.get(username="ann")
    end(ann)
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
    if end is change_password:
        said = ann.post("/me/bots/anns-engine/tokens", {})
        assert said.status == 201
        assert Person(said.json["token"]).get("/me").json["username"] == "anns-engine"


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
    refused(ann.delete("/me/bots/anns-engine"), 404, "bot_account_not_found")
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
        refused(engine.post(f"/games/{game}/seats/1/take"), 403, "no_bot_accounts")


def test_nor_does_a_bot_that_sat_there_before_open_a_rematch(engine, people) -> None:
    game = make_finished_game(people, bot_accounts=False)
    bot = Player.objects.get(username="anns-engine")
    Seat.objects.filter(game=game, player__username="cat").update(player=bot)
    with nothing_changes():
        refused(engine.post(f"/games/{game}/rematch"), 403, "no_bot_accounts")
