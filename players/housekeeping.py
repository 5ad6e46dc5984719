"""Removal of expired rows, in batches, so that no lock is held for long.

Two runs at the same time take different rows, and a second run finds nothing more to do.
"""

import time
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import models, transaction
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Now

from players.guests import expire_guests
from players.idempotency import KEPT_FOR
from players.mail.sender import KEPT_FOR as KEPT_A_LETTER
from players.models import (
    App,
    AppCode,
    AppDevice,
    AppRefresh,
    AppToken,
    Export,
    KeptAnswer,
    KeptName,
    Letter,
    Player,
    ResetRequest,
    StoredSession,
    Token,
)
from players.models.app_rights import ANSWER_TTL

BATCH = 1000
DAY = timedelta(days=1)
APPS_KEPT_FOR = timedelta(days=30)
"""How long an app is kept that acts for no player."""
FEW = 10
"""Batch of rows with large contents."""


def remove_expired(seconds: float = 20.0) -> Counter[str]:
    """Remove expired rows for about so many seconds; return their numbers by kind.

    The rest is left to the next run.
    """
    now, end = Now(), time.monotonic() + seconds
    removed = Counter[str]()
    token_kept_for = timedelta(days=settings.TIDE_EXPIRED_TOKEN_RETENTION_DAYS)
    export_kept_for = timedelta(days=settings.TIDE_EXPORT_RETENTION_DAYS)
    has_session = Exists(StoredSession.objects.filter(session_key=OuterRef("session_key")))
    chores: dict[str, Callable[[], int]] = {
        # While an expired token is kept, its client gets `token_expired`. One of a past epoch is unknown.
        "tokens": _remover(
            Token, Q(expires_at__lt=now - token_kept_for) | Q(epoch__lt=F("player__epoch"))
        ),
        "sessions": _remover(StoredSession, Q(expire_date__lt=now)),
        # For a day a second use of a code is noticed, and a terminal is told that its code has expired.
        "codes of apps": _remover(AppCode, Q(expires__lt=now - DAY)),
        "waiting terminals": _remover(AppDevice, Q(expires__lt=now - DAY)),
        "tokens of apps": _remove_app_tokens,
        "refresh tokens": _remove_app_refreshes,
        "answers to refresh tokens": _clear_app_answers,
        "apps": _remove_apps,
        "traces of sessions": _remover(UserSession, ~has_session),
        "letters": _remover(Letter, Q(created_at__lte=now - KEPT_A_LETTER)),
        "reset requests": _remover(ResetRequest, Q(asked_at__lte=now - KEPT_A_LETTER)),
        "kept answers": _remover(KeptAnswer, Q(at__lte=now - KEPT_FOR)),
        "exports": _remover(Export, Q(asked_at__lte=now - export_kept_for), FEW),
        "kept names": _remover(KeptName, Q(until__lte=now)),
        "guests": expire_guests,
    }
    for name, remove_some in chores.items():
        while time.monotonic() < end and (some := remove_some()):
            removed[name] += some
    return removed


def _remover(model: Any, expired: Any, most: int = BATCH) -> Callable[[], int]:
    """Return a function that removes a batch of the expired rows of this model."""
    return partial(_remove_batch, model.objects.filter(expired), most)


def _remove_app_tokens() -> int:
    """Remove tokens whose refresh token is idle for too long, those of the table, and replaced ones.

    Those of guests are kept longer: they say when the guest was here last.
    """
    now = Now()
    replaced = Q(token_family__isnull=False, expires__lt=now - DAY)
    idle = Q(expires__lt=now - timedelta(days=settings.TIDE_OAUTH_REFRESH_TOKEN_DAYS))
    guests = Q(user__kind=Player.AccountKind.GUEST)
    left = Q(expires__lt=now - timedelta(days=settings.TIDE_GUEST_IDLE_DAYS))
    of_table = Q(session__isnull=False, expires__lt=now - DAY) & (~guests | left)
    over = idle | of_table | replaced | Q(epoch__lt=F("user__epoch"))
    return _remove_rights(AppToken.objects.filter(over))


def _remove_app_refreshes() -> int:
    """Remove refresh tokens; a used one is kept while one of its family may be valid."""
    used = Q(revoked__lt=Now() - timedelta(days=settings.TIDE_OAUTH_REFRESH_TOKEN_DAYS))
    alone = Q(revoked=None, access_token=None)
    return _remove_rights(AppRefresh.objects.filter(used | alone | Q(epoch__lt=F("user__epoch"))))


def _clear_app_answers() -> int:
    """Remove answers to refresh tokens that are too old to be given again."""
    rows = AppRefresh.objects.filter(answer__isnull=False, revoked__lt=Now() - ANSWER_TTL)
    some = AppRefresh.objects.filter(pk__in=rows.values("pk")[:BATCH])
    return int(some.update(answer=None))


def _remove_apps() -> int:
    """Remove apps that registered themselves and have acted for no player for long."""
    own = App.RegistrationSource.MANUAL
    idle = App.objects.exclude(registration_source=own).filter(updated__lt=Now() - APPS_KEPT_FOR)
    kinds: list[Any] = [AppCode, AppToken, AppRefresh]
    for kind in kinds:
        idle = idle.exclude(Exists(kind.objects.filter(application=OuterRef("pk"), user__gt=0)))
    return _remove_batch(idle)


@transaction.atomic
def _remove_rights(rows: "models.QuerySet[Any]") -> int:
    """Remove what apps hold, under the lock of its players, which comes before that of any such row.

    An app's own token, with which it changes its registration, belongs to no player.
    """
    found = dict(rows.values_list("pk", "user")[:BATCH])
    players = Player.objects.select_for_update(no_key=True, skip_locked=True)
    players = players.filter(pk__in=set(found.values()) - {None}).order_by("pk")
    locked = {None, *players.values_list("pk", flat=True)}
    mine = [pk for pk, player in found.items() if player in locked]
    rows.filter(pk__in=mine).delete()
    return len(mine)


@transaction.atomic
def _remove_batch(rows: "models.QuerySet[Any]", most: int = BATCH) -> int:
    locked = rows.select_for_update(skip_locked=True, of=("self",))
    found = list(locked.values_list("pk", flat=True)[:most])
    rows.filter(pk__in=found).delete()
    return len(found)
