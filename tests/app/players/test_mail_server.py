"""A mail server: over few connections, and tried by one worker now and then while it is away."""

import smtplib
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.db.models.functions import Now

from notifications.delivery import sender as notices
from notifications.models import Notification, NotificationAttempt, Receiver
from players.mail import reachable, sender, transport
from players.mail.transport import MailOutcome, send
from players.models import Letter, MailServer, Player, ReturnedMail
from tests.app.api.threads import threads
from tests.postbox import Postbox, hang_up, opened
from tideapi.local.up import HOST
from tideapi.local.valkey import free_port

pytestmark = pytest.mark.django_db


@pytest.fixture
def tried(settings: Any, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The mail server is away; when a connection to it was tried."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = HOST, free_port()
    hang_up()
    found: list[float] = []

    def connect(*_: object, **__: object) -> None:
        found.append(time.monotonic())
        time.sleep(0.2)
        raise ConnectionRefusedError

    monkeypatch.setattr(smtplib, "SMTP", connect)
    return found


def add_letters(many: int) -> None:
    player = Player.objects.get_or_create(username="ann")[0]
    content = {"to": "ann@tide.example", "subject": "A letter", "text": "Yours."}
    Letter.objects.bulk_create(
        Letter(player=player, content=content, next_at=Now(), created_at=Now()) for _ in range(many)
    )


def add_notices(many: int) -> None:
    for number in range(many):
        player = Player.objects.create(username=f"reader-{number}", email=f"{number}@tide.example")
        EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
        mail = Receiver.objects.get(player=player, channel="mail")
        Notification.objects.create(
            receiver=mail, kind="account", cause=f"feed:{number}", next_at=Now(), created_at=Now()
        )
    Receiver.objects.update(next_attempt_at=Now())


def end_waiting() -> None:
    Letter.objects.update(next_at=Now())
    Receiver.objects.filter(notifications__state="waiting").update(
        retry_at=None, next_attempt_at=Now()
    )
    MailServer.objects.update(retry_at=Now())


@pytest.mark.parametrize("many", [1, 30])
def test_it_is_tried_once_a_step_however_much_waits(tried, many: int) -> None:
    add_letters(many)
    add_notices(many)
    for attempts in range(1, 7):
        for _ in range(3):
            # One letter, or one notice, finds out for all.
            for sends in (sender, notices) if attempts % 2 else (notices, sender):
                sends.send_due()
        assert len(tried) == attempts
        assert MailServer.objects.get().failures == attempts
        end_waiting()
    assert Letter.objects.count() == many
    assert Notification.objects.filter(state="waiting").count() == many
    # Nothing is noted of those that nobody has tried.
    assert NotificationAttempt.objects.count() <= 3
    assert Receiver.objects.filter(enabled=True).count() == many


def test_the_waits_grow_to_five_minutes(tried) -> None:
    for _ in range(3):
        transport.note_away()
    assert MailServer.objects.get().failures == 1, "however many find out, it counts once"
    waited = []
    for _ in range(7):
        row = MailServer.objects.annotate(moment=Now()).get()
        assert row.retry_at is not None
        waited.append((row.retry_at - row.moment).total_seconds())
        end_waiting()
        assert transport.is_away()
    wanted = [15, 30, 60, 120, 300, 300, 300]
    assert all(0.7 * want < had < 1.3 * want for had, want in zip(waited, wanted, strict=True))


def test_when_it_is_back_all_goes_out(settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = HOST, free_port()
    hang_up()
    add_letters(5)
    assert sender.send_due() == {"away": 1}
    with opened() as box:
        # The same server, which is known by its address.
        host = MailServer.objects.get().name.rpartition(":")[0]
        MailServer.objects.update(name=f"{host}:{box.port}")
        settings.EMAIL_PORT = box.port
        assert sender.send_due() == {}
        end_waiting()
        assert sender.send_due() == {"sent": 5}
        assert len(box.taken) == 5
    row = MailServer.objects.get()
    assert (row.failures, row.failing_since, row.retry_at) == (0, None, None)


@pytest.mark.django_db(transaction=True)
def test_two_workers_try_it_once(tried) -> None:
    transport.note_away()
    MailServer.objects.update(retry_at=Now() - timedelta(seconds=1))
    with threads() as at_once:
        found = [at_once.start(transport.is_away) for _ in range(4)]
        assert [one.result() for one in found] == [True] * 4
    assert len(tried) == 1
    assert MailServer.objects.get().failures == 2


# -- few connections, and who is refused

TO = "ann@tide.example"


@pytest.fixture
def postbox(settings: Any) -> Iterator[Postbox]:
    with opened() as box:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = HOST, box.port
        yield box


def mail() -> EmailMessage:
    return EmailMessage("A turn", "Yours.", to=[TO])


def test_one_connection_carries_many_mails_and_then_another(postbox, monkeypatch) -> None:
    assert {send(mail()) for _ in range(20)} == {MailOutcome.SENT}
    assert (len(postbox.taken), len(postbox.connections)) == (20, 1)
    monkeypatch.setattr(transport, "MAX_MESSAGES_PER_CONNECTION", 3)
    assert {send(mail()) for _ in range(7)} == {MailOutcome.SENT}
    assert len(postbox.connections) == 4


def test_a_connection_that_was_closed_meanwhile_is_opened_anew(postbox, monkeypatch) -> None:
    monkeypatch.setattr(transport, "IDLE", 0.0)
    assert send(mail()) == MailOutcome.SENT
    slot = transport._slots.get_nowait()
    slot.backend.connection.sock.close()
    transport._slots.put(slot)
    assert send(mail()) == MailOutcome.SENT


def test_nobody_waits_for_a_connection(postbox, monkeypatch) -> None:
    monkeypatch.setattr(transport, "WAIT", 0.01)
    busy = [transport._slots.get_nowait() for _ in range(transport.CONNECTIONS)]
    try:
        assert send(mail()) == MailOutcome.KEPT
    finally:
        for slot in busy:
            transport._slots.put(slot)
    assert send(mail()) == MailOutcome.SENT


@pytest.mark.parametrize(
    ("said", "outcome", "marked"),
    [
        *(
            ("550 No such user", MailOutcome.REFUSED, True),
            ("554 Go away", MailOutcome.REFUSED, False),
        ),
        ("550 5.1.1 No such user", MailOutcome.REFUSED, True),
        ("550 5.2.1 Mailbox closed", MailOutcome.REFUSED, True),
        ("554 5.1.1 No such user", MailOutcome.REFUSED, True),
        ("550 5.7.1 Your network is on a list", MailOutcome.REFUSED, False),
        ("450 4.2.0 Greylisted", MailOutcome.KEPT, False),
        ("552 5.2.2 Mailbox full", MailOutcome.REFUSED, False),
    ],
)
def test_only_an_address_that_nobody_has_is_marked(postbox, said, outcome, *, marked) -> None:
    player = Player.objects.create(username="ann", email=TO)
    EmailAddress.objects.create(user=player, email=TO, verified=True, primary=True)
    postbox.refuses = said
    assert send(mail()) == outcome
    assert ReturnedMail.objects.exists() == marked
    assert (reachable.address_of(player) is None) == marked
    # The connection is good for the next one.
    postbox.refuses = None
    assert send(mail()) == MailOutcome.SENT
    assert len(postbox.connections) == 1


def test_a_mail_whose_content_is_refused_is_not_tried_for_days(postbox) -> None:
    postbox.refuses_content = "554 5.6.0 Not in these words"
    assert send(mail()) == MailOutcome.REFUSED
