"""Tokens: the right of one client to act for a player."""

import hashlib
import secrets
from collections.abc import Iterable
from datetime import timedelta
from typing import Self

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from common.ids import draw_id
from common.rest.scopes import SCOPES
from players.models.player import Player

TOKEN_START = "tide_"  # noqa: S105
APP_TOKEN_START = "tideo_"  # noqa: S105
TOKEN_SHOWN = len(TOKEN_START) + 4


class EpochOver(Exception):
    """The password was changed, or the player deactivated, after the password was checked."""


def new_token_id() -> str:
    return draw_id(9)


class TokenQuerySet(models.QuerySet["Token"]):
    """Tokens of a player's epoch."""

    def good(self) -> Self:
        """Return tokens of their players' present epoch; some of them may have expired."""
        return self.filter(epoch=models.F("player__epoch"), player__is_active=True)

    def issue(
        self,
        player: Player,
        name: str = "",
        *,
        scopes: Iterable[str] = SCOPES,
        test: bool = False,
    ) -> "tuple[Token, str]":
        """Issue a token for the player; return its row, and the token, shown this once.

        Raises `EpochOver` if the player's epoch has ended since this row was read.
        """
        # A token of an epoch that ends in this moment is good for nothing.
        if not Player.objects.in_epoch(player).exists():
            raise EpochOver
        secret = TOKEN_START + secrets.token_urlsafe(32)
        now = timezone.now()
        token = self.create(
            player=player,
            name=name,
            scopes=list(dict.fromkeys(scopes)),
            test=test,
            digest=token_digest(secret),
            shown=secret[:TOKEN_SHOWN],
            epoch=player.epoch,
            created_at=now,
            expires_at=now + timedelta(days=settings.TIDE_TOKEN_DAYS),
        )
        return token, secret

    def keep_only(self, token: str | None, player: Player) -> None:
        """Take one token of a player over into the present epoch, and delete the others."""
        own = self.filter(player=player)
        own.exclude(pk=token).delete()
        # This one by its id: another call may have issued a token of the past epoch just now.
        own.filter(pk=token).update(epoch=player.epoch)


class Token(models.Model):
    """One client's right to act for a player. Only the SHA-256 of the token is stored."""

    id = models.CharField(primary_key=True, max_length=12, default=new_token_id, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=100, blank=True)
    scopes = ArrayField(models.CharField(max_length=20), default=list, help_text="What it allows.")
    test = models.BooleanField(
        default=False, help_text="It may move the time of games, in a sandbox."
    )
    digest = models.BinaryField(max_length=32, unique=True)
    shown = models.CharField(max_length=TOKEN_SHOWN, help_text="How the token begins.")
    epoch = models.IntegerField(help_text="It is good while this is the player's.")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)

    objects = TokenQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["player", "-created_at"], name="token_by_player")]

    def __str__(self) -> str:
        return f"{self.shown}… of {self.player_id}"


def token_digest(secret: str) -> bytes:
    """Return what is stored of a token. A token has 256 random bits, so a plain hash is enough."""
    return hashlib.sha256(secret.encode()).digest()
