"""Base models of receivers, messages and attempts, for every channel."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import uniform
from typing import Any, ClassVar, Self

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from common.ids import draw_id


class BackOffQuerySet(models.QuerySet[Any]):
    """Servers and receivers by whether they are reached."""

    def failing(self) -> Self:
        """Return those of which the last attempt failed, and that are tried again."""
        return self.filter(failing_since__isnull=False)

    def try_again(self) -> int:
        """End the wait of those that fail; return their number."""
        return self.failing().update(retry_at=Now())


class BackOff(models.Model):
    """A server that may be away, and is tried less often after each failure.

    Its number of waiting messages does not count: it is tried once, at `retry_at`, and all messages wait for
    that.
    """

    failing_since = models.DateTimeField(
        null=True, help_text="The first failure after which nothing has succeeded."
    )
    failures = models.IntegerField(
        default=0, db_default=0, help_text="Attempts that have failed, one after the other."
    )
    retry_at = models.DateTimeField(null=True, help_text="It is left alone until then.")

    objects = BackOffQuerySet.as_manager()

    class Meta:
        abstract = True

    def note_success(self) -> None:
        """Reset the back-off: it has answered."""
        self.failing_since, self.failures, self.retry_at = None, 0, None

    def note_failure(
        self, at: datetime, waits: Sequence[timedelta], least: timedelta = timedelta(0)
    ) -> None:
        """Wait for the next of these waits, the last of which holds for all further failures."""
        self.failing_since = self.failing_since or at
        self.failures += 1
        if waits:
            self.retry_at = at + max(vary_wait(waits[min(self.failures, len(waits)) - 1]), least)


def vary_wait(wait: timedelta) -> timedelta:
    """Return about this wait, so that simultaneous failures are not retried at the same time."""
    return wait * uniform(0.8, 1.2)


def new_receiver_id() -> str:
    return draw_id(9)


class DestinationQuerySet(BackOffQuerySet):
    """Receivers by whether they are reached."""

    def failing(self) -> Self:
        return super().failing().filter(enabled=True)

    def try_again(self) -> int:
        return self.failing().update(retry_at=Now(), next_attempt_at=Now())

    def given_up(self) -> Self:
        """Return the receivers that the server has disabled because it could not reach them."""
        return self.filter(disabled_why__in=[Destination.Why.FAILED, Destination.Why.GONE])


class Destination(BackOff):
    """A receiver of one player's messages: one message at a time, in order.

    `next_attempt_at`, if set, is when it is tried next: the first of its messages is due by then, and its
    back-off is over. A sender claims the receiver until `busy_until`, so a slow one delays only itself.

    `app` is the app that created the receiver or changed its address. A receiver that the player creates or
    changes with their own token has none, until an app enables it again or gets a new secret for it.

    Why so: docs/decisions/outbox.md.
    """

    class Why(models.TextChoices):
        PLAYER = "by_player"
        FAILED = "failed"
        GONE = "gone"
        SIGNED_OUT = "signed_out"

    id = models.CharField(primary_key=True, max_length=12, default=new_receiver_id, editable=False)
    enabled = models.BooleanField(default=True)
    disabled_at = models.DateTimeField(null=True)
    disabled_why = models.CharField(max_length=10, choices=Why, null=True)  # noqa: DJ001  Or it is enabled.
    proven = models.BooleanField(
        default=False, help_text="Something has been delivered to this address."
    )
    slow = models.BooleanField(
        default=True, help_text="The last attempt failed or took long, or there was none yet."
    )
    next_attempt_at = models.DateTimeField(null=True)
    busy_until = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    app = models.ForeignKey(
        "players.App",
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        db_index=False,
        help_text="The app with which it ends; none if the player set it up.",
    )

    objects = DestinationQuerySet.as_manager()  # type: ignore[misc]  # The plugin takes it for one of an instance.

    OUTCOME: ClassVar = (
        "proven",
        "slow",
        "failing_since",
        "failures",
        "retry_at",
        "enabled",
        "disabled_at",
        "disabled_why",
    )
    """The fields that an attempt may change."""

    class Meta:
        abstract = True
        constraints: ClassVar = [
            models.CheckConstraint(
                name="%(class)s_disabled_for_a_reason",
                condition=Q(enabled=True, disabled_at__isnull=True, disabled_why__isnull=True)
                | Q(
                    enabled=False,
                    disabled_at__isnull=False,
                    disabled_why__in=["by_player", "failed", "gone", "signed_out"],
                ),
            ),
        ]
        indexes: ClassVar = [
            models.Index("next_attempt_at", name="%(class)s_to_attempt", condition=Q(enabled=True)),
            models.Index(
                "next_attempt_at",
                name="%(class)s_quick_to_attempt",
                condition=Q(enabled=True, slow=False),
            ),
            models.Index(
                "busy_until", name="%(class)s_busy", condition=Q(busy_until__isnull=False)
            ),
            models.Index("app", name="%(class)s_by_app", condition=Q(app__isnull=False)),
        ]


def new_message_id() -> str:
    return f"msg_{draw_id(12)}"


class OutboundMessage(models.Model):
    """A message for one receiver, and its state; its id is the same in every attempt.

    `attempts` counts from the last request to send it. It is due at `next_at`, unless its receiver's back-off
    is longer.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        DELIVERED = "delivered"
        FAILED = "failed"

    id = models.CharField(primary_key=True, max_length=20, default=new_message_id, editable=False)
    state = models.CharField(max_length=9, choices=State, default=State.WAITING)
    attempts = models.SmallIntegerField(default=0)
    next_at = models.DateTimeField(null=True)
    on_request = models.BooleanField(
        default=False,
        db_default=False,
        help_text="The player asked for it: it goes first, also to a receiver that is left alone.",
    )
    created_at = models.DateTimeField()

    ORDER: ClassVar = ("-on_request", "next_at", "created_at")
    """The order of a receiver's waiting messages. An index of each kind of message has it."""

    class Meta:
        abstract = True
        constraints: ClassVar = [
            models.CheckConstraint(
                name="%(class)s_waits_for_something",
                condition=Q(state="waiting", next_at__isnull=False)
                | Q(state__in=["delivered", "failed"], next_at__isnull=True),
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["created_at"], name="%(class)s_to_prune")]

    def next_try(self, receiver: Destination) -> datetime | None:
        """Return when a waiting message is tried at the earliest; None if it does not wait."""
        if self.next_at is None or receiver.retry_at is None or self.on_request:
            return self.next_at
        return max(self.next_at, receiver.retry_at)


class DeliveryAttempt(models.Model):
    """One attempt to deliver: when, its outcome, and how long it took."""

    at = models.DateTimeField()
    status = models.SmallIntegerField(null=True)
    error = models.CharField(max_length=20, blank=True)
    milliseconds = models.IntegerField()

    class Meta:
        abstract = True
        ordering: ClassVar = ["at", "pk"]
