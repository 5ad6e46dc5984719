"""Passkeys and second steps of signing in: their names, and the encryption of their secrets."""

import base64
from typing import Any

from allauth.core.internal.cryptokit import normalize_user_code
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from common.db import encrypted

SECRETS = ("secret", "seed")
"""Secret members of an authenticator's data: an app's key, and the seed of spare codes."""

TAKEN = "taken"
"""The half minute of the last code that was accepted, counted as in RFC 6238."""


class SecondSteps(DefaultMFAAdapter):
    """allauth's adapter, with our encryption and names."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("This is not the right code."),
        "cannot_generate_recovery_codes": _("Set an app up or add a passkey first."),
    }

    def encrypt(self, text: str) -> str:
        return base64.urlsafe_b64encode(encrypted.encrypt_bytes(text.encode())).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return encrypted.decrypt_token(base64.urlsafe_b64decode(encrypted_text)).decode()

    def get_totp_label(self, user: AbstractBaseUser) -> str:
        return user.get_username()

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Any) -> str:  # noqa: A002
        count = Authenticator.objects.filter(user_id=user.pk, type=type).count()
        return f"Passkey {count + 1}"

    def _get_user_identifier(self, user: AbstractBaseUser) -> str:
        return user.get_username()


@transaction.atomic
def use_up(step: Authenticator, typed: str) -> bool:
    """Accept a code of an app; False if it, or a later one, was used before (RFC 6238, section 5.2)."""
    row = Authenticator.objects.select_for_update().get(pk=step.pk)
    secret = SecondSteps().decrypt(row.data["secret"])
    given = normalize_user_code(typed)
    counters = auth.yield_hotp_counters_from_time()
    fits = [
        one for one in counters if auth.format_hotp_value(auth.hotp_value(secret, one)) == given
    ]
    taken = max(fits, default=0)
    if taken <= row.data.get(TAKEN, 0):
        return False
    row.data[TAKEN] = taken
    row.save(update_fields=["data"])
    return True


def needed_by(player: AbstractBaseUser) -> bool:
    """Return whether the player needs a second step after the password."""
    found: bool = Authenticator.objects.filter(user_id=player.pk).exists()
    return found


@transaction.atomic
def reseal() -> tuple[int, list[int]]:
    """Encrypt the secrets again under the first key.

    Return the number of authenticators, and the ids of those that no key opens, which stay unchanged.
    """
    step = SecondSteps()
    rows = list(Authenticator.objects.select_for_update().filter(data__has_any_keys=SECRETS))
    unopened = []
    for row in rows:
        try:
            row.data |= {
                name: step.encrypt(step.decrypt(row.data[name]))
                for name in SECRETS
                if name in row.data
            }
        except encrypted.WrongKey:
            unopened.append(row.pk)
        else:
            row.save(update_fields=["data"])
    return len(rows) - len(unopened), unopened
