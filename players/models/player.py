"""Players, and small rows of each: names given up, a recovery code, vacations, a feed's cursor."""

import unicodedata
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Self

from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import AbstractUser, UserManager
from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models.functions import Coalesce, Collate, Lower
from django.utils.crypto import salted_hmac

from common.ids import draw_id
from common.rest.scopes import SCOPES
from players.avatars import AVATARS, avatar_of
from players.reserved_names import is_reserved, username_look
from players.signals import epoch_ended

LAST_OF_ASCII = "\x7f"
BY_NAME = Collate(Lower("username"), "C")
"""The order of lists: that of bytes, in which names with the same start are neighbours in any locale."""
PROFILE_PARTS = ("about", "created_at", "games", "reliability")
"""The parts of a profile that its player may hide."""


def normalize_password(raw: str | None) -> str | None:
    """Return a password with its letters composed, as in RFC 8265, section 4.2."""
    return None if raw is None else unicodedata.normalize("NFC", raw)


def all_parts() -> list[str]:
    """Return the default: all parts are shown."""
    return [*PROFILE_PARTS]


class PlayerQuerySet(models.QuerySet["Player"]):
    """Players by their names, and under their lock."""

    def named(self, username: str) -> Self:
        """Return the players with this name, in any case, by the index of the constraint.

        A phone's keyboard adds a space after a word, which is removed.
        """
        return self.alias(name=Lower("username")).filter(name=username.strip().lower())

    def beginning_with(self, prefix: str) -> Self:
        """Return the players whose names begin so, in any case; `name` is the order.

        Guests are left out: their names are random. Names are ASCII, so all with this start stand between
        two others in the index `player_by_name`.
        """
        low = prefix.lower()
        found = self.listed().exclude(kind=Player.AccountKind.GUEST)
        return found.annotate(name=BY_NAME).filter(name__gte=low, name__lt=low + LAST_OF_ASCII)

    def with_usernames(self, usernames: Iterable[str]) -> Self:
        """Return the players with these names, in any case, guests too; `name` is the order."""
        low = [one.lower() for one in usernames]
        found = self.listed().alias(any_case=Lower("username")).filter(any_case__in=low)
        return found.annotate(name=BY_NAME)

    def listed(self) -> Self:
        """Return all active players with the columns of lists."""
        return self.filter(is_active=True).only(
            "id", "username", "about", "avatar", "shows", "kind"
        )

    def with_relation_to(self, player: "Player") -> Self:
        """Annotate each of the players with the moments of another player's relation to them.

        A request of a player who is blocked is left out, as if nobody had asked.
        """
        sent = models.Q(friends_asking__asker=player)
        received = models.Q(friends_asked__asked=player)
        block = models.Q(blocks_of_her__player=player)
        mute = models.Q(mutes_of_her__player=player)
        joined = self.alias(
            sent=models.FilteredRelation("friends_asking", condition=sent),
            received=models.FilteredRelation("friends_asked", condition=received),
            block=models.FilteredRelation("blocks_of_her", condition=block),
            mute=models.FilteredRelation("mutes_of_her", condition=mute),
        )
        return joined.annotate(
            sent_at=models.F("sent__at"),
            received_at=models.Case(models.When(block=None, then="received__at")),
            friends_since=Coalesce("sent__since", "received__since"),
            blocked_at=models.F("block__at"),
            muted_at=models.F("mute__at"),
        )

    def in_epoch(self, player: "Player") -> Self:
        """Return the row of a player whose account has not been closed and whose epoch goes on."""
        return self.filter(pk=player.pk, epoch=player.epoch, is_active=True)

    def lock(self) -> "Player | None":
        """Lock the one row of this query to the end of the transaction, and return it."""
        return self.select_for_update(no_key=True).first()


PlayerManager = UserManager.from_queryset(PlayerQuerySet)
"""Django's manager of users, with the queries above."""
PlayerManager.use_in_migrations = False


class Player(AbstractUser):
    """An account. No two usernames differ in capitals alone, or look alike.

    A guest has no name and no password of their own yet; a bot's account belongs to a person (`bot_of`) and
    acts by tokens alone.

    Every right to act for a player belongs to one `epoch`, and ends with it. The database itself begins the
    next epoch, and disables the player's webhooks, when the password is changed or the account is
    deactivated, by any program. The epochs of the player's bots end with it.

    Triggers: `player_begins_epoch`, `player_ends_bots` and `player_has_look`, which writes `look`
    (players.0002); `player_ends_receivers` and `player_ends_webhooks` (notifications.0002).
    """

    class AccountKind(models.TextChoices):
        PERSON = "person"
        GUEST = "guest"
        BOT = "bot"

    silenced_until = models.DateTimeField(null=True, editable=False)
    suspended_until = models.DateTimeField(null=True, editable=False)
    about = models.CharField(max_length=500, blank=True, help_text="Shown on the public profile.")
    avatar = models.CharField(
        max_length=10,
        choices=[(one, one) for one in AVATARS],
        blank=True,
        default="",
        db_default="",
        help_text="The swimmer beside the name; empty for the one that the server has chosen.",
    )
    shows = ArrayField(
        models.CharField(max_length=20),
        default=all_parts,
        blank=True,
        help_text="What others see of the public profile.",
    )
    kind = models.CharField(
        max_length=6, choices=AccountKind, default=AccountKind.PERSON, editable=False
    )
    bot_of = models.ForeignKey(
        "self", null=True, on_delete=models.PROTECT, related_name="bots", editable=False
    )
    look = models.CharField(  # noqa: DJ001  Names from before looks were compared may have none.
        max_length=300,
        null=True,
        unique=True,
        editable=False,
        help_text="What the username looks like; the database writes it.",
    )
    renamed_at = models.DateTimeField(null=True, editable=False)
    epoch = models.IntegerField(default=0, editable=False)

    REQUIRED_FIELDS = []
    ENDS_EPOCH = frozenset({"password", "is_active"})
    """Fields that may begin a new epoch when they change."""
    objects = PlayerManager()  # type: ignore[misc]  # The stubs want a ClassVar of a static class.

    scopes: frozenset[str] = frozenset(SCOPES)
    """The scopes of the request's token; all of them without a token."""
    _read: Mapping[str, Any] = MappingProxyType({})
    """The database's values of the fields, as far as they were read or written."""

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(Lower("username"), name="player_username_any_case"),
            models.CheckConstraint(
                name="player_kind_known",
                condition=models.Q(kind__in=["person", "guest"], bot_of__isnull=True)
                | models.Q(kind="bot", bot_of__isnull=False),
            ),
        ]
        indexes = [
            models.Index(
                BY_NAME,
                name="player_by_name",
                condition=models.Q(is_active=True) & ~models.Q(kind="guest"),
            ),
            models.Index(
                "date_joined",
                name="player_guests",
                condition=models.Q(kind="guest", is_active=True),
            ),
        ]

    @classmethod
    def from_db(
        cls, db: str | None, field_names: Collection[str], values: Collection[Any], **more: Any
    ) -> Self:
        """Remember the values that were read, so that `save` writes only changes."""
        row = super().from_db(db, field_names, values, **more)
        row._note(None)  # noqa: SLF001  Its own.
        return row

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **more: Any) -> None:
        """Write the named fields; without names, for Django's forms and commands, the changed ones.

        Raises `ValidationError` for a person's new name that is reserved, such as one of `createsuperuser`.
        Writing the whole row would undo what other processes have written to it since.
        """
        written = None if update_fields is None else list(update_fields)
        if written is None and not self._state.adding:
            written = self._changed()
        if written is None or "username" in written:
            self._refuse_reserved()
        with transaction.atomic():
            super().save(*args, update_fields=written, **more)
            if written is not None and not self.ENDS_EPOCH.isdisjoint(written):
                self.refresh_from_db(fields=["epoch"])
                epoch_ended.send(Player, player=self)
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
        nothing = object()
        return [
            name for name, value in self._values().items() if self._read.get(name, nothing) != value
        ]

    def _note(self, fields: Collection[str] | None) -> None:
        """Note that these fields, or all, have the database's values."""
        values = self._values()
        if fields is not None:
            values = {**self._read, **{name: values[name] for name in fields if name in values}}
        self._read = values

    def _values(self) -> dict[str, Any]:
        """Return the values of all fields that were read."""
        known = self._meta.concrete_fields
        return {
            one.name: self.__dict__[one.attname] for one in known if one.attname in self.__dict__
        }

    def clean(self) -> None:
        """Refuse a name that looks like another's before the database does, for forms."""
        super().clean()
        self._refuse_reserved()
        # Names from before looks were compared may look alike.
        is_new = self.username != self._read.get("username")
        alike = Player.objects.exclude(pk=self.pk).filter(look=username_look(self.username))
        if is_new and alike.exists():
            message = "Another player has a username that looks like this one."
            raise ValidationError({"username": message})

    def _refuse_reserved(self) -> None:
        """Raise `ValidationError` for a reserved name, unless it is the account's own."""
        is_new = self.username != self._read.get("username")
        if is_new and self.kind == self.AccountKind.PERSON and is_reserved(self.username):
            raise ValidationError({"username": "This username is not given to players."})

    @property
    def shown_avatar(self) -> str:
        return avatar_of(self.pk, self.avatar)

    def still_active(self) -> bool:
        """Lock the row to the end of the transaction, so that the account is not closed in it.

        Return False if it was closed or deactivated before.
        """
        rows = Player.objects.select_for_update(no_key=True).filter(pk=self.pk, is_active=True)
        return rows.values_list("pk", flat=True).first() is not None

    def set_password(self, raw_password: str | None) -> None:
        super().set_password(normalize_password(raw_password))

    def check_password(self, raw_password: str | None) -> bool:
        """Return whether this is the password; renew a hash that was made in an older way.

        Unlike Django's, it renews nothing if the password was changed since, and begins no new epoch.
        """

        def renew(raw: str) -> None:
            renewed = make_password(raw)
            # The trigger begins a new epoch for a changed hash: counting down takes that back.
            same = Player.objects.filter(pk=self.pk, password=self.password)
            same = same.exclude(password=renewed)
            if same.update(password=renewed, epoch=models.F("epoch") - 1):
                self.password = renewed

        return check_password(normalize_password(raw_password), self.password, renew)

    def get_session_auth_hash(self) -> str:
        """Return the value that binds a session: Django's hash of the password, with the epoch."""
        known = f"{super().get_session_auth_hash()} {self.epoch}"
        return salted_hmac("players.epoch", known, algorithm="sha256").hexdigest()


class KeptName(models.Model):
    """A name that only its former owner may take before its time (`players.names.keep_name`)."""

    digest = models.BinaryField(
        primary_key=True, max_length=32, help_text="A hash of what the name looks like, with a key."
    )
    player = models.ForeignKey(
        Player, null=True, on_delete=models.CASCADE, related_name="kept_names"
    )
    until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"name kept until {self.until:%Y-%m-%d}"


class RecoveryCode(models.Model):
    """A player's one recovery code. Only its SHA-256 is stored."""

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, primary_key=True, related_name="recovery_code"
    )
    digest = models.BinaryField(max_length=32)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"recovery code of {self.player_id}"


def new_vacation_id() -> str:
    return draw_id(9)


class Vacation(models.Model):
    """A span, announced by a player, in which no game waits for them; it may have ended early."""

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
