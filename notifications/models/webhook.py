"""Webhooks of players, and the messages to them."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from common.db.encrypted import SecretBytes
from common.outbox.models import DeliveryAttempt, Destination, OutboundMessage
from players.models import Player, new_webhook_secret


class Webhook(Destination):
    """An address to which the events of a player's feed are sent, signed.

    A new password disables it, which the database does (`player_ends_webhooks`, notifications.0002).
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="webhooks")
    url = models.CharField(max_length=500)
    note = models.CharField(max_length=100, blank=True)
    events = ArrayField(
        models.CharField(max_length=40), default=list, help_text="Types; none for all."
    )
    secret = SecretBytes(default=new_webhook_secret, editable=False)
    old_secret = SecretBytes(null=True, editable=False)
    old_secret_until = models.DateTimeField(null=True)
    after = models.BigIntegerField(
        help_text="The last number in the feed that came before its time."
    )
    feed_cursor = models.BigIntegerField(
        help_text="The last number in the feed that was handed over to be sent."
    )

    endpoint = models.ForeignKey(
        "players.App",
        on_delete=models.CASCADE,
        null=True,
        related_name="webhooks",
        db_index=False,
        help_text="The app that has address and secret for all of its players; none if they are here.",
    )

    class Meta(Destination.Meta):
        constraints = [
            *Destination.Meta.constraints,
            models.UniqueConstraint(fields=["endpoint", "player"], name="webhook_once_an_app"),
        ]

    @property
    def address(self) -> str:
        """Return where the events are sent; empty if the app has no endpoint."""
        return self.url if self.endpoint is None else str(self.endpoint.webhook_url)

    def __str__(self) -> str:
        return f"webhook {self.pk} of {self.player_id}"


class Delivery(OutboundMessage):
    """One message for one webhook. `body` has the bytes that are signed and sent."""

    webhook = models.ForeignKey(
        Webhook, on_delete=models.CASCADE, related_name="deliveries", db_index=False
    )
    number = models.BigIntegerField(
        null=True, help_text="The event's number in the player's feed; none for a ping."
    )
    type = models.CharField(max_length=40)
    body = SecretBytes()
    scope = models.CharField(
        max_length=20,
        blank=True,
        default="",
        db_default="",
        help_text="The scope that an app needs for it when it is sent.",
    )

    class Meta(OutboundMessage.Meta):
        verbose_name_plural = "deliveries"
        constraints = [
            *OutboundMessage.Meta.constraints,
            models.UniqueConstraint(fields=["webhook", "number"], name="delivery_once"),
        ]
        indexes = [
            *OutboundMessage.Meta.indexes,
            models.Index(fields=["webhook", "-created_at", "-id"], name="delivery_log"),
            models.Index(
                fields=["webhook", *OutboundMessage.ORDER],
                name="delivery_in_order",
                condition=models.Q(state="waiting"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk} for {self.webhook_id}"


class Attempt(DeliveryAttempt):
    """One attempt to deliver: the status or the error, and how long it took."""

    delivery = models.ForeignKey(Delivery, on_delete=models.CASCADE, related_name="log")

    def __str__(self) -> str:
        return f"attempt at {self.delivery_id}"
