"""What all receivers have in common, and all that is sent to them, whatever the channel."""

from typing import ClassVar

from django.db import models


class Receiving(models.Model):
    """Somewhere where one player is told of things: one message at a time, in order.

    `next_attempt_at`, if set, is when the first of its messages is due. A sender claims the receiver until
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
    failing_since = models.DateTimeField(
        null=True, help_text="The first failure after which nothing has succeeded."
    )
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
        "enabled",
        "disabled_at",
        "disabled_why",
    )
    """The fields that an attempt may change."""

    class Meta:
        abstract = True


DISABLED_FOR_A_REASON = models.Q(
    enabled=True, disabled_at__isnull=True, disabled_why__isnull=True
) | models.Q(enabled=False, disabled_at__isnull=False, disabled_why__in=Receiving.Why.values)


class Outgoing(models.Model):
    """Something for one receiver, with what has become of it.

    `attempts` counts from the last time that somebody asked for it to be sent.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        DELIVERED = "delivered"
        FAILED = "failed"

    state = models.CharField(max_length=9, choices=State, default=State.WAITING)
    attempts = models.SmallIntegerField(default=0)
    next_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        abstract = True


class Trying(models.Model):
    """One try to deliver: when, what came of it, and how long it took."""

    at = models.DateTimeField()
    status = models.SmallIntegerField(null=True)
    error = models.CharField(max_length=20, blank=True)
    milliseconds = models.IntegerField()

    class Meta:
        abstract = True
        ordering: ClassVar = ["at", "pk"]
