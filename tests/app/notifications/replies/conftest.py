"""Signatures of mail servers, and the DNS in which their keys are."""

import base64
from collections.abc import Callable
from typing import Any

import dkim
import dns.resolver
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from tests.app.notifications.mails import vouch_for


@pytest.fixture(autouse=True)
def no_dns(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """The DNS, as far as it is known here; all other names have nothing."""
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
def sign(key: rsa.RSAPrivateKey, no_dns: dict[str, bytes]) -> Callable[..., bytes]:
    """Sign a mail as its sender's server does; the key is in the DNS of each domain that signs."""
    public = key.public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.TraditionalOpenSSL,
        serialization.NoEncryption(),
    )

    def sign_mail(raw: bytes, domain: str = "post.example", **more: Any) -> bytes:
        no_dns[f"k1._domainkey.{domain}"] = b"v=DKIM1; k=rsa; p=" + base64.b64encode(public)
        made: bytes = dkim.sign(raw, b"k1", domain.encode(), private, **more)
        return made + raw

    return sign_mail


@pytest.fixture(params=["signature", "our server"])
def hand_on(
    request: pytest.FixtureRequest, settings: Any, takes_mail: None
) -> Callable[..., bytes]:
    """Hand a signed mail on: the operator's mail server vouches for it, or its signature alone does."""
    if request.param == "our server":
        return vouch_for
    settings.TIDE_MAIL_AUTHSERV_ID = ""
    return lambda raw: raw


@pytest.fixture
def signature_counts(settings: Any, takes_mail: None) -> None:
    settings.TIDE_MAIL_AUTHSERV_ID = ""
