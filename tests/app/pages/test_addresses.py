"""The address of a player: given, verified, changed, removed; on pages and by calls."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from anymail.signals import AnymailTrackingEvent, EventType, RejectReason, tracking
from django.utils import timezone

from players.mail import reachable
from players.models import Letter, Player, ReturnedMail
from tests.app.api.calls import narrow_token
from tests.app.api.refusals import refused
from tests.app.pages.visitor import Page, Visitor, letters, link
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.django_db
PAGE = "/account/email/"
VOID = "too old, or was used already"


def sign_up(name: str, email: str) -> Person:
    said = Person().post("/players", {"username": name, "password": PASSWORD, "email": email})
    assert said.status == 201
    return Person(said.json["token"], name)


@pytest.fixture
def player(db: None, name: str) -> Person:
    """A player with a verified address."""
    person = sign_up(name, f"{name}@tide.example")
    verify(letters()[0])
    return person


def address(person: Person) -> tuple[Any, Any, Any]:
    me = person.get("/me").json
    return me["email"], me["email_verified"], me["email_pending"]


def verify(letter: Any) -> None:
    Visitor("192.0.2.77").fill(link(letter))


def change_address(person: Person, email: str) -> Any:
    return person.patch("/me", {"email": email, "current_password": PASSWORD})


# -- by calls


def test_an_address_waits_to_be_verified_and_until_then_is_replaced_at_once(name) -> None:
    first, second = (f"{name}@{one}.example" for one in ("first", "second"))
    person = sign_up(name, first.upper())
    assert address(person) == (first, False, None)
    change_address(person, second)
    assert address(person) == (second, False, None)
    asked, again = letters()
    assert (asked.to, asked.subject) == ([first], "Verify your address")
    assert VOID in Visitor().visit(link(asked)).html
    verify(again)
    assert address(person) == (second, True, None)


def test_a_new_address_counts_when_it_is_verified(name, player) -> None:
    old, new = f"{name}@tide.example", f"{name}@new.example"
    change_address(player, f"{name}@other.example")
    change_address(player, old)
    assert address(player) == (old, True, None)
    letters()
    said = change_address(player, new)
    assert (said.json["email"], said.json["email_pending"]) == (old, new)
    asked, told = sorted(letters(), key=lambda one: one.to)
    assert (asked.to, told.to) == ([new], [old])
    assert new not in told.body, "the old address may be a stranger's by now"
    verify(asked)
    assert address(player) == (new, True, None)
    assert Player.objects.get(username=name).email == new
    assert letters() == []


def test_an_address_is_removed_with_the_password(name, player, settings) -> None:
    for guess in ({}, {"current_password": "sea-urchin"}):
        said = player.patch("/me", {"email": f"thief@{name}.example", **guess})
        refused(said, 403, "wrong_password")
    settings.TIDE_EMAIL_REQUIRED = True
    refused(change_address(player, ""), 400, "too_short", "/email")
    assert address(player) == (f"{name}@tide.example", True, None)
    assert letters() == []
    settings.TIDE_EMAIL_REQUIRED = False
    assert change_address(player, "").json["email"] == ""
    assert address(player) == ("", False, None)
    assert [one.to for one in letters()] == [[f"{name}@tide.example"]]
    assert not EmailAddress.objects.exists()


def test_the_address_is_shown_to_a_token_that_may_change_it(name, player) -> None:
    for scope, shown in {"game:read": None, "profile:write": f"{name}@tide.example"}.items():
        me = narrow_token(player, scope, "game:read").get("/me").json
        assert me["email"] == shown
        assert (me["email_verified"] is None) == (shown is None)


def test_two_players_may_share_an_address_and_each_gets_links_of_their_own(name) -> None:
    both = [sign_up(f"{name}{number}", f"{name}@tide.example") for number in range(2)]
    for letter in letters():
        verify(letter)
    assert [address(one)[1] for one in both] == [True, True]
    Visitor().fill("/account/password/reset/", email=f"{name}@tide.example")
    found = letters()
    assert [one.to for one in found] == [[f"{name}@tide.example"]] * 2
    assert len({link(one) for one in found}) == 2


def test_a_waiting_letter_goes_with_its_player(name) -> None:
    sign_up(name, f"{name}@tide.example")
    assert Letter.objects.get().content["to"] == f"{name}@tide.example"
    Player.objects.filter(username=name).delete()
    assert not Letter.objects.exists()


def send_form(visitor: Visitor, **fields: str) -> Page:
    """Send the form of the page, with the password if it is asked for."""
    return visitor.confirm(visitor.fill(PAGE, **fields), PAGE)


def test_the_link_verifies_once_and_for_three_days_by_a_press_alone(name) -> None:
    visitor = Visitor()
    visitor.signs_up(name, email=f"{name}@tide.example")
    path = link(letters()[0])
    for day in range(3):
        with time_machine.travel(timezone.now() + timedelta(days=day), tick=False):
            # A mail program that opens links ahead verifies nothing, and renews nothing.
            page = Visitor().visit(path)
            assert "Yes, it is mine" in page.html
            assert "/account/confirm-email/" not in page.html.replace(path, "")
    assert "not verified yet" in visitor.visit("/account/").html
    with time_machine.travel(timezone.now() + timedelta(days=3, minutes=1)):
        assert VOID in Visitor().visit(path).html
    send_form(visitor, email=f"{name}@tide.example", action_send="")
    (letter,) = letters()
    verify(letter)
    assert "which is verified" in visitor.visit(PAGE).html
    assert VOID in Visitor().visit(link(letter)).html


def test_an_address_is_changed_on_a_page(name, mailed) -> None:
    same = send_form(mailed, email=f"{name}@TIDE.example", action_add="")
    assert "This is your address already." in same.html
    assert letters() == []
    for removed in (True, False):
        page = send_form(mailed, email=f"{name}@new.example", action_add="")
        assert f"<strong>{name}@new.example</strong> is not verified yet" in page.html
        (asked,) = [one for one in letters() if one.to == [f"{name}@new.example"]]
        if removed:
            send_form(mailed, email=f"{name}@new.example", action_remove="")
            assert letters() == []
            assert [row.email for row in EmailAddress.objects.all()] == [f"{name}@tide.example"]
            assert Player.objects.get(username=name).email == f"{name}@tide.example"
    verify(asked)
    assert f"{name}@new.example, verified." in " ".join(mailed.visit("/account/").html.split())


def test_an_address_is_removed_on_the_page(name, mailed, settings) -> None:
    wish = {"email": f"{name}@tide.example", "action_remove": ""}
    settings.TIDE_EMAIL_REQUIRED = True
    assert "Give another one first." in send_form(mailed, **wish).html
    assert letters() == []
    settings.TIDE_EMAIL_REQUIRED = False
    assert "is removed." in send_form(mailed, **wish).html
    told = [(one.to, one.subject) for one in letters()]
    assert told == [([f"{name}@tide.example"], "Another address for your account")]
    assert Player.objects.get(username=name).email == ""


def test_mail_stops_and_its_player_is_told_and_a_press_mends_it(mailed, name) -> None:
    to, row = f"{name}@tide.example", Player.objects.get(username=name)
    token = Person().post("/me/tokens", {"username": name, "password": PASSWORD}).json["token"]
    letters()  # The player was seen at a new place.
    reachable.record_bounce(to, permanent=False)
    assert reachable.address_of(row) == to
    assert Person(token).get("/me").json["email_returned_at"] is None
    reachable.record_bounce(to.upper(), permanent=True)
    assert reachable.address_of(row) is None
    assert Person(token).get("/me").json["email_returned_at"] is not None
    assert "comes back" in mailed.visit("/account/").html
    # A forgotten password can still be reset.
    Visitor().fill("/account/password/reset/", email=to)
    assert [letter.subject for letter in letters()] == ["Set a new password"]
    page = mailed.visit(PAGE)
    assert "came back" in page.html
    assert 'action="/account/email/again/"' in page.html
    assert mailed.client.post("/account/email/again/").status_code == 403
    mailed.submit(page, "/account/email/again/")
    verify(letters()[0])
    assert reachable.address_of(row) == to
    assert not ReturnedMail.objects.exists()
    assert "came back" not in mailed.visit(PAGE).html


@pytest.mark.parametrize(
    ("kind", "reason", "why"),
    [
        *((EventType.BOUNCED, RejectReason.BOUNCED, "bounced"), (EventType.OPENED, None, None)),
        (EventType.BOUNCED, RejectReason.INVALID, "bounced"),
        *((EventType.BOUNCED, RejectReason.OTHER, None), ("deferred", RejectReason.BOUNCED, None)),
        (EventType.COMPLAINED, RejectReason.SPAM, "complained"),
    ],
)
def test_a_service_says_what_came_back(mailed, name, kind, reason, why) -> None:
    to = f"{name}@tide.example"
    event: Any = AnymailTrackingEvent(event_type=kind, recipient=to, reject_reason=reason)
    tracking.send(sender=object(), event=event, esp_name="Quill")
    assert [row.why for row in ReturnedMail.objects.all()] == ([why] if why else [])
    assert ("was reported as spam" in mailed.visit(PAGE).html) == (why == "complained")
