"""Mail as a service brings it: by a call, which is made again until it succeeds."""

import base64
import json
from collections.abc import Callable
from typing import Any

import dkim
import pytest
from anymail.exceptions import AnymailWebhookValidationFailure
from anymail.inbound import AnymailInboundMessage
from anymail.signals import AnymailInboundEvent, inbound
from anymail.webhooks.postmark import PostmarkInboundWebhookView
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from django.db import OperationalError
from django.test import RequestFactory

from notifications.models import ReceivedMail
from notifications.replies import proof
from notifications.replies.outcome import Later, ReplyOutcome
from players.models import Letter
from tests.app.notifications.writing import addressed, reply
from tests.event_log import logged_events
from tests.people import Person

Table = Callable[..., str]
SECRET = "quill:of-a-gull"


@pytest.fixture
def service(settings: Any, takes_mail: None) -> Callable[..., int]:
    """Call as a service does that sends the raw mail; what it is answered."""
    settings.ANYMAIL = {"WEBHOOK_SECRET": SECRET}
    called = PostmarkInboundWebhookView.as_view()

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
        return int(called(request).status_code)

    return call


def sealings(game: str) -> int:
    return len(logged_events(game, "sealed"))


def test_a_reply_that_a_service_brings_is_played_once(
    table: Table, writer: Person, service: Callable[..., int]
) -> None:
    game = table()
    raw = reply(addressed(writer, game), f"play {writer.sees(game)['mine']['hand'][1]}")
    assert [service(raw), service(raw)] == [200, 200]
    assert sealings(game) == 1
    assert ReceivedMail.objects.count() == 1


def test_whoever_has_not_the_services_secret_brings_nothing(
    table: Table, writer: Person, service: Callable[..., int]
) -> None:
    game = table()
    raw = reply(addressed(writer, game), f"play {writer.sees(game)['mine']['hand'][1]}")
    with pytest.raises(AnymailWebhookValidationFailure):
        service(raw, "quill:of-a-crow")
    assert sealings(game) == 0


def test_a_call_fails_while_the_database_is_away_and_nothing_is_lost(
    table: Table, writer: Person, service: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table()
    raw = reply(addressed(writer, game), f"play {writer.sees(game)['mine']['hand'][1]}")

    def away(*_: Any) -> None:
        raise OperationalError

    with monkeypatch.context() as patch:
        patch.setattr("games.play.submissions.submit", away)
        with pytest.raises(Later):
            service(raw)
    assert service(raw) == 200
    assert sealings(game) == 1


def test_an_unproved_reply_plays_nothing_and_its_player_hears_of_it(
    table: Table, writer: Person, service: Callable[..., int]
) -> None:
    game = table()
    raw = reply(addressed(writer, game), "play 3", proof="mx.tide.example; dmarc=fail")
    assert service(raw) == 200
    assert sealings(game) == 0
    assert "was refused" in Letter.objects.get().content["text"]


def test_a_machine_that_answers_by_itself_is_left_alone(
    table: Table, writer: Person, service: Callable[..., int]
) -> None:
    game = table()
    raw = reply(addressed(writer, game), f"play {writer.sees(game)['mine']['hand'][1]}")
    assert service(raw, sender="") == 200
    assert sealings(game) == 0
    assert not Letter.objects.exists()


def test_its_signature_still_proves_a_mail_whose_headers_are_long(
    table: Table,
    writer: Person,
    service: Callable[..., int],
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.TIDE_MAIL_AUTHSERV_ID = ""
    game = table()
    thread = "References: " + " ".join(f"<{one}.{'x' * 40}@post.example>" for one in range(4))
    raw = reply(
        addressed(writer, game),
        f"play {writer.sees(game)['mine']['hand'][1]}",
        proof=None,
        headers=f"{thread}\r\n",
    )
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    monkeypatch.setattr(proof, "_fetch_key", lambda *_, **__: published(key))
    signature = dkim.sign(
        raw, b"k1", b"post.example", private(key), canonicalize=(b"simple", b"simple")
    )
    assert service(signature + raw) == 200
    assert sealings(game) == 1


def test_the_address_of_the_envelope_counts_before_those_in_the_mail(
    table: Table, writer: Person
) -> None:
    game = table()
    to, card = addressed(writer, game), writer.sees(game)["mine"]["hand"][1]
    message = AnymailInboundMessage.parse_raw_mime_bytes(
        reply(f"play+{'a' * 26}@tide.example, {to}", f"play {card}")
    )
    message.envelope_recipient, message.envelope_sender = to, "ann@post.example"
    event = AnymailInboundEvent(event_type="inbound", message=message)
    said = dict(inbound.send(sender=object(), event=event, esp_name="Quill"))
    assert ReplyOutcome.SEALED in said.values()
    assert sealings(game) == 1


def private(key: rsa.RSAPrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.TraditionalOpenSSL,
        serialization.NoEncryption(),
    )


def published(key: rsa.RSAPrivateKey) -> bytes:
    """As it stands in the DNS."""
    public = key.public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    return b"v=DKIM1; k=rsa; p=" + base64.b64encode(public)
