"""A passkey as a browser brings it, whose private half nobody has."""

from typing import Any

from fido2.cose import ES256
from fido2.utils import sha256, websafe_encode
from fido2.webauthn import (
    Aaguid,
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

HERE = "testserver"


def credential() -> dict[str, Any]:
    """What is kept of it."""
    key = ES256({1: 2, 3: -7, -1: 1, -2: bytes(32), -3: bytes(32)})
    made = AttestedCredentialData.create(Aaguid.NONE, b"pearl", key)
    flags = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV | AuthenticatorData.FLAG.AT
    data = AuthenticatorData.create(sha256(HERE.encode()), flags, 0, made)
    client = CollectedClientData.create(CollectedClientData.TYPE.CREATE, b"tide", f"https://{HERE}")
    sent = {
        "clientDataJSON": websafe_encode(client),
        "attestationObject": websafe_encode(AttestationObject.create("none", data, {})),
    }
    name = websafe_encode(b"pearl")
    return {
        "id": name,
        "rawId": name,
        "type": "public-key",
        "response": sent,
        "clientExtensionResults": {},
    }
