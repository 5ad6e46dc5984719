"""Removing what nobody needs any more, in batches, so that no lock is held for long.

Two runs at the same time take different rows, and a second run finds nothing more to do.

Why so: docs/why.md#expired-tokens.
"""

import time
from collections import Counter
from collections.abc import Callable
from datetime import timedelta

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import models, transaction
from django.db.models import F, Q
from django.db.models.functions import Now

from players.idempotency import KEPT_FOR
from players.models import KeptAnswer, Token
from players.webhooks import outbox

BATCH = 1000


def tidy(seconds: float = 20.0) -> Counter[str]:
    """Remove what is too old, for about so many seconds, and leave the rest to the next run.

    Gives how much was removed, by kind.
    """
    end = time.monotonic() + seconds
    removed = Counter[str]()
    chores: dict[str, Callable[[], int]] = {
        "tokens": _tokens,
        "sessions": _sessions,
        "kept answers": _kept_answers,
        "deliveries": outbox.prune,
    }
    for name, remove_some in chores.items():
        while time.monotonic() < end and (some := remove_some()):
            removed[name] += some
    return removed


def _tokens() -> int:
    """Tokens of an epoch that is over, and those that have expired long ago.

    While an expired token is kept, its client gets `token_expired`. One whose epoch is over is unknown
    at once.
    """
    expired = Q(expires_at__lt=Now() - timedelta(days=settings.TIDE_TOKENS_KEPT_DAYS))
    return _remove(Token.objects.filter(expired | Q(epoch__lt=F("player__epoch"))))


def _sessions() -> int:
    """Sessions of the admin that have ended."""
    return _remove(Session.objects.filter(expire_date__lt=Now()))


def _kept_answers() -> int:
    """Answers that are too old to be given again."""
    return _remove(KeptAnswer.objects.filter(at__lte=Now() - KEPT_FOR))


@transaction.atomic
def _remove(
    rows: "models.QuerySet[Token] | models.QuerySet[Session] | models.QuerySet[KeptAnswer]",
) -> int:
    locked = rows.select_for_update(skip_locked=True, of=("self",))
    found = locked.values_list("pk", flat=True)[:BATCH]
    return rows.filter(pk__in=list(found)).delete()[0]
