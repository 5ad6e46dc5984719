"""Erasure of an account that ends: it is closed, then erased part by part.

Each step is a transaction, and finds by itself what is left. So a worker that is killed loses nothing, and
two workers do nothing twice. A day later all parts are erased once more: by then no call that was under way
and no answer that was kept for a day can leave anything. Only then the erasure is complete.
"""

import logging
import time
from collections import Counter
from datetime import timedelta
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import OperationalError, transaction
from django.utils import timezone

from players import names
from players.idempotency import KEPT_FOR
from players.models import AccountDeletion, Player
from players.privacy.closure import ask_for_ending, skip_grace
from players.privacy.parts import ExportPart, erased_parts

log = logging.getLogger(__name__)

AGAIN_AFTER = KEPT_FOR + timedelta(hours=1)
"""Time until all parts are erased once more: by then no earlier answer is kept."""
AFTER_FAULT = timedelta(minutes=10)

BLANK: dict[str, Any] = {
    "email": "",
    "about": "",
    "avatar": "",
    "shows": [],
    "renamed_at": None,
    "first_name": "",
    "last_name": "",
    "last_login": None,
    "is_active": False,
    "is_staff": False,
    "is_superuser": False,
}
"""Columns of an account that has ended. Its name, password and day are made for it."""
STAYS = ("id", "epoch", "kind", "bot_of", "silenced_until", "suspended_until")
"""Columns of an account that identify no person: the owner of a bot is an account as well."""


@transaction.atomic
def end_now(player: Player, by: AccountDeletion.RequestedBy) -> None:
    """End an account without days of grace; the sweep erases the rest. A second call has no effect."""
    wanted = ask_for_ending(player, by)
    skip_grace(wanted)
    _close_account(wanted.pk)


def erase_due(seconds: float = 15.0) -> int:
    """Erase accounts that are due, for about so many seconds; return the number of accounts tried."""
    until = time.monotonic() + seconds
    seen = set[int]()
    while time.monotonic() < until and (ending_id := _find_next(seen)) is not None:
        seen.add(ending_id)
        go_over(ending_id, until)
    return len(seen)


def go_over(ending_id: int, until: float) -> bool:
    """Erase what there is of one account; return whether nothing was left.

    What is not reached in time, or cannot be erased yet, is left to a later run.
    """
    if not _close_account(ending_id):
        return False
    faults = 0
    for part in erased_parts():
        try:
            while some := _erase_part(ending_id, part):
                if time.monotonic() > until:
                    return False
        except OperationalError:
            raise  # The database is away, or another process waits for this one: the next run goes on.
        except Exception as error:  # noqa: BLE001  One part must not hold up the others.
            log.error("Ending %s, %s: %s", ending_id, part.name, type(error).__name__)  # noqa: TRY400
            faults += 1
        else:
            if some is None:
                return False  # Another worker is at it.
    _note_run(ending_id, faults)
    return faults == 0


def _find_next(seen: set[int]) -> int | None:
    due = AccountDeletion.objects.filter(erased_at__isnull=True, next_at__lte=timezone.now())
    found = due.exclude(pk__in=seen).order_by("next_at").values_list("pk", flat=True)
    return found.first()


@transaction.atomic
def _close_account(ending_id: int) -> bool:
    """Remove the person from the account's row; False if another worker has it, or it was withdrawn.

    This comes first, so that no sign-in adds to what is being erased.
    """
    ending = _claim_ending(ending_id)
    if ending is None:
        return False
    if ending.closed_at is not None:
        _blank_account(ending.player_id)
        return True
    player = Player.objects.select_for_update(no_key=True).get(pk=ending.player_id)
    now = timezone.now()
    names.keep_name(player.username)
    values = {"username": names.of_nobody(), "password": make_password(None), "date_joined": now}
    Player.objects.filter(pk=player.pk).update(**BLANK, **values)
    ending.closed_at = now
    ending.save(update_fields=["closed_at"])
    return True


def _blank_account(player_id: int) -> None:
    """Blank the row again, where a call under way has written to it while the account was closed."""
    player = Player.objects.select_for_update(no_key=True).get(pk=player_id)
    values = {name: value for name, value in BLANK.items() if getattr(player, name) != value}
    if player.has_usable_password():
        values["password"] = make_password(None)
    if values:
        Player.objects.filter(pk=player_id).update(**values)


@transaction.atomic
def _erase_part(ending_id: int, part: ExportPart) -> int | None:
    """Erase some rows of a part; return their number, None if another worker has the account."""
    ending = _claim_ending(ending_id)
    if ending is None or part.erase is None:
        return None
    some = part.erase(ending.player)
    if some:
        ending.erased = dict(Counter(ending.erased) + Counter({part.name: some}))
        ending.save(update_fields=["erased"])
    return some


@transaction.atomic
def _note_run(ending_id: int, faults: int) -> None:
    """Record that all parts were erased once, and when the next run is due."""
    ending = _claim_ending(ending_id)
    if ending is None or ending.closed_at is None:
        return
    now = timezone.now()
    again = ending.closed_at + AGAIN_AFTER
    if faults:
        ending.next_at = now + AFTER_FAULT
    elif now < again:
        ending.next_at = again
    else:
        _blank_account(ending.player_id)
        ending.next_at, ending.erased_at = None, now
    ending.save(update_fields=["next_at", "erased_at"])


def _claim_ending(ending_id: int) -> AccountDeletion | None:
    """Return the locked ending, if no other worker has it and there is still something to do."""
    rows = AccountDeletion.objects.select_for_update(skip_locked=True, of=("self",))
    return rows.filter(pk=ending_id, erased_at__isnull=True).select_related("player").first()
