"""A seat by one press: an invitation is accepted from the mail that brings it."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client

from games.models import Invitation
from notifications.answer_links import seats
from notifications.notice import Notice, NoticeKind
from players.models import Player
from tests.app.notifications.mail.letters import Mail
from tests.app.notifications.noticing import notice
from tests.people import Person

HTML = "text/html,application/xhtml+xml"
PRIVATE = {"ruleset": "turn_the_tide", "seat_count": 3, "private": True}


@pytest.fixture
def browser() -> Client:
    """Somebody's browser, without a cookie; the server checks forgeries as in earnest."""
    return Client(raise_request_exception=False, enforce_csrf_checks=True)


@pytest.fixture
def game(ann: Person, bob: Person) -> str:
    """A table at which Ann sits and waits, and to which Bob is invited."""
    found = str(ann.post("/games", PRIVATE).json["id"])
    assert ann.post(f"/games/{found}/invitations", {"player": "bob"}).status < 300
    return found


def told(game: str, **more: Any) -> Notice:
    """What Bob is told."""
    row = Invitation.objects.get(game=game, to__username="bob")
    data = {"event": "invited", "other": "ann", "game": game, "invitation": row.pk}
    return notice(game, "bob", NoticeKind.INVITED, data=data, **more)


def place(game: str, **more: Any) -> str:
    (press,) = seats.seat_presses(told(game, **more))
    return urlsplit(press.url).path


def who_sits(person: Person, game: str) -> list[str]:
    return [seat["player"] for seat in person.sees(game)["seats"] if seat["player"]]


def test_the_mail_of_an_invitation_offers_the_seat(game: str) -> None:
    mail = Mail(told(game))
    assert "Answer by one press" in mail.text
    assert place(game) in mail.text


def test_a_press_takes_the_seat_and_looking_does_not(
    game: str, ann: Person, browser: Client
) -> None:
    where = place(game)
    for method in (browser.get, browser.head):
        assert method(where, headers={"Accept": HTML}).status_code == 200
    assert who_sits(ann, game) == ["ann"]
    said = browser.post(where, headers={"Accept": HTML})
    assert said.status_code == 200
    assert "You have a seat" in said.content.decode()
    assert who_sits(ann, game) == ["ann", "bob"]
    again = browser.post(where)
    assert again.status_code == 409
    assert "already" in again.content.decode()
    assert who_sits(ann, game) == ["ann", "bob"]


def test_the_page_runs_nothing_and_is_kept_and_told_by_nobody(game: str, browser: Client) -> None:
    said = browser.get(place(game))
    assert said["Cache-Control"] == "no-store"
    assert said["Referrer-Policy"] == "no-referrer"
    assert "default-src 'none'" in said["Content-Security-Policy"]
    assert "<script" not in said.content.decode()
    assert "Set-Cookie" not in said


def test_it_is_in_the_language_of_the_mail(game: str, browser: Client) -> None:
    where = place(game, language="de")
    assert "Platz nehmen" in browser.get(where).content.decode()
    assert "Du hast einen Platz" in browser.post(where).content.decode()


@pytest.mark.parametrize("ended", ["revoked", "blocked", "password", "inactive"])
def test_the_address_ends_with_the_invitation_and_with_the_players_rights(
    game: str, ann: Person, bob: Person, browser: Client, ended: str
) -> None:
    where = place(game)
    player = Player.objects.get(username="bob")
    match ended:
        case "revoked":
            code = Invitation.objects.get(game=game).pk
            assert ann.delete(f"/invitations/{code}").status == 204
        case "blocked":
            assert bob.patch("/me/relations/ann", {"blocked": True}).status < 300
        case "password":
            player.set_password("another-rock-pool")
            player.save()
        case "inactive":
            player.is_active = False
            player.save()
    assert browser.get(where).status_code == 404
    assert browser.post(where).status_code == 404
    assert who_sits(ann, game) == ["ann"]


def test_a_table_that_is_full_says_so(
    game: str, ann: Person, cat: Person, dan: Person, browser: Client
) -> None:
    where = place(game)
    cat.joins(game)
    dan.joins(game)
    said = browser.post(where)
    assert said.status_code == 409
    assert "takes no more players" in said.content.decode()


def test_who_plays_as_many_games_as_one_may_is_told_why(
    game: str, ann: Person, bob: Person, browser: Client, settings: Any
) -> None:
    where = place(game)
    bob.opens(3)
    settings.TIDE_MAX_OPEN_GAMES_PER_PLAYER = 1
    said = browser.post(where, headers={"Accept": HTML})
    assert said.status_code == 409
    assert "You cannot take a seat now." in said.content.decode()
    assert who_sits(ann, game) == ["ann"]


@pytest.mark.parametrize("what", ["a", "W10:x", "a" * 300])
def test_an_address_that_is_not_ours_leads_nowhere(db: None, browser: Client, what: str) -> None:
    assert browser.get(f"/play/seat/{what}").status_code == 404
    assert browser.post(f"/play/seat/{what}").status_code == 404


def test_other_notices_offer_no_seat(game: str) -> None:
    told_of_turn = notice(game, "bob", NoticeKind.STAGE_ENDED, data={"event": "x"})
    assert seats.seat_presses(told_of_turn) == []
