"""What somebody is to be told, and what has become of it."""

import secrets

from django.db import models
from django.db.models import Q

from games.models import Game
from notifications.models.receiver import Receiver
from notifications.notice import Kind
from tideapi.outbox.models import Outgoing, Trying


def new_telling_id() -> str:
    return f"tel_{secrets.token_urlsafe(12)}"


class Telling(Outgoing):
    """One thing that one receiver is to be told, once for each `cause`.

    It holds nothing of what is said: `number` is where it stands in the player's feed, `game` and `turn` say
    which question it is about, `due_at` for which deadline of it. What is said of them is read when it is
    sent. What is not to be told any more by then is deleted.

    Why so: docs/why.md#nothing-to-say, docs/why.md#digest.

    `put_off` says that it waits for an hour of hers; what was put off goes together, where the channel can.
    Those that have gone together have one `message`, so that they are tried again together, too.
    """

    id = models.CharField(primary_key=True, max_length=20, default=new_telling_id, editable=False)
    receiver = models.ForeignKey(
        Receiver, on_delete=models.CASCADE, related_name="tellings", db_index=False
    )
    kind = models.CharField(max_length=20, choices=[(one.value, one.value) for one in Kind])
    cause = models.CharField(max_length=100)
    number = models.BigIntegerField(null=True, help_text="The number in her feed.")
    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE, related_name="tellings")
    turn = models.IntegerField(null=True)
    due_at = models.DateTimeField(null=True)
    put_off = models.BooleanField(default=False)
    message = models.CharField(max_length=20, blank=True)

    class Meta(Outgoing.Meta):
        constraints = [
            *Outgoing.Meta.constraints,
            models.UniqueConstraint(fields=["receiver", "cause"], name="telling_once"),
        ]
        indexes = [
            *Outgoing.Meta.indexes,
            models.Index(fields=["receiver", "-created_at", "-id"], name="telling_log"),
            models.Index(
                fields=["receiver", *Outgoing.ORDER],
                name="telling_in_order",
                condition=Q(state="waiting"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.receiver_id}"


class TellingAttempt(Trying):
    """One try to tell: how long it took, and in a sentence why it has failed."""

    delivery = models.ForeignKey(Telling, on_delete=models.CASCADE, related_name="log")
    detail = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return f"attempt at {self.delivery_id}"
