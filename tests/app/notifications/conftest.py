"""What tests of notices ask for, and a server that takes mail."""

import base64
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from tests.app.notifications.writing import OUR_SERVER, verified
from tests.people import Person
from tests.unit.players.conftest import development, looked_up

__all__ = ["development", "looked_up"]


@pytest.fixture
def takes_mail(settings: Any) -> None:
    settings.TIDE_REPLY_DOMAIN = "tide.example"
    settings.TIDE_MAIL_AUTHSERV_ID = OUR_SERVER
    settings.TIDE_MAIL_ENABLED = True
    settings.DEFAULT_FROM_EMAIL = "table@tide.example"


@pytest.fixture
def writer(takes_mail: None, ann: Person) -> Person:
    """Ann, with a verified address."""
    return verified(ann)


@pytest.fixture
def no_dns(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """The DNS, as far as it is known here; all other names have nothing."""
    import dns.resolver  # noqa: PLC0415  An extra.

    known: dict[str, bytes] = {}

    def resolve(name: str, *_: Any, **__: Any) -> Any:
        if name.rstrip(".") not in known:
            raise dns.resolver.NXDOMAIN

        class Text:
            strings = [known[name.rstrip(".")]]

        return [Text()]

    monkeypatch.setattr(dns.resolver, "resolve", resolve)
    return known


@pytest.fixture(scope="session")
def key() -> rsa.RSAPrivateKey:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


@pytest.fixture
def signs(key: rsa.RSAPrivateKey, no_dns: dict[str, bytes]) -> Callable[..., bytes]:
    """Sign a mail as its sender's server does; the key is in the DNS of each domain that signs."""
    import dkim  # noqa: PLC0415  An extra.

    public = key.public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.TraditionalOpenSSL,
        serialization.NoEncryption(),
    )

    def sign(raw: bytes, domain: str = "post.example", **more: Any) -> bytes:
        no_dns[f"k1._domainkey.{domain}"] = b"v=DKIM1; k=rsa; p=" + base64.b64encode(public)
        made: bytes = dkim.sign(raw, b"k1", domain.encode(), private, **more)
        return made + raw

    return sign


@pytest.fixture(params=["signature", "our server"])
def vouched(request: pytest.FixtureRequest, settings: Any, takes_mail: None) -> bool:
    """Whether the operator's mail server says who has sent a mail, or a signature alone."""
    settings.TIDE_MAIL_AUTHSERV_ID = OUR_SERVER if request.param == "our server" else ""
    return bool(settings.TIDE_MAIL_AUTHSERV_ID)


@pytest.fixture
def signature_counts(settings: Any, takes_mail: None) -> None:
    settings.TIDE_MAIL_AUTHSERV_ID = ""
