"""Receivers of a player's notifications."""

import secrets

from django.db import models
from django.db.models import Q

from players.models import Player
from tideapi.db.encrypted import SecretJSON
from tideapi.outbox.models import Destination

MAIL = "mail"


def new_receiver_id() -> str:
    return secrets.token_urlsafe(9)


class Receiver(Destination):
    """An address of a player in one channel (`notifications.channels`).

    The channel defines the content of an address. That of `mail` is empty: it is the verified address of the
    account at the time. A new password ends all other receivers, which the database does (migrations/0001).
    The receiver for mail never belongs to an app.
    """

    id = models.CharField(primary_key=True, max_length=12, default=new_receiver_id, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="receivers")
    channel = models.CharField(max_length=20)
    address = SecretJSON()
    note = models.CharField(max_length=100, blank=True)

    class Meta(Destination.Meta):
        constraints = [
            *Destination.Meta.constraints,
            models.UniqueConstraint(
                fields=["player"], name="receiver_one_mail", condition=Q(channel=MAIL)
            ),
        ]

    def __str__(self) -> str:
        return f"receiver {self.pk} of {self.player_id}"
