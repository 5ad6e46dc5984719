"""A question's secret: 130 bits of chance, in letters that survive a mail address.

Local parts of addresses lose their capitals on the way, so the letters are those of base32 in lower case.

Why so: docs/why.md#question-address.
"""

import base64
import secrets
from datetime import timedelta
from hashlib import sha256

from django.db.models.functions import Now

from notifications.models import AskedByMail
from notifications.notice import Notice

LENGTH = 26
"""Letters of a secret, 5 bits each."""
PATTERN = rf"[A-Za-z2-7]{{{LENGTH}}}"
KEPT_FOR = timedelta(days=120)
"""How long a secret still says that it is too late: longer than any turn lasts."""


def of(notice: Notice) -> str | None:
    """The secret of the question that a notice is about, the same each time; None if it asks nothing."""
    row = asked(notice)
    return None if row is None else written(row)


def asked(notice: Notice) -> AskedByMail | None:
    """The row of the question that a notice is about; None if it asks nothing."""
    if not notice.asks or notice.game is None or notice.turn is None or notice.seat is None:
        return None
    its = {"player": notice.player, "epoch": notice.player.epoch}
    its |= {"game": notice.game, "turn": notice.turn, "seat": notice.seat}
    row = AskedByMail.objects.filter(**its).first()
    if row is None:
        new = _new()
        made = AskedByMail(
            **its,
            digest=_digest(new),
            secret=new.encode(),
            language=notice.language,
            zone=notice.zone.key,
            made_at=Now(),
        )
        # Somebody else may have made one at this moment; whose it is counts, and no savepoint is needed.
        AskedByMail.objects.bulk_create([made], ignore_conflicts=True)
        row = AskedByMail.objects.get(**its)
    row.player, row.game = notice.player, notice.game
    return row


def written(row: AskedByMail) -> str:
    """The secret of a row as it stands in addresses."""
    return bytes(row.secret).decode()


def find(secret: str) -> AskedByMail | None:
    """The question with this secret; None if there is none, or if its player may not act by it any more."""
    return _good(digest=_digest(secret))


def numbered(number: int) -> AskedByMail | None:
    """The question whose row has this number, for those who have another proof; None as with `find`."""
    return _good(pk=number)


def _good(**known_by: object) -> AskedByMail | None:
    row = AskedByMail.objects.select_related("player", "game").filter(**known_by).first()
    if row is None or not row.player.is_active or row.epoch != row.player.epoch:
        return None
    return row


def prune() -> int:
    """Forget the secrets that are too old; how many of them."""
    return AskedByMail.objects.filter(made_at__lt=Now() - KEPT_FOR).delete()[0]


def _new() -> str:
    return base64.b32encode(secrets.token_bytes(17)).decode().lower()[:LENGTH]


def _digest(secret: str) -> bytes:
    return sha256(secret.lower().encode()).digest()
