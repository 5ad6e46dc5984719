"""Web push: a notice in a browser or an installed app, which nobody on the way can read (RFC 8291)."""

import os
from collections.abc import Sequence
from hashlib import sha256
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import override

from common.optional_packages import is_installed
from common.rest.errors import ApiError
from common.rest.fields import CharField, IntegerField
from common.rest.json_codec import Json, dump
from common.rest.serializers import Body
from notifications.channels import Channel, ShownAddress, vapid
from notifications.channels.brief import Brief, build_brief, shorten_text
from notifications.channels.egress import UrlField, check_url, send, visible_origin
from notifications.notice import Notice

POINT, AUTH = 65, 16
"""Bytes of a browser's public key, and of what it shares with us."""
MAX_TEXT_LENGTH = 500
"""Characters of a text: all must fit into 4,096 bytes, which is what every push service takes."""
KEPT = 24 * 60 * 60
"""Seconds for which a notice that is worth something for ever waits for a browser that is not there."""
MIN_TTL = 60


class PushKeys(Body):
    p256dh = CharField(max_length=100, help_text="The browser's public key.")
    auth = CharField(max_length=50, help_text="What it shares with this server.")


class PushAddress(Body):
    endpoint = UrlField(help_text="Where the browser's push service takes messages for it.")
    keys = PushKeys()
    expirationTime = IntegerField(  # noqa: N815  So browsers write it.
        required=False,
        allow_null=True,
        help_text="What browsers send along; when it is over shows when it is sent to.",
    )


class WebPush(Channel):
    name = "web_push"
    for_guests = True
    form = PushAddress

    def offered(self) -> Json | None:
        is_on = settings.TIDE_PUSH_KEY and is_installed("push")
        return {"key": vapid.public_key()} if is_on else None

    def check(self, address: Json) -> Json:
        if self.offered() is None:
            raise ApiError("channel_off", "This server has no web push.")
        check_url(address["endpoint"], "/endpoint")
        keys = address["keys"]
        try:
            point, auth = map(vapid.decode_base64url, (keys["p256dh"], keys["auth"]))
            ec.EllipticCurvePublicKey.from_encoded_point(vapid.CURVE, point)
            are_keys = len(point) == POINT and len(auth) == AUTH
        except ValueError:
            are_keys = False
        if not are_keys:
            raise ApiError("wrong_format", "These are not the keys of a browser.", "/keys")
        return {"endpoint": address["endpoint"], "keys": keys}

    def shown(self, address: Json) -> ShownAddress:
        return {"endpoint": visible_origin(address["endpoint"])}

    def notify(self, address: Json, notices: Sequence[Notice]) -> None:
        for notice in notices:
            brief = build_brief(notice)
            endpoint = address["endpoint"]
            body = _encrypt_payload(dump(_build_payload(notice, brief)), address["keys"])
            send(endpoint, body, _build_headers(endpoint, notice, brief))


def _build_payload(notice: Notice, brief: Brief) -> Json:
    with override(notice.language):
        label = _("Open")
    return {
        "title": shorten_text(brief.title, MAX_TEXT_LENGTH),
        "body": shorten_text(brief.text, MAX_TEXT_LENGTH),
        # Without the server's name: it is opened where the page was that has subscribed.
        "url": urlsplit(brief.url).path,
        "tag": _replaced_topic(notice),
        "actions": [{"action": "open", "title": label}] if notice.asks else [],
    }


def _build_headers(endpoint: str, notice: Notice, brief: Brief) -> dict[str, str]:
    # What still waits for a browser and is about the same game is replaced. The push service learns no id.
    topic = vapid.encode_base64url(
        sha256(f"{endpoint} {_replaced_topic(notice)}".encode()).digest()[:24]
    )
    return {
        "Authorization": vapid.authorization_header(endpoint),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(KEPT if brief.left is None else max(MIN_TTL, brief.left)),
        "Urgency": brief.urgency,
        "Topic": topic,
    }


def _replaced_topic(notice: Notice) -> str:
    return notice.kind if notice.game is None else f"game-{notice.game.pk}"


def _encrypt_payload(plain: bytes, keys: Json) -> bytes:
    import http_ece  # noqa: PLC0415  An extra.

    sealed: bytes = http_ece.encrypt(
        plain,
        salt=os.urandom(16),
        private_key=ec.generate_private_key(vapid.CURVE),
        dh=vapid.decode_base64url(keys["p256dh"]),
        auth_secret=vapid.decode_base64url(keys["auth"]),
        version="aes128gcm",
    )
    return sealed
