"""Where a player is told of things."""

import secrets

from django.db import models
from django.db.models import Q

from players.models import Player
from tideapi.db.encrypted import SecretJSON
from tideapi.outbox.models import Receiving

MAIL = "mail"


def new_receiver_id() -> str:
    return secrets.token_urlsafe(9)


class Receiver(Receiving):
    """An address of a player's in one channel (`notifications.channels`).

    What the address is made of is the channel's to know. That of `mail` is empty: it is the verified address
    of her account, whichever that is. With a new password all receivers end but that one; the database sees
    to it (migrations/0002). Nor is it ever an app's.
    """

    id = models.CharField(primary_key=True, max_length=12, default=new_receiver_id, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="receivers")
    channel = models.CharField(max_length=20)
    address = SecretJSON()
    note = models.CharField(max_length=100, blank=True)

    class Meta(Receiving.Meta):
        constraints = [
            *Receiving.Meta.constraints,
            models.UniqueConstraint(
                fields=["player"], name="receiver_one_mail", condition=Q(channel=MAIL)
            ),
        ]

    def __str__(self) -> str:
        return f"receiver {self.pk} of {self.player_id}"
