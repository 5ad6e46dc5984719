"""A recovery code: the way back into an account without an address.

It has 100 bits of chance, so nobody finds it by trying, and a plain hash of it is enough to keep. It sets a
new password once. A new code replaces the one before.

Why so: docs/why.md#recovery-code.
"""

import hmac
import secrets
from hashlib import sha256

from django.db import transaction
from django.db.models.functions import Now

from players.models import Player, RecoveryCode

LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's: none of them is easily taken for another."""
LENGTH = 20
TAKEN_FOR = str.maketrans({"o": "0", "i": "1", "l": "1", "-": None, " ": None})


def make(player: Player) -> str:
    """A new code, in groups of five; it is shown this once."""
    code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    RecoveryCode.objects.bulk_create(
        [RecoveryCode(player=player, digest=_digest(code), made_at=Now())],
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=["digest", "made_at"],
    )
    return "-".join(code[at : at + 5] for at in range(0, LENGTH, 5))


def fits(player: Player, given: str) -> bool:
    """Whether this is the player's code, whatever capitals and hyphens it was written with."""
    held = RecoveryCode.objects.filter(player=player).first()
    return held is not None and hmac.compare_digest(bytes(held.digest), _digest(given))


@transaction.atomic
def redeem(player: Player, given: str, password: str) -> bool:
    """Set a new password, and forget the code. False if it is not her code, or no longer.

    Nor is it that of an account that was closed meanwhile.
    """
    if not player.still_active():
        return False
    held = RecoveryCode.objects.select_for_update().filter(player=player).first()
    if held is None or not hmac.compare_digest(bytes(held.digest), _digest(given)):
        return False
    held.delete()
    player.set_password(password)
    player.save(update_fields=["password"])
    return True


def _digest(text: str) -> bytes:
    return sha256(text.lower().translate(TAKEN_FOR).encode()).digest()
