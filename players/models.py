"""People, and the tokens that their clients carry."""

import hashlib
import secrets
from datetime import timedelta
from typing import Self

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

TOKEN_START = "tide_"  # noqa: S105
TOKEN_SHOWN = len(TOKEN_START) + 4
USERNAME_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9_-]{1,29}$"


class Player(AbstractUser):
    """Somebody with an account. No two usernames differ in capitals alone."""

    about = models.CharField(max_length=500, blank=True, help_text="Shown on the public profile.")

    REQUIRED_FIELDS = []

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(Lower("username"), name="player_username_any_case"),
        ]


def new_token_id() -> str:
    return secrets.token_urlsafe(9)


class Token(models.Model):
    """One client's right to act for a player. The token itself is not kept, only its SHA-256."""

    id = models.CharField(primary_key=True, max_length=12, default=new_token_id, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=100, blank=True)
    test = models.BooleanField(
        default=False, help_text="It may move the time of games, in a sandbox."
    )
    digest = models.BinaryField(max_length=32, unique=True)
    shown = models.CharField(max_length=TOKEN_SHOWN, help_text="How the token begins.")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["player", "-created_at"], name="token_by_player")]

    def __str__(self) -> str:
        return f"{self.shown}… of {self.player_id}"

    @classmethod
    def issue(cls, player: Player, name: str = "", *, test: bool = False) -> tuple[Self, str]:
        """A new token of the player's: its row, and the token to be shown this once."""
        secret = TOKEN_START + secrets.token_urlsafe(32)
        now = timezone.now()
        token = cls.objects.create(
            player=player,
            name=name,
            test=test,
            digest=digest(secret),
            shown=secret[:TOKEN_SHOWN],
            created_at=now,
            expires_at=now + timedelta(days=settings.TIDE_TOKEN_DAYS),
        )
        return token, secret


def digest(secret: str) -> bytes:
    """What is kept of a token. It has 256 random bits, so one plain hash is enough."""
    return hashlib.sha256(secret.encode()).digest()


class Vacation(models.Model):
    """A time announced by a player in which she is not to be waited for; it may have ended early."""

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="vacations", db_index=False
    )
    from_at = models.DateTimeField()
    until_at = models.DateTimeField()
    announced_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="vacation_has_length", condition=models.Q(until_at__gte=models.F("from_at"))
            ),
        ]
        indexes = [models.Index(fields=["player", "-from_at"], name="vacation_by_player")]

    def __str__(self) -> str:
        return f"vacation of {self.player_id}"
