"""Secrets of questions: 130 random bits, in letters that survive a mail address.

Local parts of addresses lose their capitals on the way, so the letters are those of base32 in lower case.
"""

import base64
import secrets
from datetime import timedelta
from hashlib import sha256

from django.db.models.functions import Now

from notifications.models import AnswerLink
from notifications.notice import Notice

LENGTH = 26
"""Letters of a secret, 5 bits each."""
PATTERN = rf"[A-Za-z2-7]{{{LENGTH}}}"
KEPT_FOR = timedelta(days=120)
"""How long a secret still leads to "too late": longer than any turn lasts."""


def of(notice: Notice) -> str | None:
    """Return the secret of a notice's question, the same each time; None if the notice asks nothing."""
    answer_link = asked(notice)
    return None if answer_link is None else written(answer_link)


def asked(notice: Notice) -> AnswerLink | None:
    """Return the row of a notice's question; None if the notice asks nothing."""
    if not notice.asks or notice.game is None or notice.turn is None or notice.seat is None:
        return None
    known_by = {"player": notice.player, "epoch": notice.player.epoch}
    known_by |= {"game": notice.game, "turn": notice.turn, "seat": notice.seat}
    answer_link = AnswerLink.objects.filter(**known_by).first()
    if answer_link is None:
        new = base64.b32encode(secrets.token_bytes(17)).decode().lower()[:LENGTH]
        made = AnswerLink(
            **known_by,
            digest=_secret_digest(new),
            secret=new.encode(),
            language=notice.language,
            zone=notice.zone.key,
            made_at=Now(),
        )
        # Another process may make one at this moment; the first one counts, and no savepoint is needed.
        AnswerLink.objects.bulk_create([made], ignore_conflicts=True)
        answer_link = AnswerLink.objects.get(**known_by)
    answer_link.player, answer_link.game = notice.player, notice.game
    return answer_link


def written(answer_link: AnswerLink) -> str:
    """Return the secret of a row as it stands in addresses."""
    return bytes(answer_link.secret).decode()


def find(secret: str) -> AnswerLink | None:
    """Return the question with this secret; None if unknown or no longer valid for its player."""
    return _find_valid(digest=_secret_digest(secret))


def numbered(number: int) -> AnswerLink | None:
    """Return the question with this row number, for callers with another proof; None as in `find`."""
    return _find_valid(pk=number)


def _find_valid(**known_by: object) -> AnswerLink | None:
    answer_link = AnswerLink.objects.select_related("player", "game").filter(**known_by).first()
    if (
        answer_link is None
        or not answer_link.player.is_active
        or answer_link.epoch != answer_link.player.epoch
    ):
        return None
    return answer_link


def prune() -> int:
    """Delete secrets that are too old; return their number."""
    return AnswerLink.objects.filter(made_at__lt=Now() - KEPT_FOR).delete()[0]


def _secret_digest(secret: str) -> bytes:
    return sha256(secret.lower().encode()).digest()
