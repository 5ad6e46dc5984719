"""Every channel with an address at a receiver on this machine."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from notifications.channels import Channel
from notifications.channels.chats import Discord, Matrix, Slack
from notifications.channels.ntfy import Ntfy
from notifications.channels.vapid import CURVE, encode_base64url
from notifications.channels.web_push import WebPush

Json = dict[str, Any]

BROWSER = ec.generate_private_key(CURVE)
SHARED = os.urandom(16)
KEYS = {
    "p256dh": encode_base64url(
        BROWSER.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    ),
    "auth": encode_base64url(SHARED),
}


@dataclass(frozen=True)
class Way:
    """A channel, and the address of a receiver by it, made of the URL of a server."""

    channel: Channel
    address: Callable[[str], Json]
    secret: str
    """What of the address nobody but the two ends may know."""


WAYS = [
    Way(Ntfy(), lambda url: {"url": f"{url}/deep/secret-topic", "token": "tk_a"}, "secret-topic"),
    Way(WebPush(), lambda url: {"endpoint": f"{url}/push/who-it-is", "keys": KEYS}, "who-it-is"),
    Way(Discord(), lambda url: {"url": f"{url}/api/webhooks/12345/tok-en_1"}, "tok-en_1"),
    Way(Slack(), lambda url: {"url": f"{url}/services/T0/B0/tok3n"}, "tok3n"),
    Way(
        Matrix(), lambda url: {"url": f"{url}/", "room": "!r:a.example", "token": "syt_a"}, "syt_a"
    ),
]
