"""What is done when an account ends: it is closed, then part by part is erased.

Each step is a transaction, and finds by itself what is left. So a worker that is killed loses nothing, and
two do nothing twice. All parts are gone over once more a day later. By then nothing can be left of what was
under way, or was kept for a day, while the account was closed. Only then it is over.

Why so: docs/why.md#erased-twice, docs/why.md#closing.
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
from players.models import Ending, Player
from players.privacy.closure import ask, hurry
from players.privacy.parts import Part, erased

log = logging.getLogger(__name__)

AGAIN_AFTER = KEPT_FOR + timedelta(hours=1)
"""When all parts are gone over once more: by then no answer of before is kept."""
AFTER_FAULT = timedelta(minutes=10)

BLANK: dict[str, Any] = {
    "email": "",
    "about": "",
    "shows": [],
    "renamed_at": None,
    "first_name": "",
    "last_name": "",
    "last_login": None,
    "is_active": False,
    "is_staff": False,
    "is_superuser": False,
}
"""What stands in an account that has ended. Its name, its password and its day are made for it."""
STAYS = ("id", "epoch", "kind", "bot_of")
"""Columns of an account that tell nothing of a person: whose bot it was is an account as well."""


@transaction.atomic
def end_now(player: Player, by: Ending.By) -> None:
    """End an account that nobody can have back; what is left of it is erased when the sweep comes.

    Done twice it does no harm.
    """
    wanted = ask(player, by)
    hurry(wanted)
    _close(wanted.pk)


def erase_due(seconds: float = 15.0) -> int:
    """Go on with the accounts that are due, for about so many seconds; how many have had their turn."""
    until = time.monotonic() + seconds
    seen = set[int]()
    while time.monotonic() < until and (ending_id := _next(seen)) is not None:
        seen.add(ending_id)
        go_over(ending_id, until)
    return len(seen)


def go_over(ending_id: int, until: float) -> bool:
    """Erase what there is of one account; whether nothing was left.

    What is not reached in time, or cannot be done yet, is left to a later run.
    """
    if not _close(ending_id):
        return False
    faults = 0
    for part in erased():
        try:
            while some := _erase(ending_id, part):
                if time.monotonic() > until:
                    return False
        except OperationalError:
            raise  # The database is away, or somebody waits for us: the next run goes on.
        except Exception as error:  # noqa: BLE001  One part must not hold up the others.
            log.error("Ending %s, %s: %s", ending_id, part.name, type(error).__name__)  # noqa: TRY400
            faults += 1
        else:
            if some is None:
                return False  # Another worker is at it.
    _note(ending_id, faults)
    return faults == 0


def _next(seen: set[int]) -> int | None:
    due = Ending.objects.filter(erased_at__isnull=True, next_at__lte=timezone.now())
    found = due.exclude(pk__in=seen).order_by("next_at").values_list("pk", flat=True)
    return found.first()


@transaction.atomic
def _close(ending_id: int) -> bool:
    """Take the person out of the account itself; False if it is somebody else's turn, or taken back.

    Closed first, so that nobody signs in who would add to what is being erased.
    """
    ending = _claimed(ending_id)
    if ending is None:
        return False
    if ending.closed_at is not None:
        _blank(ending.player_id)
        return True
    player = Player.objects.select_for_update(no_key=True).get(pk=ending.player_id)
    now = timezone.now()
    names.keep_name(player.username)
    anew = {"username": names.of_nobody(), "password": make_password(None), "date_joined": now}
    Player.objects.filter(pk=player.pk).update(**BLANK, **anew)
    ending.closed_at = now
    ending.save(update_fields=["closed_at"])
    return True


def _blank(player_id: int) -> None:
    """Blank anew what a call that was under way while the account was closed has written to its row."""
    player = Player.objects.select_for_update(no_key=True).get(pk=player_id)
    anew = {name: value for name, value in BLANK.items() if getattr(player, name) != value}
    if player.has_usable_password():
        anew["password"] = make_password(None)
    if anew:
        Player.objects.filter(pk=player_id).update(**anew)


@transaction.atomic
def _erase(ending_id: int, part: Part) -> int | None:
    """Erase some of a part; how much, None if it is somebody else's turn."""
    ending = _claimed(ending_id)
    if ending is None or part.erase is None:
        return None
    some = part.erase(ending.player)
    if some:
        ending.erased = dict(Counter(ending.erased) + Counter({part.name: some}))
        ending.save(update_fields=["erased"])
    return some


@transaction.atomic
def _note(ending_id: int, faults: int) -> None:
    """Note that all parts were gone over, and what comes next."""
    ending = _claimed(ending_id)
    if ending is None or ending.closed_at is None:
        return
    now = timezone.now()
    again = ending.closed_at + AGAIN_AFTER
    if faults:
        ending.next_at = now + AFTER_FAULT
    elif now < again:
        ending.next_at = again
    else:
        _blank(ending.player_id)
        ending.next_at, ending.erased_at = None, now
    ending.save(update_fields=["next_at", "erased_at"])


def _claimed(ending_id: int) -> Ending | None:
    """The ending with the lock of its row, if nobody else has it and there is still something to do."""
    rows = Ending.objects.select_for_update(skip_locked=True, of=("self",))
    return rows.filter(pk=ending_id, erased_at__isnull=True).select_related("player").first()
