"""The outcome of an attempt, and its consequence: delivered, tried again, or given up."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction

from common.outbox.models import Destination, OutboundMessage, vary_wait
from common.outbox.queue import M, Outbox, R
from common.outbox.receivers import disable_receiver

SLOW = 1000
"""Milliseconds from which on an attempt counts as slow."""

NO_WAIT = timedelta(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The outcome of one attempt, made at `at`; `error` is empty if it succeeded.

    `gone` says that the receiver no longer exists; `refused` that it has answered and refuses this message,
    but may accept others. The back-off is at least `least`. A `test` is tried once. Where `blames` is false,
    the receiver is not at fault, and is not disabled. `more` goes into the row of the attempt.
    """

    at: datetime
    milliseconds: int
    error: str = ""
    status: int | None = None
    gone: bool = False
    refused: bool = False
    least: timedelta = NO_WAIT
    test: bool = False
    blames: bool = True
    more: dict[str, Any] | None = None

    @property
    def ended_at(self) -> datetime:
        return self.at + timedelta(milliseconds=self.milliseconds)


@transaction.atomic
def record_attempt(outbox: Outbox[R, M], sent: Sequence[M], outcome: Outcome) -> str:
    """Record the attempt to send these together to one receiver; return their new state.

    It is `delivered`, `retried` or `failed`.
    """
    receiver = outbox.locked(getattr(sent[0], f"{outbox.to}_id")).first()
    rows: Any = outbox.messages._default_manager  # noqa: SLF001  Public by documentation.
    found = list(
        rows.filter(pk__in=[one.pk for one in sent])
        .select_for_update()
        .order_by("created_at", "pk")
    )
    if receiver is None or not found:
        return "failed"  # Deleted since.
    # An attempt that the player asks for while the receiver is failing shortens and lengthens nothing.
    counts = not (outcome.test or (found[0].on_request and receiver.failures))
    _note_attempts(outbox, found, outcome)
    receiver.slow = bool(outcome.error) or outcome.milliseconds > SLOW
    if not outcome.error:
        receiver.note_success()
        receiver.proven = True
        for one in found:
            one.state, one.next_at = OutboundMessage.State.DELIVERED, None
    else:
        receiver.failing_since = receiver.failing_since or outcome.at
        if counts:
            receiver.note_failure(
                outcome.ended_at, settings.TIDE_DELIVERY_RETRY_DELAYS, outcome.least
            )
        _try_again_or_give_up(receiver, found, outcome)
    rows.bulk_update(found, ["state", "attempts", "next_at", "on_request"])
    receiver.save(update_fields=receiver.OUTCOME)
    if receiver.enabled and outcome.error:
        _give_up_what_is_late(outbox, receiver, outcome)
    state = str(found[0].state)
    return "retried" if state == OutboundMessage.State.WAITING else state


def _note_attempts(outbox: Outbox[R, M], messages: Sequence[M], outcome: Outcome) -> None:
    """Record one attempt for each message; all of them were sent as one."""
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
        message.on_request = False


def _try_again_or_give_up(receiver: Destination, found: Sequence[M], outcome: Outcome) -> None:
    """Give messages up after the last try, and disable the receiver if it is to blame.

    Other messages keep their time: they wait until the receiver is tried again (`BackOff.retry_at`).
    """
    first = found[0]
    waits = () if outcome.test or outcome.gone else settings.TIDE_DELIVERY_RETRY_DELAYS
    if first.attempts > len(waits):
        for one in found:
            one.state, one.next_at = OutboundMessage.State.FAILED, None
    elif outcome.refused:
        # The receiver may take what comes behind it, which goes first.
        wait = max(vary_wait(waits[first.attempts - 1]), outcome.least)
        for one in found:
            one.next_at = outcome.ended_at + wait
    if not receiver.enabled or not outcome.blames:
        return
    if outcome.gone:
        disable_receiver(receiver, Destination.Why.GONE, outcome.at)
    elif not outcome.test and receiver.failures > len(settings.TIDE_DELIVERY_RETRY_DELAYS):
        disable_receiver(receiver, Destination.Why.FAILED, outcome.at)


def _give_up_what_is_late(outbox: Outbox[R, M], receiver: R, outcome: Outcome) -> None:
    """Give up messages that have waited for a failing receiver as long as one is tried.

    A receiver that is to blame is disabled by then, and its messages stay.
    """
    waits, failing_since = settings.TIDE_DELIVERY_RETRY_DELAYS, receiver.failing_since
    begun = outcome.at - sum(waits, NO_WAIT)
    if waits and failing_since is not None and failing_since <= begun:
        late = outbox.waiting(receiver).filter(next_at__lte=begun)
        late.update(state=OutboundMessage.State.FAILED, next_at=None, on_request=False)
