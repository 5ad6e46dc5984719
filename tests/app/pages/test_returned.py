"""An address from which mail comes back: nothing more goes there, she reads of it, and a press mends it."""

from typing import Any

import pytest
from anymail.signals import AnymailTrackingEvent, EventType, RejectReason, tracking

from players.mail import reachable
from players.models import Player, ReturnedMail
from tests.app.pages.visitor import Visitor, letters, link
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def to(name: str) -> str:
    return f"{name}@tide.example"


@pytest.fixture
def ann(name: str, to: str) -> Visitor:
    """A player whose address is verified."""
    visitor = Visitor()
    visitor.signs_up(name, email=to)
    confirm(visitor)
    return visitor


def confirm(visitor: Visitor) -> None:
    (letter,) = letters()
    visitor.fill(link(letter))


def says(kind: str, to: str, reason: str | None = None) -> None:
    """What a service's webhook comes to."""
    event: Any = AnymailTrackingEvent(event_type=kind, recipient=to, reject_reason=reason)
    tracking.send(sender=object(), event=event, esp_name="Quill")


def test_mail_stops_she_is_told_and_a_press_mends_it(ann: Visitor, name: str, to: str) -> None:
    player = Player.objects.get(username=name)
    me = Person(
        Person().post("/me/tokens", {"username": name, "password": PASSWORD}).json["token"], name
    )
    letters()  # She was seen at a new place.
    assert reachable.address_of(player) == to
    assert me.get("/me").json["email_returned_at"] is None
    reachable.record_bounce(to.upper(), permanent=True)
    assert reachable.address_of(player) is None
    assert me.get("/me").json["email_returned_at"] is not None
    assert "comes back" in ann.visit("/account/").html
    assert "came back" in ann.visit("/account/email/").html
    form = ann.client.post("/account/email/again/", follow=True)
    assert form.status_code == 403, "a form of ours alone asks for it"
    again(ann)
    confirm(ann)
    assert reachable.address_of(player) == to
    assert not ReturnedMail.objects.exists()
    assert "came back" not in ann.visit("/account/email/").html


def again(visitor: Visitor) -> None:
    """Press the button on the page of addresses."""
    page = visitor.visit("/account/email/").html
    assert 'action="/account/email/again/"' in page
    token = page.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    visitor.client.post("/account/email/again/", {"csrfmiddlewaretoken": token}, follow=True)


def test_a_mailbox_that_is_full_for_once_changes_nothing(ann: Visitor, to: str) -> None:
    reachable.record_bounce(to, permanent=False)
    assert not ReturnedMail.objects.exists()


@pytest.mark.parametrize(
    ("kind", "reason", "why"),
    [
        (EventType.BOUNCED, RejectReason.BOUNCED, "bounced"),
        (EventType.BOUNCED, RejectReason.INVALID, "bounced"),
        (EventType.BOUNCED, RejectReason.OTHER, None),
        (EventType.DEFERRED, RejectReason.BOUNCED, None),
        (EventType.COMPLAINED, RejectReason.SPAM, "complained"),
        (EventType.OPENED, None, None),
    ],
)
def test_a_service_says_what_came_back(
    ann: Visitor, to: str, kind: str, reason: str | None, why: str | None
) -> None:
    says(kind, to, reason)
    assert [row.why for row in ReturnedMail.objects.all()] == ([why] if why else [])


def test_whoever_has_called_it_spam_is_told_so_too(ann: Visitor, to: str) -> None:
    says(EventType.COMPLAINED, to, RejectReason.SPAM)
    assert "was reported as spam" in ann.visit("/account/email/").html


def test_a_forgotten_password_can_still_be_reset(ann: Visitor, name: str, to: str) -> None:
    reachable.record_bounce(to, permanent=True)
    Visitor().fill("/account/password/reset/", email=to)
    assert [letter.subject for letter in letters()] == ["Set a new password"]


def test_a_letter_is_in_the_language_of_her_browser(name: str, to: str) -> None:
    visitor = Visitor()
    visitor.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "de-AT,de;q=0.9"
    visitor.signs_up(name, email=to)
    (letter,) = letters()
    assert letter.subject == "Bestätige deine Adresse"
    assert f"Willkommen, {name}." in letter.body
    assert "Sie wurde automatisch gesendet" in letter.body
