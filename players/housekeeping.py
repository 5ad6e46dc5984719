"""Removing what nobody needs any more, in batches, so that no lock is held for long.

Two runs at the same time take different rows, and a second run finds nothing more to do.

Why so: docs/why.md#expired-tokens.
"""

import time
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import models, transaction
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Now

from players.guests import expire_guests
from players.idempotency import KEPT_FOR
from players.mail.sending import KEPT_FOR as KEPT_A_LETTER
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
from players.webhooks import outbox

BATCH = 1000
DAY = timedelta(days=1)
APPS_KEPT_FOR = timedelta(days=30)
"""For how long an app is known that nobody has let in."""
FEW = 10
"""Of what hangs together with much else."""


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
        "answers to refresh tokens": _app_answers,
        "apps": _apps,
        "traces of sessions": _traces,
        "letters": _letters,
        "reset requests": _reset_requests,
        "kept answers": _kept_answers,
        "exports": _exports,
        "kept names": _kept_names,
        "deliveries": outbox.OUTBOX.prune,
        "guests": expire_guests,
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
    """Sessions of pages and the admin that have ended."""
    return _remove(StoredSession.objects.filter(expire_date__lt=Now()))


def _traces() -> int:
    """What was noted of sessions that are gone: from where, and with which browser."""
    there = StoredSession.objects.filter(session_key=OuterRef("session_key"))
    return _remove(UserSession.objects.filter(~Exists(there)))


def _letters() -> int:
    """Letters that nobody has sent: by now what is in them has lost its worth."""
    return _remove(Letter.objects.filter(created_at__lte=Now() - KEPT_A_LETTER))


def _reset_requests() -> int:
    """Requests for which no letter was written while mail was away."""
    return _remove(ResetRequest.objects.filter(asked_at__lte=Now() - KEPT_A_LETTER))


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
    """Those whose refresh token is idle for too long as well, and those of the table, which have none.

    By a guest's it is known when the guest was here last.
    """
    now = Now()
    idle = Q(expires__lt=now - timedelta(days=settings.TIDE_OAUTH_DAYS))
    guests = Q(user__kind=Player.Kind.GUEST)
    left = Q(expires__lt=now - timedelta(days=settings.TIDE_GUEST_DAYS))
    of_table = Q(session__isnull=False, expires__lt=now - DAY) & (~guests | left)
    return _remove_rights(AppToken.objects.filter(idle | of_table | Q(epoch__lt=F("user__epoch"))))


def _app_refreshes() -> int:
    """A used one is kept as long as one of its family may be good, so that a second use is noticed."""
    used = Q(revoked__lt=Now() - timedelta(days=settings.TIDE_OAUTH_DAYS))
    alone = Q(revoked=None, access_token=None)
    return _remove_rights(AppRefresh.objects.filter(used | alone | Q(epoch__lt=F("user__epoch"))))


def _app_answers() -> int:
    """Answers to refresh tokens that are too old to be given again."""
    rows = AppRefresh.objects.filter(answer__isnull=False, revoked__lt=Now() - ANSWER_TTL)
    some = AppRefresh.objects.filter(pk__in=rows.values("pk")[:BATCH])
    return int(some.update(answer=None))


def _apps() -> int:
    """Apps that came by themselves, and that nobody has let in for long. They can come again."""
    own = App.RegistrationSource.MANUAL
    idle = App.objects.exclude(registration_source=own).filter(updated__lt=Now() - APPS_KEPT_FOR)
    kinds: list[Any] = [AppCode, AppToken, AppRefresh]
    for kind in kinds:
        idle = idle.exclude(Exists(kind.objects.filter(application=OuterRef("pk"), user__gt=0)))
    return _remove(idle)


def _exports() -> int:
    """Exports that were asked for long ago, with their archives, ready or not."""
    oldest = Now() - timedelta(days=settings.TIDE_EXPORTS_DAYS)
    return _remove(Export.objects.filter(asked_at__lte=oldest), FEW)


def _kept_names() -> int:
    """Names that anybody may take again."""
    return _remove(KeptName.objects.filter(until__lte=Now()))


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
def _remove(rows: "models.QuerySet[Any]", most: int | None = None) -> int:
    locked = rows.select_for_update(skip_locked=True, of=("self",))
    found = locked.values_list("pk", flat=True)[: most or BATCH]
    found_now = list(found)
    rows.filter(pk__in=found_now).delete()
    return len(found_now)
