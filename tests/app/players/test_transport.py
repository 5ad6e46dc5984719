"""Mail handed to a server: over few connections, and a server that is away or hangs holds up little."""

from collections.abc import Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage

from players.mail import reachable, transport
from players.mail.transport import MailOutcome, nobody_there, send
from players.models import Player, ReturnedMail
from tests.postbox import Postbox, opened
from tideapi.local.up import HOST

TO = "ann@tide.example"


@pytest.fixture
def postbox(settings: Any) -> Iterator[Postbox]:
    with opened() as box:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = HOST, box.port
        yield box


@pytest.fixture
def ann(db: None) -> Player:
    player = Player.objects.create(username="ann", email=TO)
    EmailAddress.objects.create(user=player, email=TO, verified=True, primary=True)
    return player


def mail() -> EmailMessage:
    return EmailMessage("A turn", "Yours.", to=[TO])


def test_many_mails_go_over_one_connection(postbox: Postbox) -> None:
    assert {send(mail()) for _ in range(20)} == {MailOutcome.SENT}
    assert len(postbox.taken) == 20
    assert len(postbox.connections) == 1


def test_a_connection_that_has_carried_enough_is_replaced(
    postbox: Postbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport, "MAX_MESSAGES_PER_CONNECTION", 3)
    assert {send(mail()) for _ in range(7)} == {MailOutcome.SENT}
    assert len(postbox.connections) == 3


def test_a_connection_that_was_closed_meanwhile_is_opened_anew(
    postbox: Postbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport, "IDLE", 0.0)
    assert send(mail()) == MailOutcome.SENT
    slot = transport._slots.get_nowait()
    slot.backend.connection.sock.close()
    transport._slots.put(slot)
    assert send(mail()) == MailOutcome.SENT


def test_who_finds_no_connection_free_is_not_held_up(
    postbox: Postbox, monkeypatch: pytest.MonkeyPatch
) -> None:
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
        ("550 5.1.1 No such user", MailOutcome.REFUSED, True),
        ("550 No such user", MailOutcome.REFUSED, True),
        ("550 5.2.1 Mailbox closed", MailOutcome.REFUSED, True),
        ("550 5.7.1 Your network is on a list", MailOutcome.REFUSED, False),
        ("554 Go away", MailOutcome.REFUSED, False),
        ("450 4.2.0 Greylisted", MailOutcome.KEPT, False),
        ("552 5.2.2 Mailbox full", MailOutcome.REFUSED, False),
    ],
)
def test_only_an_address_that_nobody_has_is_marked(
    ann: Player, postbox: Postbox, said: str, outcome: MailOutcome, *, marked: bool
) -> None:
    postbox.refuses = said
    assert send(mail()) == outcome
    assert ReturnedMail.objects.exists() == marked
    assert (reachable.address_of(ann) is None) == marked
    # The connection is good for the next one.
    postbox.refuses = None
    assert send(mail()) == MailOutcome.SENT
    assert len(postbox.connections) == 1


def test_a_mail_whose_content_is_refused_is_not_tried_for_days(postbox: Postbox) -> None:
    postbox.refuses_content = "554 5.6.0 Not in these words"
    assert send(mail()) == MailOutcome.REFUSED


def test_a_refusal_is_read_by_its_enhanced_code_first() -> None:
    assert nobody_there(550)
    assert not nobody_there(550, 7, 1)
    assert nobody_there(554, 1, 1)
