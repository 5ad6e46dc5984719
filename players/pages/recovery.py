"""Recovery codes, for accounts without an address.

A code has 100 random bits and cannot be guessed, so a plain hash of it is stored. It sets a new password
once. A new code replaces the one before.
"""

import hmac
import secrets
from hashlib import sha256

from django.db import transaction
from django.db.models.functions import Now

from players.models import Player, RecoveryCode

LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's alphabet: no two look alike."""
LENGTH = 20
TAKEN_FOR = str.maketrans({"o": "0", "i": "1", "l": "1", "-": None, " ": None})


def create_code(player: Player) -> str:
    """Create a new code, in groups of five; it is shown this once."""
    code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    RecoveryCode.objects.bulk_create(
        [RecoveryCode(player=player, digest=_code_digest(code), made_at=Now())],
        update_conflicts=True,
        unique_fields=["player"],
        update_fields=["digest", "made_at"],
    )
    return "-".join(code[at : at + 5] for at in range(0, LENGTH, 5))


def is_code_of(player: Player, given: str) -> bool:
    """Return whether this is the player's code, in any case and with any hyphens."""
    held = RecoveryCode.objects.filter(player=player).first()
    return held is not None and hmac.compare_digest(bytes(held.digest), _code_digest(given))


@transaction.atomic
def redeem_code(player: Player, given: str, password: str) -> bool:
    """Set a new password and delete the code; return False if the code is not valid.

    The code of an account that was closed in the meantime is not valid.
    """
    if not player.still_active():
        return False
    held = RecoveryCode.objects.select_for_update().filter(player=player).first()
    if held is None or not hmac.compare_digest(bytes(held.digest), _code_digest(given)):
        return False
    held.delete()
    player.set_password(password)
    player.save(update_fields=["password"])
    return True


def _code_digest(text: str) -> bytes:
    return sha256(text.lower().translate(TAKEN_FOR).encode()).digest()
