"""A player's webhooks, and what is sent to them."""

import secrets

from django.contrib.postgres.fields import ArrayField
from django.db import models

from players.models.player import Player
from tideapi.db.encrypted import SecretBytes


def new_webhook_id() -> str:
    return secrets.token_urlsafe(9)


def new_webhook_secret() -> bytes:
    return secrets.token_bytes(32)


class Webhook(models.Model):
    """An address of a player's to which the events of her feed are sent, signed.

    `next_attempt_at`, if set, is when the first of its deliveries is due. A sender claims the webhook until
    `busy_until`, so one message goes out at a time and in order, and a slow address holds up only itself.
    """

    class Why(models.TextChoices):
        PLAYER = "by_player"
        FAILED = "failed"
        GONE = "gone"
        SIGNED_OUT = "signed_out"

    id = models.CharField(primary_key=True, max_length=12, default=new_webhook_id, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=500)
    note = models.CharField(max_length=100, blank=True)
    events = ArrayField(
        models.CharField(max_length=40), default=list, help_text="Types; none for all."
    )
    secret = SecretBytes(default=new_webhook_secret, editable=False)
    old_secret = SecretBytes(null=True, editable=False)
    old_secret_until = models.DateTimeField(null=True)
    after = models.PositiveBigIntegerField(
        help_text="The last number in the feed that came before its time."
    )
    feed_cursor = models.PositiveBigIntegerField(
        help_text="The last number in the feed that was handed over to be sent."
    )
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

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="webhook_disabled_for_a_reason",
                condition=models.Q(
                    enabled=True, disabled_at__isnull=True, disabled_why__isnull=True
                )
                | models.Q(
                    enabled=False,
                    disabled_at__isnull=False,
                    disabled_why__in=["by_player", "failed", "gone", "signed_out"],
                ),
            ),
        ]
        indexes = [
            models.Index(
                "next_attempt_at", name="webhook_to_attempt", condition=models.Q(enabled=True)
            ),
            models.Index("busy_until", name="webhook_slow", condition=models.Q(slow=True)),
        ]

    def __str__(self) -> str:
        return f"webhook {self.pk} of {self.player_id}"


def new_message_id() -> str:
    return f"msg_{secrets.token_urlsafe(12)}"


class Delivery(models.Model):
    """One message for one webhook. Its id goes with it, the same with every attempt.

    `body` has the bytes that are signed and sent. `attempts` counts from the last time that somebody
    asked for the message to be sent.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        DELIVERED = "delivered"
        FAILED = "failed"

    id = models.CharField(primary_key=True, max_length=20, default=new_message_id, editable=False)
    webhook = models.ForeignKey(
        Webhook, on_delete=models.CASCADE, related_name="deliveries", db_index=False
    )
    number = models.PositiveBigIntegerField(
        null=True, help_text="The event's number in the player's feed; none for a ping."
    )
    type = models.CharField(max_length=40)
    body = SecretBytes()
    state = models.CharField(max_length=9, choices=State, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "deliveries"
        constraints = [
            models.UniqueConstraint(fields=["webhook", "number"], name="delivery_once"),
            models.CheckConstraint(
                name="delivery_waits_for_something",
                condition=models.Q(state="waiting", next_at__isnull=False)
                | models.Q(state__in=["delivered", "failed"], next_at__isnull=True),
            ),
        ]
        indexes = [
            models.Index(fields=["webhook", "-created_at", "-id"], name="delivery_log"),
            models.Index(
                fields=["webhook", "created_at"],
                name="delivery_waiting",
                condition=models.Q(state="waiting"),
            ),
            models.Index(fields=["created_at"], name="delivery_to_prune"),
        ]

    def __str__(self) -> str:
        return f"{self.pk} for {self.webhook_id}"


class Attempt(models.Model):
    """One try to deliver: the status that came back or what went wrong, and how long it took."""

    delivery = models.ForeignKey(Delivery, on_delete=models.CASCADE, related_name="log")
    at = models.DateTimeField()
    status = models.PositiveSmallIntegerField(null=True)
    error = models.CharField(max_length=20, blank=True)
    milliseconds = models.PositiveIntegerField()

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"attempt at {self.delivery_id}"
