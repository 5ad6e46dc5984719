"""Players, their tokens and vacations, what they were answered, and their webhooks with what is sent to them.

Why so: docs/why.md#epoch, docs/why.md#epoch-trigger, docs/why.md#no-whole-rows, docs/why.md#prefix.
"""

import hashlib
import secrets
from collections.abc import Collection, Iterable
from datetime import timedelta
from typing import Any, Self

from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import AbstractUser
from django.contrib.postgres.fields import ArrayField
from django.db import models, transaction
from django.db.models.functions import Collate, Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac

from players import sql
from tideapi.db.encrypted import SecretBytes

TOKEN_START = "tide_"  # noqa: S105
TOKEN_SHOWN = len(TOKEN_START) + 4
USERNAME_PATTERN = r"^[A-Za-z0-9][A-Za-z0-9_-]{1,29}$"
LAST_OF_ASCII = "\x7f"


class Player(AbstractUser):
    """Somebody with an account. No two usernames differ in capitals alone.

    Every right to act for her belongs to one `epoch`, and ends with it. The database itself begins the
    next epoch, and disables her webhooks, when her password is changed or she is deactivated, whoever
    writes that (players/migrations/0004).
    """

    about = models.CharField(max_length=500, blank=True, help_text="Shown on the public profile.")
    epoch = models.PositiveIntegerField(default=0, editable=False)

    REQUIRED_FIELDS = []
    ENDS_EPOCH = frozenset({"password", "is_active"})
    """Fields that may begin a new epoch when they change."""
    _read: dict[str, Any] | None = None

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(Lower("username"), name="player_username_any_case"),
        ]
        indexes = [
            # In the order of bytes, in which names that begin alike stand together in any locale.
            models.Index(
                Collate(Lower("username"), "C"),
                name="player_by_name",
                condition=models.Q(is_active=True),
            ),
        ]

    @classmethod
    def named(cls, username: str) -> "models.QuerySet[Player]":
        """The players with this name, in capitals or not. Found by the constraint's own index."""
        return cls.objects.alias(name=Lower("username")).filter(name=username.lower())

    @classmethod
    def beginning_with(cls, prefix: str) -> "models.QuerySet[Player]":
        """The players whose names begin so, in capitals or not; `name` is what they are ordered by.

        Names are ASCII, so all that begin alike stand between two others in the index `player_by_name`.
        """
        low = prefix.lower()
        found = cls.objects.filter(is_active=True).only("id", "username", "about")
        return found.annotate(name=Collate(Lower("username"), "C")).filter(
            name__gte=low, name__lt=low + LAST_OF_ASCII
        )

    @classmethod
    def from_db(
        cls, db: str | None, field_names: Collection[str], values: Collection[Any], **more: Any
    ) -> Self:
        """Remember what was read, so that `save` writes only what was changed."""
        row = super().from_db(db, field_names, values, **more)
        row._note(None)  # noqa: SLF001  Its own.
        return row

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **more: Any) -> None:
        """Write the fields that are named; for Django's own forms and commands, those that were changed.

        Writing the whole row would undo what others have written to it meanwhile.
        """
        written = None if update_fields is None else list(update_fields)
        if written is None and not self._state.adding:
            written = self._changed()
        with transaction.atomic():
            super().save(*args, update_fields=written, **more)
            if written is not None and not self.ENDS_EPOCH.isdisjoint(written):
                self.refresh_from_db(fields=["epoch"])
        self._note(written)

    def refresh_from_db(
        self,
        using: str | None = None,
        fields: Iterable[str] | None = None,
        from_queryset: Any = None,
    ) -> None:
        """Read these fields, or all, again; they count as unchanged."""
        names = None if fields is None else list(fields)
        super().refresh_from_db(using, names, from_queryset)
        self._note(names)

    def _changed(self) -> list[str]:
        if self._read is None:
            raise TypeError("Of this row, name the fields that are to be written.")
        nothing = object()
        return [
            name for name, value in self._values().items() if self._read.get(name, nothing) != value
        ]

    def _note(self, fields: Collection[str] | None) -> None:
        """Note that these fields, or all, are in the database as they are here."""
        values = self._values()
        if fields is None:
            self._read = values
        elif self._read is not None:
            self._read |= {name: values[name] for name in fields if name in values}

    def _values(self) -> dict[str, Any]:
        """The values of all fields that were read."""
        known = self._meta.concrete_fields
        return {
            one.name: self.__dict__[one.attname] for one in known if one.attname in self.__dict__
        }

    def check_password(self, raw_password: str | None) -> bool:
        """Whether this is her password. Its hash is renewed if it was made in an older way.

        Unlike Django's, it renews nothing if the password was changed meanwhile, and begins no new epoch.
        """

        def renew(raw: str) -> None:
            held, anew = self.password, make_password(raw)
            if sql.RENEW_HASH.row(player=self.pk, held=held, anew=anew):
                self.password = anew

        return check_password(raw_password, self.password, renew)

    def get_session_auth_hash(self) -> str:
        """What a session of the admin is bound to: Django's hash of the password, and the epoch."""
        known = f"{super().get_session_auth_hash()} {self.epoch}"
        return salted_hmac("players.epoch", known, algorithm="sha256").hexdigest()


class EpochOver(Exception):
    """The password was changed, or the player deactivated, after the password was checked."""


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
    epoch = models.PositiveIntegerField(help_text="It is good while this is the player's.")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["player", "-created_at"], name="token_by_player")]

    def __str__(self) -> str:
        return f"{self.shown}… of {self.player_id}"

    @classmethod
    def issue(cls, player: Player, name: str = "", *, test: bool = False) -> tuple[Self, str]:
        """Make a token for the player: its row, and the token, which is shown this once.

        Raises `EpochOver` if her epoch has ended since this row was read.
        """
        secret = TOKEN_START + secrets.token_urlsafe(32)
        now = timezone.now()
        token = cls(
            player=player,
            name=name,
            test=test,
            digest=digest(secret),
            shown=secret[:TOKEN_SHOWN],
            epoch=player.epoch,
            created_at=now,
            expires_at=now + timedelta(days=settings.TIDE_TOKEN_DAYS),
        )
        fields = cls._meta.concrete_fields
        made = sql.ISSUE.row(**{one.attname: token.__dict__[one.attname] for one in fields})
        if made is None:
            raise EpochOver
        token._state.adding = False
        return token, secret

    @classmethod
    def good(cls) -> "models.QuerySet[Token]":
        """Tokens of their players' present epoch; some of them may have expired."""
        return cls.objects.filter(epoch=models.F("player__epoch"), player__is_active=True)


def digest(secret: str) -> bytes:
    """What is kept of a token. A token has 256 random bits, so a plain hash is enough."""
    return hashlib.sha256(secret.encode()).digest()


def new_vacation_id() -> str:
    return secrets.token_urlsafe(9)


class Vacation(models.Model):
    """A span, announced by a player, in which nobody waits for her; it may have ended early."""

    id = models.CharField(primary_key=True, max_length=12, default=new_vacation_id, editable=False)
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


class KeptAnswer(models.Model):
    """What a call with an `Idempotency-Key` was answered, for whoever sends it again (`players.idempotency`).

    An answer may hold a secret or a hand of cards, so its body lies encrypted.
    """

    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, related_name="kept_answers", db_index=False
    )
    key = models.CharField(max_length=255)
    call = models.BinaryField(max_length=32, help_text="The SHA-256 of method, address and body.")
    status = models.PositiveSmallIntegerField()
    headers = models.JSONField(default=dict)
    body = SecretBytes()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "key"], name="kept_answer_once"),
        ]
        indexes = [
            models.Index(fields=["player", "-at"], name="kept_answer_by_player"),
            models.Index(fields=["at"], name="kept_answer_to_remove"),
        ]

    def __str__(self) -> str:
        return f"answer kept for {self.player_id}"


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
