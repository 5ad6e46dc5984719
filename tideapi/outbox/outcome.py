"""What came of an attempt, and what follows: delivered, tried again, or given up.

Why so: docs/why.md#disabled-webhook.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import uniform
from typing import Any

from django.db import models, transaction
from django.db.models.functions import Now
from django.dispatch import Signal

from tideapi.outbox.models import Outgoing, Receiving
from tideapi.outbox.queue import M, Outbox, R

log = logging.getLogger(__name__)

SLOW = 1000
"""Milliseconds from which on an attempt counts as a slow one."""

disabled = Signal()
"""Sent when the server disables a receiver (`receiver`), within the same transaction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The outcome of one attempt, made at `at`; `error` is empty if it succeeded.

    `gone` says that the receiver is there no more. `waits` are the times between attempts, none of them
    shorter than `least`. What was only a `test` is tried once. Where `blames` is false, it is not the
    receiver's fault, and nothing is disabled. `more` goes into the row of the attempt.
    """

    at: datetime
    milliseconds: int
    error: str = ""
    status: int | None = None
    gone: bool = False
    waits: Sequence[timedelta] = ()
    least: timedelta = timedelta(0)
    test: bool = False
    blames: bool = True
    more: dict[str, Any] | None = None


@transaction.atomic
def write_down(outbox: Outbox[R, M], sent: Sequence[M], outcome: Outcome) -> str:
    """Note what came of the attempt to send these together, to one receiver.

    Gives what has become of them: `delivered`, `retried` or `failed`.
    """
    receiver = outbox.locked(getattr(sent[0], f"{outbox.to}_id")).first()
    rows: Any = outbox.messages._default_manager  # noqa: SLF001  Public by documentation.
    found = list(
        rows.filter(pk__in=[one.pk for one in sent]).select_for_update().order_by("created_at")
    )
    if receiver is None or not found:
        return "failed"  # Deleted meanwhile.
    _note_attempts(outbox, found, outcome)
    receiver.slow = bool(outcome.error) or outcome.milliseconds > SLOW
    if not outcome.error:
        receiver.failing_since, receiver.proven = None, True
        for one in found:
            one.state, one.next_at = Outgoing.State.DELIVERED, None
    else:
        receiver.failing_since = receiver.failing_since or outcome.at
        _try_again_or_give_up(receiver, found, outcome)
    rows.bulk_update(found, ["state", "attempts", "next_at"])
    receiver.save(update_fields=receiver.OUTCOME)
    state = str(found[0].state)
    return "retried" if state == Outgoing.State.WAITING else state


def _note_attempts(outbox: Outbox[R, M], messages: Sequence[M], outcome: Outcome) -> None:
    """One attempt of each message; all of them were one."""
    attempts: Any = outbox.attempts
    attempts._default_manager.bulk_create(  # noqa: SLF001
        attempts(
            delivery=message,
            at=outcome.at,
            status=outcome.status,
            error=outcome.error,
            milliseconds=outcome.milliseconds,
            **(outcome.more or {}),
        )
        for message in messages
    )
    for message in messages:
        message.attempts += 1


def _try_again_or_give_up(receiver: Receiving, found: Sequence[M], outcome: Outcome) -> None:
    first = found[0]
    waits = () if outcome.test or outcome.gone else outcome.waits
    if first.attempts <= len(waits):
        # With some chance in it, so that messages that failed together are not retried together.
        wait = max(waits[first.attempts - 1] * uniform(0.8, 1.2), outcome.least)
        for one in found:
            one.next_at = outcome.at + timedelta(milliseconds=outcome.milliseconds) + wait
        return
    for one in found:
        one.state, one.next_at = Outgoing.State.FAILED, None
    if not receiver.enabled or not outcome.blames:
        return
    if outcome.gone:
        disable(receiver, Receiving.Why.GONE, outcome.at)
    elif not outcome.test and _nothing_has_succeeded(receiver, first):
        disable(receiver, Receiving.Why.FAILED, outcome.at)


def _nothing_has_succeeded(receiver: Receiving, message: Any) -> bool:
    """Whether every attempt has failed since the first one of this message."""
    first = message.log.order_by("-at", "-pk")[message.attempts - 1 : message.attempts].get()
    return receiver.failing_since is not None and receiver.failing_since <= first.at


def end_with_app(found: "models.QuerySet[R]") -> None:
    """Send nothing any more to what an app has set up, because it is ended; then these are no app's.

    The caller holds the lock of the player's row, under which apps set things up.
    """
    for receiver in found.select_for_update(no_key=True).annotate(moment=Now()).order_by("pk"):
        receiver.app = None
        if receiver.enabled:
            moment: datetime = receiver.moment  # type: ignore[attr-defined]
            disable(receiver, Receiving.Why.SIGNED_OUT, moment)
        receiver.save(update_fields=["app", "enabled", "disabled_at", "disabled_why"])


def disable(receiver: Receiving, why: Receiving.Why, at: datetime) -> None:
    """Send nothing to it any more; the caller saves its row."""
    receiver.enabled, receiver.disabled_at, receiver.disabled_why = False, at, why
    log.info("The %s is disabled: %s", receiver, why)
    disabled.send(type(receiver), receiver=receiver)
