"""A mail server that is away is tried by one worker now and then, whatever waits for it."""

import smtplib
import time
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db.models.functions import Now

from notifications.delivery import sender as notices
from notifications.models import Notification, NotificationAttempt, Receiver
from players.mail import sender, transport
from players.models import Letter, MailServer, Player
from tests.app.api.threads import threads
from tests.postbox import hang_up, opened
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


def letters_wait(many: int) -> None:
    player = Player.objects.get_or_create(username="ann")[0]
    content = {"to": "ann@tide.example", "subject": "A letter", "text": "Yours."}
    Letter.objects.bulk_create(
        Letter(player=player, content=content, next_at=Now(), created_at=Now()) for _ in range(many)
    )


def notices_wait(many: int) -> None:
    for number in range(many):
        player = Player.objects.create(username=f"reader-{number}", email=f"{number}@tide.example")
        EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
        mail = Receiver.objects.get(player=player, channel="mail")
        Notification.objects.create(
            receiver=mail, kind="account", cause=f"feed:{number}", next_at=Now(), created_at=Now()
        )
    Receiver.objects.update(next_attempt_at=Now())


def it_is_time_to_try() -> None:
    Letter.objects.update(next_at=Now())
    Receiver.objects.filter(notifications__state="waiting").update(
        retry_at=None, next_attempt_at=Now()
    )
    MailServer.objects.update(retry_at=Now())


@pytest.mark.parametrize("many", [1, 30])
def test_it_is_tried_once_a_step_however_many_letters_and_notices_wait(
    tried: list[float], many: int
) -> None:
    letters_wait(many)
    notices_wait(many)
    for attempts in range(1, 7):
        for _ in range(3):
            sender.send_due()
            notices.send_due()
        assert len(tried) == attempts
        left = MailServer.objects.get()
        assert left.failures == attempts
        it_is_time_to_try()
    assert Letter.objects.count() == many
    assert Notification.objects.filter(state="waiting").count() == many
    assert not NotificationAttempt.objects.exists(), (
        "nothing is noted of those that nobody has tried"
    )


def test_one_notice_finds_out_for_all(tried: list[float]) -> None:
    notices_wait(10)
    for _ in range(3):
        assert notices.send_due()["retried"] <= 1
    assert (len(tried), NotificationAttempt.objects.count()) == (1, 1)
    assert Receiver.objects.filter(enabled=True, failures=0).count() == 9


def test_the_waits_grow_to_five_minutes(tried: list[float]) -> None:
    transport.note_away()
    waited = []
    for _ in range(7):
        row = MailServer.objects.annotate(moment=Now()).get()
        assert row.retry_at is not None
        waited.append((row.retry_at - row.moment).total_seconds())
        it_is_time_to_try()
        assert transport.is_away()
    wanted = [15, 30, 60, 120, 300, 300, 300]
    assert all(0.7 * want < had < 1.3 * want for had, want in zip(waited, wanted, strict=True))


def test_however_many_find_out_it_counts_once(tried: list[float]) -> None:
    for _ in range(3):
        transport.note_away()
    assert MailServer.objects.get().failures == 1


def test_when_it_is_back_all_goes_out(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = HOST, free_port()
    hang_up()
    letters_wait(5)
    assert sender.send_due() == {"away": 1}
    with opened() as box:
        # The same server, which is known by its address.
        MailServer.objects.update(
            name=MailServer.objects.get().name.rpartition(":")[0] + f":{box.port}"
        )
        settings.EMAIL_PORT = box.port
        assert sender.send_due() == {}
        it_is_time_to_try()
        assert sender.send_due() == {"sent": 5}
        assert len(box.taken) == 5
    assert MailServer.objects.values_list("failures", "failing_since", "retry_at").get() == (
        0,
        None,
        None,
    )


@pytest.mark.django_db(transaction=True)
def test_two_workers_try_it_once(tried: list[float]) -> None:
    transport.note_away()
    MailServer.objects.update(retry_at=Now() - timedelta(seconds=1))
    with threads() as at_once:
        found = [at_once.start(transport.is_away) for _ in range(4)]
        assert [one.result() for one in found] == [True] * 4
    assert len(tried) == 1
    assert MailServer.objects.get().failures == 2
