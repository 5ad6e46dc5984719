"""Mail as a service brings it: by a call, made again until it succeeds. `mailin` where it cannot begin."""

import base64
import json
import socket
from collections.abc import Callable
from typing import Any

import pytest
from anymail.exceptions import AnymailWebhookValidationFailure
from anymail.inbound import AnymailInboundMessage
from anymail.signals import AnymailInboundEvent, inbound
from anymail.webhooks.postmark import PostmarkInboundWebhookView
from django.core.management import CommandError, call_command
from django.db import OperationalError
from django.test import RequestFactory

from notifications.models import ReceivedMail
from notifications.replies.outcome import Later, ReplyOutcome
from tests.app.notifications.mails import letters, write_reply

SECRET = "quill:of-a-gull"
Service = Callable[..., int]


@pytest.fixture
def service(settings: Any) -> Service:
    """Call as a service does that sends the raw mail; the status of the answer."""
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET}
    view = PostmarkInboundWebhookView.as_view()

    def call(raw: bytes, secret: str = SECRET, sender: str = "ann@post.example") -> int:
        event = {
            "RawEmail": raw.decode(),
            "Headers": [{"Name": "Return-Path", "Value": f"<{sender}>"}],
        }
        known = base64.b64encode(secret.encode()).decode()
        request = RequestFactory().post(
            "/account/mail/postmark/inbound/",
            json.dumps(event),
            content_type="application/json",
            headers={"Authorization": f"Basic {known}"},
        )
        return int(view(request).status_code)

    return call


def test_a_mail_is_played_once_though_the_database_was_away(question, service, monkeypatch) -> None:
    def fail(*_: Any) -> None:
        raise OperationalError

    raw = question.write()
    with pytest.raises(AnymailWebhookValidationFailure):
        service(raw, "quill:of-a-crow")
    with monkeypatch.context() as patch:
        patch.setattr("games.play.submissions.submit", fail)
        with pytest.raises(Later):
            service(raw)
    assert question.is_untouched
    assert not ReceivedMail.objects.exists()
    assert [service(raw), service(raw)] == [200, 200]
    assert question.sealed()["action"]["card"] == question.hand[1]
    assert len(letters()) == 1


def test_a_player_hears_of_an_unproved_reply(question, service) -> None:
    assert service(question.write(), sender="") == 200
    assert question.is_untouched
    assert service(question.write(proof="mx.tide.example; dmarc=fail")) == 200
    assert question.sealed() is None
    (letter,) = letters()
    assert "was refused" in letter["text"]


@pytest.mark.usefixtures("signature_counts")
def test_its_signature_still_proves_a_mail_whose_headers_are_long(question, service, sign) -> None:
    thread = "References: " + " ".join(f"<{one}.{'x' * 40}@post.example>" for one in range(4))
    raw = question.write(proof=None, headers=f"{thread}\r\n")
    assert service(sign(raw, canonicalize=(b"simple", b"simple"))) == 200
    assert question.sealed() is not None


def test_the_address_of_the_envelope_counts_before_those_in_the_mail(question) -> None:
    message = AnymailInboundMessage.parse_raw_mime_bytes(
        write_reply(f"play+{'a' * 26}@tide.example, {question.to}", question.play)
    )
    message.envelope_recipient, message.envelope_sender = question.to, "ann@post.example"
    event = AnymailInboundEvent(event_type="inbound", message=message)
    said = dict(inbound.send(sender=object(), event=event, esp_name="Quill"))
    assert ReplyOutcome.SEALED in said.values()


@pytest.mark.django_db
@pytest.mark.parametrize("place", ["nowhere", "127.0.0.1:99999", "/no/such/folder/lmtp", "{taken}"])
def test_a_place_where_no_mail_can_be_taken_is_named(settings, place: str) -> None:
    settings.TIDE_REPLY_DOMAIN = "tide.example"
    with socket.create_server(("127.0.0.1", 0)) as other:
        listen = place.format(taken=f"127.0.0.1:{other.getsockname()[1]}")
        with pytest.raises(CommandError, match="No mail is taken at"):
            call_command("mailin", "--listen", listen)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("domain", "asked", "said"),
    [("", (), "Set TIDE_REPLY_DOMAIN"), ("tide.example", ("--imap",), "Set TIDE_IMAP_URL")],
)
def test_without_its_settings_it_says_which_is_missing(settings, domain, asked, said) -> None:
    settings.TIDE_REPLY_DOMAIN, settings.TIDE_IMAP_URL = domain, ""
    with pytest.raises(CommandError, match=said):
        call_command("mailin", *asked)
