"""Letters on their way: none is lost, none hangs a page, and none carries a header of a stranger's."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import transaction
from django.utils import timezone

from common.db.encrypted import new_key
from players import housekeeping
from players.mail import letters, sender
from players.mail.transport import MailOutcome
from players.models import Letter, Player
from tests.app.pages.visitor import Visitor
from tests.postbox import Postbox, opened
from tideapi.local.up import HOST

pytestmark = pytest.mark.django_db
TEMPLATE = "account/email/new_place"


@pytest.fixture
def postbox(settings: Any) -> Iterator[Postbox]:
    """A real mail server, which the settings name."""
    with opened() as box:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = HOST, box.port
        yield box


@pytest.fixture
def player(ann: Visitor, name: str) -> Player:
    return Player.objects.get(username=name)


def write(player: Player, to: str = "ann@tide.example", **context: str) -> None:
    letters.write(player, to, TEMPLATE, {"host": "tide.example", "where": "::", **context})


def later(**span: float) -> Any:
    """As if so much time had gone by for the letters that wait."""
    moment = timezone.now() - timedelta(**span)
    return Letter.objects.update(next_at=moment, created_at=moment)


def test_a_letter_is_sent_by_a_mail_server_and_removed(player: Player, postbox: Postbox) -> None:
    write(player, client="Mozilla & Söhne <5.0>")
    assert sender.send_due() == {"sent": 1}
    (taken,) = postbox.taken
    assert (taken["To"], taken["Auto-Submitted"]) == ("ann@tide.example", "auto-generated")
    assert taken["Subject"] == "Signed in from a new place"
    assert "Mozilla & Söhne <5.0>" in taken.get_content()
    assert not Letter.objects.exists()
    assert sender.send_due() == {}


def test_while_the_mail_server_is_away_letters_wait(player: Player, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    write(player)
    write(player)
    assert sender.send_due() == {"away": 1}, "one finds out for all"
    later(hours=1)
    assert sender.send_due() == {}, "and it is left alone"
    assert Letter.objects.count() == 2
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert sender.send_due() == {"sent": 2}


def test_after_two_days_a_letter_is_given_up(player: Player, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    write(player)
    later(days=3)
    assert sender.send_due() == {"late": 1}
    assert not Letter.objects.exists()


def test_a_letter_that_no_key_opens_holds_up_no_other(player: Player, settings: Any) -> None:
    key, settings.TIDE_KEYS = settings.TIDE_KEYS, [new_key()]
    write(player)
    settings.TIDE_KEYS = key
    write(player)
    assert sender.send_due() == {"unopened": 1, "sent": 1}
    assert Letter.objects.count() == 1, "the key may come back"
    later(days=3)
    assert sender.send_due() == {"late": 1}


@pytest.mark.parametrize(
    ("says", "outcome"), [("550 Nobody lives here", "refused"), ("450 Come back later", "kept")]
)
def test_only_what_is_refused_for_good_is_given_up(
    player: Player, postbox: Postbox, says: str, outcome: str
) -> None:
    postbox.refuses = says
    write(player)
    assert sender.send_due() == {outcome: 1}
    assert Letter.objects.exists() == (outcome == "kept")


def test_a_letter_of_what_did_not_happen_is_not_written(player: Player) -> None:
    with transaction.atomic():
        write(player)
        transaction.set_rollback(True)
    assert not Letter.objects.exists()


def test_nobody_writes_a_header_of_his_own(player: Player) -> None:
    context = {"host": "tide.example", "where": "::", "client": "x\r\nBcc: all@tide.example"}
    letters.write(player, "ann@tide.example", TEMPLATE, context)
    letters.write(player, "ann@tide.example\nBcc: all@tide.example", TEMPLATE, context)
    mail.outbox.clear()
    assert sender.send_due() == {"sent": 1, "refused": 1}
    (sent,) = mail.outbox
    assert sent.recipients() == ["ann@tide.example"]
    assert "Bcc" not in sent.message()


def test_a_letter_is_claimed_by_one_sender(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    write(player)
    seen: list[Any] = []

    def send(*_: Any) -> MailOutcome:
        # Somebody else looks meanwhile, and finds nothing that is due.
        seen.append(sender._claim_letter())
        return MailOutcome.SENT

    monkeypatch.setattr("players.mail.transport.send", send)
    assert sender.send_due() == {"sent": 1}
    assert seen == [None]


def test_a_letter_whose_sender_died_is_sent_by_the_next(player: Player) -> None:
    write(player)
    assert sender._claim_letter() is not None
    assert sender.send_due() == {}
    later(seconds=1)
    assert sender.send_due() == {"sent": 1}


def test_without_a_mail_server_nothing_is_written(player: Player, settings: Any) -> None:
    settings.TIDE_MAIL_ENABLED = False
    write(player)
    assert not Letter.objects.exists()
    assert "This server sends no mail" in Visitor().visit("/account/password/reset/").html


def test_letters_that_nobody_sends_do_not_stay(player: Player) -> None:
    write(player)
    assert housekeeping.remove_expired()["letters"] == 0
    later(days=3)
    assert housekeeping.remove_expired()["letters"] == 1
