"""Letters on their way: none is lost, carries a stranger's header, or leads to another server."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.conf import settings as django_settings
from django.core import mail
from django.db import transaction
from django.test import Client, RequestFactory
from django.utils import timezone

from common.db.encrypted import new_key
from players import housekeeping
from players.mail import letters, sender
from players.mail.transport import MailOutcome
from players.models import Letter, Player
from tests.app.pages.visitor import Visitor, link
from tests.app.pages.visitor import letters as arrived_letters
from tests.people import PASSWORD
from tests.postbox import Postbox, opened
from tideapi.local.up import HOST

pytestmark = pytest.mark.django_db
TEMPLATE = "account/email/new_place"
SMTP = "django.core.mail.backends.smtp.EmailBackend"


@pytest.fixture
def postbox(settings: Any) -> Iterator[Postbox]:
    """A real mail server, which the settings name."""
    with opened() as box:
        settings.EMAIL_BACKEND, settings.EMAIL_HOST, settings.EMAIL_PORT = SMTP, HOST, box.port
        yield box


@pytest.fixture
def player(db: None, name: str) -> Player:
    return Player.objects.create_user(name, password=PASSWORD)


def write(player: Player, to: str = "ann@tide.example", **context: str) -> None:
    letters.write(player, to, TEMPLATE, {"host": "tide.example", "where": "::", **context})


def let_pass(**span: float) -> None:
    """Let so much time have gone by for the letters that wait."""
    moment = timezone.now() - timedelta(**span)
    Letter.objects.update(next_at=moment, created_at=moment)


# -- on their way


def test_a_letter_is_sent_by_a_mail_server_and_removed(player, postbox) -> None:
    write(player, client="Mozilla & Söhne <5.0>")
    assert sender.send_due() == {"sent": 1}
    (taken,) = postbox.taken
    assert (taken["To"], taken["Auto-Submitted"]) == ("ann@tide.example", "auto-generated")
    assert taken["Subject"] == "Signed in from a new place"
    assert "Mozilla & Söhne <5.0>" in taken.get_content()
    assert not Letter.objects.exists()
    assert sender.send_due() == {}


def test_after_two_days_a_letter_is_given_up(player, settings) -> None:
    settings.EMAIL_BACKEND, settings.EMAIL_HOST, settings.EMAIL_PORT = SMTP, "127.0.0.1", 1
    write(player)
    assert housekeeping.remove_expired()["letters"] == 0
    let_pass(days=3)
    assert sender.send_due() == {"late": 1}
    write(player)
    let_pass(days=3)
    assert housekeeping.remove_expired()["letters"] == 1
    assert not Letter.objects.exists()


def test_a_letter_that_no_key_opens_holds_up_no_other(player, settings) -> None:
    key, settings.TIDE_KEYS = settings.TIDE_KEYS, [new_key()]
    write(player)
    settings.TIDE_KEYS = key
    write(player)
    assert sender.send_due() == {"unopened": 1, "sent": 1}
    assert Letter.objects.count() == 1, "the key may come back"


@pytest.mark.parametrize(
    ("says", "outcome"), [("550 Nobody lives here", "refused"), ("450 Come back later", "kept")]
)
def test_what_is_refused_is_given_up(player, postbox, says: str, outcome: str) -> None:
    postbox.refuses = says
    write(player)
    assert sender.send_due() == {outcome: 1}
    assert Letter.objects.exists() == (outcome == "kept")


def test_nothing_is_written_without_a_mail_server_or_a_cause(player, settings) -> None:
    with transaction.atomic():
        write(player)
        transaction.set_rollback(True)
    settings.TIDE_MAIL_ENABLED = False
    write(player)
    assert not Letter.objects.exists()
    assert "This server sends no mail" in Visitor().visit("/account/password/reset/").html


def test_nobody_writes_a_header_of_his_own(player) -> None:
    for to in ("ann@tide.example", "ann@tide.example\nBcc: all@tide.example"):
        write(player, to, client="x\r\nBcc: all@tide.example")
    mail.outbox.clear()
    assert sender.send_due() == {"sent": 1, "refused": 1}
    (sent,) = mail.outbox
    assert sent.recipients() == ["ann@tide.example"]
    assert "Bcc" not in sent.message()


def test_a_letter_is_claimed_by_one_sender(player, monkeypatch) -> None:
    write(player)
    found: list[dict[str, int]] = []

    def send(*_: Any) -> MailOutcome:
        # Another sender looks at that moment, and finds nothing that is due.
        found.append(sender.send_due())
        return MailOutcome.SENT

    monkeypatch.setattr("players.mail.transport.send", send)
    assert sender.send_due() == {"sent": 1}
    assert found == [{}]


FORGED = "localhost:9999"
HEADERS = {"Host": FORGED, "X-Forwarded-Host": FORGED}
TEMPLATES = Path(django_settings.BASE_DIR) / "players" / "templates"
LETTERS = sorted(
    f"{one.parent.parent.name}/email/{one.name.removesuffix('_message.txt')}"
    for one in TEMPLATES.glob("*/email/*_message.txt")
)


@pytest.fixture
def forger(settings: Any) -> Visitor:
    """A browser that names a host of its own choice with each request."""
    settings.TIDE_URL, settings.ALLOWED_HOSTS = "https://tide.example", ["*"]
    visitor = Visitor()
    sent = {**HEADERS, "X-Forwarded-For": "198.51.100.1"}
    visitor.client = Client(enforce_csrf_checks=True, headers=sent)
    return visitor


def servers_of(letter: Any) -> set[str]:
    """Return the servers to which a letter leads; its words name no other."""
    assert "9999" not in letter.subject + letter.body
    return set(re.findall(r"https?://[^/\s]+", letter.body))


def test_pages_and_calls_send_links_to_the_servers_own_address(name, forger) -> None:
    own = {"https://tide.example"}
    forger.signs_up(name, email=f"{name}@tide.example")
    (welcome,) = arrived_letters()
    Visitor().fill(link(welcome))
    forger.fill("/account/password/reset/", email=f"{name}@tide.example")
    (reset,) = arrived_letters()
    page = forger.fill("/account/email/", action_add="", email=f"{name}@new.example")
    forger.confirm(page, "/account/email/")
    (asked,) = (one for one in arrived_letters() if one.to == [f"{name}@new.example"])
    wish = {"username": f"{name}2", "password": PASSWORD, "email": f"{name}2@tide.example"}
    forger.client.post("/api/v1/players", wish, content_type="application/json")
    (called,) = arrived_letters()
    assert [servers_of(one) for one in (welcome, reset, asked, called)] == [own] * 4
    assert "at tide.example." in reset.body


@pytest.mark.parametrize("template", LETTERS)
def test_no_letter_names_another_host(template: str, player, forger) -> None:
    row = EmailAddress.objects.create(user=player, email="ann@tide.example", primary=True)
    request = RequestFactory(headers=HEADERS).get("/account/")
    adapter = get_adapter(request)
    adapter.request = request
    confirms = adapter.get_email_confirmation_url(request, EmailConfirmationHMAC(row))
    shown = {"user": player, "activate_url": confirms, "password_reset_url": ""}
    shown["due_at"] = datetime(2026, 11, 30, tzinfo=UTC)
    adapter.send_mail(template, row.email, shown)
    (letter,) = arrived_letters()
    assert servers_of(letter) <= {"https://tide.example"}
    assert "tide.example" in letter.body.partition("\n-- \n")[2]
