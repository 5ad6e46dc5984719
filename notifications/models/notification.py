"""A notification for one receiver, and its attempts."""

import secrets

from django.db import models
from django.db.models import Q

from games.models import Game
from notifications.models.receiver import Receiver
from notifications.notice import NoticeKind
from tideapi.outbox.models import DeliveryAttempt, OutboundMessage


def new_telling_id() -> str:
    return f"tel_{secrets.token_urlsafe(12)}"


class Notification(OutboundMessage):
    """A notification for one receiver, once for each `cause`.

    It holds no text: `number` is the event in the player's feed, `game` and `turn` name the question,
    `due_at` its deadline. The data is read when it is sent. A row that is no longer needed then is deleted.

    Why so: docs/decisions/notices.md.

    `put_off` says that it waits for an hour of the player's; such rows are sent together, where the channel
    can. Rows that were sent together have the same `message`, so that they are tried again together.
    """

    id = models.CharField(primary_key=True, max_length=20, default=new_telling_id, editable=False)
    receiver = models.ForeignKey(
        Receiver, on_delete=models.CASCADE, related_name="notifications", db_index=False
    )
    kind = models.CharField(max_length=20, choices=[(one.value, one.value) for one in NoticeKind])
    cause = models.CharField(max_length=100)
    number = models.BigIntegerField(null=True, help_text="The number in the player's feed.")
    game = models.ForeignKey(
        Game, null=True, on_delete=models.CASCADE, related_name="notifications"
    )
    turn = models.IntegerField(null=True)
    due_at = models.DateTimeField(null=True)
    put_off = models.BooleanField(default=False)
    message = models.CharField(max_length=20, blank=True)

    class Meta(OutboundMessage.Meta):
        db_table = "notifications_telling"  # A former name, which processes of before still use.
        constraints = [
            *OutboundMessage.Meta.constraints,
            models.UniqueConstraint(fields=["receiver", "cause"], name="telling_once"),
        ]
        indexes = [
            *OutboundMessage.Meta.indexes,
            models.Index(fields=["receiver", "-created_at", "-id"], name="telling_log"),
            models.Index(
                fields=["receiver", *OutboundMessage.ORDER],
                name="telling_in_order",
                condition=Q(state="waiting"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.receiver_id}"


class NotificationAttempt(DeliveryAttempt):
    """One attempt to send: how long it took, and in a sentence why it failed."""

    delivery = models.ForeignKey(Notification, on_delete=models.CASCADE, related_name="log")
    detail = models.CharField(max_length=200, blank=True)

    class Meta(DeliveryAttempt.Meta):
        db_table = "notifications_tellingattempt"

    def __str__(self) -> str:
        return f"attempt at {self.delivery_id}"
