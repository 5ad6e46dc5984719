"""Removing what nobody needs any more, in batches, so that no lock is held for long.

Two runs at the same time take different rows, and a second run finds nothing more to do.

Why so: docs/why.md#expired-tokens.
"""

import time
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import models, transaction
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Now

from players.idempotency import KEPT_FOR
from players.models import App, AppCode, AppDevice, AppRefresh, AppToken, KeptAnswer, Token
from players.webhooks import outbox

BATCH = 1000
DAY = timedelta(days=1)
APPS_KEPT_FOR = timedelta(days=30)
"""For how long an app is known that nobody has let in."""


def tidy(seconds: float = 20.0) -> Counter[str]:
    """Remove what is too old, for about so many seconds, and leave the rest to the next run.

    Gives how much was removed, by kind.
    """
    end = time.monotonic() + seconds
    removed = Counter[str]()
    chores: dict[str, Callable[[], int]] = {
        "tokens": _tokens,
        "sessions": _sessions,
        "codes of apps": _app_codes,
        "waiting terminals": _app_devices,
        "tokens of apps": _app_tokens,
        "refresh tokens": _app_refreshes,
        "apps": _apps,
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


def _app_codes() -> int:
    """Used ones are kept for a day, so that a second use is noticed."""
    return _remove(AppCode.objects.filter(expires__lt=Now() - DAY))


def _app_devices() -> int:
    """Terminals that nobody has waited for; until then they are told that their code has expired."""
    return _remove(AppDevice.objects.filter(expires__lt=Now() - DAY))


def _app_tokens() -> int:
    """Those whose refresh token is idle for too long as well."""
    idle = Q(expires__lt=Now() - timedelta(days=settings.TIDE_OAUTH_DAYS))
    return _remove(AppToken.objects.filter(idle | Q(epoch__lt=F("user__epoch"))))


def _app_refreshes() -> int:
    """A used one is kept as long as one of its family may be good, so that a second use is noticed."""
    used = Q(revoked__lt=Now() - timedelta(days=settings.TIDE_OAUTH_DAYS))
    alone = Q(revoked=None, access_token=None)
    return _remove(AppRefresh.objects.filter(used | alone | Q(epoch__lt=F("user__epoch"))))


def _apps() -> int:
    """Apps that came by themselves, and that nobody has let in for long. They can come again."""
    own = App.RegistrationSource.MANUAL
    idle = App.objects.exclude(registration_source=own).filter(updated__lt=Now() - APPS_KEPT_FOR)
    kinds: list[Any] = [AppCode, AppToken, AppRefresh]
    for kind in kinds:
        idle = idle.exclude(Exists(kind.objects.filter(application=OuterRef("pk"), user__gt=0)))
    return _remove(idle)


@transaction.atomic
def _remove(rows: "models.QuerySet[Any]") -> int:
    locked = rows.select_for_update(skip_locked=True, of=("self",))
    found = locked.values_list("pk", flat=True)[:BATCH]
    return rows.filter(pk__in=list(found)).delete()[0]
