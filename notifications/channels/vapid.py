"""The key by which a push service knows this server, and what is signed with it (RFC 8292)."""

import base64
import time
from functools import lru_cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

CURVE = ec.SECP256R1()
BYTES = 32
GOOD_FOR = 12 * 60 * 60
"""Seconds for which a signature is good; a day is the most that is allowed."""


class NoKey(ValueError):
    """TIDE_PUSH_KEY is not there, or is no key."""


def new_key() -> str:
    """A value for TIDE_PUSH_KEY."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return encode_base64url(number.to_bytes(BYTES))


def public_key() -> str:
    """Return the public key that a browser needs to subscribe. Raises `NoKey`."""
    point = _load_private_key(settings.TIDE_PUSH_KEY).public_key()
    return encode_base64url(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def authorization_header(endpoint: str) -> str:
    """The value of `Authorization` for a message to this address. Raises `NoKey`."""
    import jwt  # noqa: PLC0415  An extra.

    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + GOOD_FOR,
        "sub": _operator_contact(),
    }
    signed = jwt.encode(claims, _load_private_key(settings.TIDE_PUSH_KEY), algorithm="ES256")
    return f"vapid t={signed}, k={public_key()}"


def _operator_contact() -> str:
    """Return the operator's address for push services, of mail or of the web."""
    url = str(settings.TIDE_URL)
    return url if url.startswith("https://") else f"mailto:{settings.DEFAULT_FROM_EMAIL}"


@lru_cache(maxsize=4)
def _load_private_key(key: str) -> ec.EllipticCurvePrivateKey:
    try:
        raw = decode_base64url(key)
        if len(raw) != BYTES:
            raise ValueError  # noqa: TRY301
        return ec.derive_private_key(int.from_bytes(raw), CURVE)
    except ValueError:
        raise NoKey("TIDE_PUSH_KEY is no key; `manage.py newpushkey` makes one.") from None


def encode_base64url(raw: bytes) -> str:
    """Base64 for addresses, without padding, as push has it everywhere."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def decode_base64url(text: str) -> bytes:
    """Raises `ValueError`."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
