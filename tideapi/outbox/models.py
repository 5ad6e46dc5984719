"""What all receivers have in common, and all that is sent to them, whatever the channel."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import uniform
from typing import ClassVar

from django.db import models
from django.db.models import Q


class BackOff(models.Model):
    """Something that may be away, and is left alone for longer after each failure.

    What waits for it does not count: it is tried once, at `retry_at`, and all else waits for that.

    Why so: docs/why.md#receiver-backs-off.
    """

    failing_since = models.DateTimeField(
        null=True, help_text="The first failure after which nothing has succeeded."
    )
    failures = models.IntegerField(
        default=0, db_default=0, help_text="Attempts that have failed, one after the other."
    )
    retry_at = models.DateTimeField(null=True, help_text="It is left alone until then.")

    class Meta:
        abstract = True

    def note_success(self) -> None:
        """It has answered: nothing is held back."""
        self.failing_since, self.failures, self.retry_at = None, 0, None

    def note_failure(
        self, at: datetime, waits: Sequence[timedelta], least: timedelta = timedelta(0)
    ) -> None:
        """Leave it alone for the next of these waits, the last of which holds for all further failures."""
        self.failing_since = self.failing_since or at
        self.failures += 1
        if waits:
            self.retry_at = at + max(vary_wait(waits[min(self.failures, len(waits)) - 1]), least)


def vary_wait(wait: timedelta) -> timedelta:
    """Return about this wait, so that what failed together is not tried again together."""
    return wait * uniform(0.8, 1.2)


class Receiving(BackOff):
    """Somewhere where one player is told of things: one message at a time, in order.

    `next_attempt_at`, if set, is when it is tried next: the first of its messages is due by then, and it has
    been left alone for long enough. A sender claims the receiver until
    `busy_until`, so a slow one holds up only itself.

    `app` is the app by which something is sent there. It has made this one, or turned it to another address;
    or, where no app had it, has enabled it again or got a new secret for it. What its player makes or turns
    with a token of her own is no app's.

    Why so: docs/why.md#ends-with-the-app.
    """

    class Why(models.TextChoices):
        PLAYER = "by_player"
        FAILED = "failed"
        GONE = "gone"
        SIGNED_OUT = "signed_out"

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
        help_text="The app with which it ends; none if the player has set it up herself.",
    )

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


class Outgoing(models.Model):
    """Something for one receiver, with what has become of it.

    `attempts` counts from the last time that somebody asked for it to be sent. It is due at `next_at`, unless
    its receiver is left alone for longer.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        DELIVERED = "delivered"
        FAILED = "failed"

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
    """What waits for a receiver goes in this order. An index of each kind of message has it."""

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

    def next_try(self, receiver: Receiving) -> datetime | None:
        """Return when a waiting message is tried (again) at the earliest; None if it does not wait."""
        if self.next_at is None or receiver.retry_at is None or self.on_request:
            return self.next_at
        return max(self.next_at, receiver.retry_at)


class Trying(models.Model):
    """One try to deliver: when, what came of it, and how long it took."""

    at = models.DateTimeField()
    status = models.SmallIntegerField(null=True)
    error = models.CharField(max_length=20, blank=True)
    milliseconds = models.IntegerField()

    class Meta:
        abstract = True
        ordering: ClassVar = ["at", "pk"]
