"""Names that are kept from others for a while, after whoever had them has left."""

import secrets
from datetime import timedelta

from django.utils import timezone
from django.utils.crypto import salted_hmac

from players.models import KeptName

KEPT_FOR = timedelta(days=90)
"""So long nobody can take the name of somebody who has left, and pass for her."""
NOBODY = "deleted-"
"""How the names begin of accounts that have ended."""


def keep(username: str) -> None:
    """Keep a name from others from now on."""
    until = timezone.now() + KEPT_FOR
    row = KeptName(digest=_digest(username), until=until)
    KeptName.objects.bulk_create(
        [row], update_conflicts=True, unique_fields=["digest"], update_fields=["until"]
    )


def is_kept(username: str) -> bool:
    return KeptName.objects.filter(digest=_digest(username), until__gt=timezone.now()).exists()


def of_nobody() -> str:
    """A new name for an account that has ended, made by chance."""
    return NOBODY + secrets.token_hex(6)


def _digest(username: str) -> bytes:
    return salted_hmac("players.kept_name", username.lower(), algorithm="sha256").digest()
