"""Claims of receivers by senders, and their due messages.

A sender claims a receiver for a while, in a transaction of its own. While it sends, no transaction is open
and no row is locked. If it dies the claim expires, and the message is sent once more with the same id. All
times are the database's.

Why so: docs/decisions/outbox.md.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Generic, TypeVar

from django.conf import settings
from django.db import connection, models, transaction
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Greatest, Least, Now

from common.outbox.models import DeliveryAttempt, Destination, OutboundMessage

R = TypeVar("R", bound=Destination)
M = TypeVar("M", bound=OutboundMessage)

LEASE = timedelta(seconds=60)
"""How long a claim is valid: longer than any attempt, with the lookup of the name."""
SLOW_AT_ONCE = 4
"""Slow, failing or new receivers that are sent to at a time; the other threads are for the rest."""


@dataclass(frozen=True)
class Outbox(Generic[R, M]):
    """The rows of one kind of receiver. `to` is the field by which a message leads to its receiver.

    `claiming` is the advisory lock under which one receiver at a time is claimed. `reachable` returns the
    condition for receivers that can be reached now.
    """

    receivers: type[R]
    messages: type[M]
    attempts: type[DeliveryAttempt]
    to: str
    claiming: int
    reachable: Callable[[], Q] = Q

    def locked(self, pk: Any) -> "models.QuerySet[R]":
        """Return the receiver's row, locked for a change to it or its messages; none if it is gone."""
        rows: models.QuerySet[R] = self._receivers.filter(pk=pk)
        return rows.select_for_update(no_key=True)

    def waiting(self, receiver: R) -> "models.QuerySet[M]":
        """Return the messages that wait for a receiver, due or not, in order."""
        rows: models.QuerySet[M] = self._messages.filter(
            **{self.to: receiver}, state=OutboundMessage.State.WAITING
        )
        return rows.order_by(*OutboundMessage.ORDER)

    def wake_receiver(self, pk: Any, at: Any, **change: Any) -> None:
        """Schedule a receiver at a moment, or after its back-off."""
        # Earlier than `retry_at` is only what the player has asked for, and that stays.
        soonest = Least("next_attempt_at", Greatest("retry_at", at))
        self._receivers.filter(pk=pk).update(next_attempt_at=soonest, **change)

    def wake_at_once(self, pk: Any) -> bool:
        """Schedule a receiver now, despite its back-off; return False if it is gone."""
        found: models.QuerySet[R] = self._receivers.filter(pk=pk)
        return found.update(next_attempt_at=Least("next_attempt_at", Now())) > 0

    @transaction.atomic
    def add_at_once(self, pk: Any, fields: Callable[[datetime], dict[str, Any]]) -> M | None:
        """Add a message that goes now and first, on the player's request; None if the receiver is gone.

        `fields` returns those of the message from the time of the database.
        """
        found = self.locked(pk).annotate(moment=Now()).first()
        if found is None:
            return None
        moment: datetime = found.moment  # type: ignore[attr-defined]
        message: M = self._messages.create(
            **{self.to: found},
            **fields(moment),
            next_at=moment,
            created_at=moment,
            on_request=True,
        )
        self.wake_at_once(pk)
        return message

    def count_due(self, pks: Iterable[Any]) -> int:
        """Return how many of these receivers are due."""
        found: models.QuerySet[R] = self._receivers.filter(
            pk__in=list(pks), next_attempt_at__lte=Now()
        )
        return found.count()

    @transaction.atomic
    def claim(self, *, slow: bool = True) -> R | None:
        """Claim the enabled receiver that has waited longest with something due.

        At most one of a player, and one more that is slow, is claimed at a time, so that many receivers give
        no player a greater share. `slow` says whether it may be one that is slow, failing or new.
        """
        # One sender at a time, so that each sees what the others have claimed.
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [self.claiming])
        free = Q(busy_until__isnull=True) | Q(busy_until__lte=Now())
        rows: models.QuerySet[R] = self._receivers.filter(
            free, self.reachable(), enabled=True, next_attempt_at__lte=Now(), player__is_active=True
        ).annotate(moment=Now())
        busy = self._receivers.filter(busy_until__gt=Now())
        rows = rows.exclude(Exists(busy.filter(player=OuterRef("player"), slow=OuterRef("slow"))))
        if not slow or busy.filter(slow=True).count() >= SLOW_AT_ONCE:
            rows = rows.filter(slow=False)
        receiver = (
            rows.select_for_update(skip_locked=True, of=("self",), no_key=True)
            .order_by("next_attempt_at")
            .first()
        )
        if receiver is not None:
            self._lease(receiver, receiver.moment)  # type: ignore[attr-defined]
        return receiver

    def next_due(self, receiver: R) -> M | None:
        """Return the message that goes next to a claimed receiver, with the time as `moment`.

        The claim is renewed. None if nothing is due, if the receiver backs off, was disabled or is gone, or
        if another sender has claimed it since, because this claim had expired.
        """
        first: Any = (
            self.waiting(receiver)
            .filter(**{f"{self.to}__enabled": True, f"{self.to}__player__is_active": True})
            .select_related(self.to)
            .annotate(moment=Now())
            .first()
        )
        if first is None or first.next_try(getattr(first, self.to)) > first.moment:
            return None
        return first if self._lease(receiver, first.moment) else None

    @transaction.atomic
    def release(self, receiver: R) -> None:
        """Release a claim. If more is due for the receiver, it goes to the end of the queue."""
        found = self.locked(receiver.pk).annotate(moment=Now()).first()
        if found is None or found.busy_until != receiver.busy_until:
            return  # It is gone, or claimed by another sender: this claim had expired.
        first = self.waiting(found).first()
        soonest = None if first is None else first.next_try(found)
        moment: datetime = found.moment  # type: ignore[attr-defined]
        found.next_attempt_at = None if soonest is None else max(soonest, moment)
        found.busy_until = None
        found.save(update_fields=["next_attempt_at", "busy_until"])

    def _lease(self, receiver: R, moment: datetime) -> bool:
        """Renew the claim from this moment; return False if another sender has claimed it."""
        until = moment + LEASE
        mine = self._receivers.filter(pk=receiver.pk, busy_until=receiver.busy_until)
        if not mine.update(busy_until=until):
            return False
        receiver.busy_until = until
        return True

    @transaction.atomic
    def prune(self, most: int = 1000) -> int:
        """Delete some messages that are too old for the log; return their number."""
        kept = timedelta(days=settings.TIDE_DELIVERY_RETENTION_DAYS)
        old = self._messages.filter(created_at__lt=Now() - kept)
        rows = old.select_for_update(skip_locked=True).order_by("created_at")
        some = list(rows.values_list("pk", flat=True)[:most])
        self._messages.filter(pk__in=some).delete()
        return len(some)

    @property
    def _receivers(self) -> Any:
        return self.receivers._default_manager  # noqa: SLF001  Public by documentation.

    @property
    def _messages(self) -> Any:
        return self.messages._default_manager  # noqa: SLF001
