"""Apps of other people, and what they hold of a player: rows of OAuth 2, as django-oauth-toolkit wants them.

Each right notes the epoch of its player, as every token of ours does. So it ends with a changed password.

Why so: docs/why.md#oauth, docs/why.md#no-app-secrets, docs/why.md#epoch.
"""

import re
import uuid
from datetime import timedelta
from typing import Any, Self
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.db import models, transaction
from oauth2_provider.models import (
    AbstractAccessToken,
    AbstractApplication,
    AbstractDeviceGrant,
    AbstractGrant,
    AbstractIDToken,
    AbstractRefreshToken,
)

from players.models.player import Player
from tideapi.db.digested import DigestField
from tideapi.db.encrypted import SecretJSON

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
HOST = re.compile(r"[a-z0-9.-]+|[0-9a-f:.]+")
"""A name or an address, of IPv6 without its brackets."""
PRIVATE_SCHEME = re.compile(r"[a-z][a-z0-9-]*(\.[a-z0-9-]+)+")
"""The scheme of a native app: a domain in reverse, as RFC 8252, section 7.1 wants it."""
TABLE = "table"
"""The client id of the table that this server itself serves: `players.table`. It has no flow of its own."""
ANSWER_TTL = timedelta(seconds=60)
"""How long the answer to a refresh token is given again to an app that did not get it."""
LONGEST_NAME = 60
NAME_WANTED = f"A name has at most {LONGEST_NAME} characters that can be shown."
LONGEST_URI = 500
MOST_URIS = 10
URIS_WANTED = (
    f"At most {MOST_URIS} addresses without fragment, each with https, with http on the same device, "
    "or with a scheme of the app's own such as com.example.board."
)


def lock_rights(player_id: int | None) -> None:
    """Lock all that apps hold of a player, to the end of the transaction.

    It is the lock of the player's row, and comes before that of any code, refresh token or access token. The
    token with which an app changes its registration belongs to no player, and needs none.
    """
    if player_id is not None:
        rows = Player.objects.select_for_update(no_key=True).filter(pk=player_id)
        rows.values_list("pk", flat=True).first()


class App(AbstractApplication, models.Model):  # type: ignore[misc]  # noqa: DJ008  It has the library's.
    """A program that players may let act for them. None has a secret: whoever has the program has it too."""

    FLOWS = frozenset(
        {AbstractApplication.GRANT_AUTHORIZATION_CODE, AbstractApplication.GRANT_DEVICE_CODE}
    )

    device_flow = models.BooleanField(
        default=False,
        db_default=False,
        help_text="It may sign in by device code too, whatever else it does.",
    )

    def save(self, *args: Any, **more: Any) -> None:
        self.client_type, self.client_secret, self.hash_client_secret = "public", "", False
        super().save(*args, **more)

    @transaction.atomic
    def delete(self, *args: Any, **more: Any) -> tuple[int, dict[str, int]]:
        """Delete the app with all that it holds. A code that is exchanged at that moment is refused."""
        App.objects.select_for_update().filter(pk=self.pk).values_list("pk").first()
        found: tuple[int, dict[str, int]] = super().delete(*args, **more)
        return found

    def clean(self) -> None:
        """Raises `ValidationError` by field, for the admin and for apps that register themselves."""
        super().clean()
        faults: dict[str, list[str]] = {}
        if self.authorization_grant_type not in self.FLOWS:
            said = "An app signs people in by authorization code or by device code."
            faults["authorization_grant_type"] = [said]
        if not is_name(self.name):
            faults["name"] = [NAME_WANTED]
        uris = self.redirect_uris.split()
        if len(uris) > MOST_URIS or not all(map(is_safe, uris)):
            faults["redirect_uris"] = [URIS_WANTED]
        if faults:
            raise ValidationError({name: list(said) for name, said in faults.items()})

    def redirect_uri_allowed(self, uri: str) -> bool:
        if self.client_id == TABLE:
            return False
        return is_safe(uri) and bool(super().redirect_uri_allowed(uri))

    def get_allowed_schemes(self) -> set[str]:
        own = {urlsplit(uri).scheme for uri in self.redirect_uris.split() if is_safe(uri)}
        return own | set(super().get_allowed_schemes())

    def allows_grant_type(self, *grant_types: str) -> bool:
        if self.client_id == TABLE:
            return False  # Its tokens come from the session of its browser alone.
        also = self.device_flow and self.GRANT_DEVICE_CODE in grant_types
        return also or bool(super().allows_grant_type(*grant_types))

    @property
    def vouched(self) -> bool:
        """Whether the operator has entered it. All others say of themselves who they are."""
        return bool(self.registration_source == self.RegistrationSource.MANUAL)


def is_name(text: str) -> bool:
    """Whether an app can have this name, or none."""
    return len(text) <= LONGEST_NAME and text.isprintable()


def is_safe(uri: str) -> bool:
    """Whether nobody on the way reads what is sent there, and everybody sees where that is."""
    try:
        parts = urlsplit(uri)
        origin_of(uri)
    except ValueError:
        return False
    if len(uri) > LONGEST_URI or not uri.isprintable():
        return False
    # What stands before an @ looks like the host; and a backslash ends the host for browsers alone.
    if "@" in parts.netloc or "\\" in uri or "#" in uri:
        return False
    if PRIVATE_SCHEME.fullmatch(parts.scheme):
        return not parts.netloc and parts.path.startswith("/")
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK)


def origin_of(uri: str) -> str:
    """Scheme, host and port of an address, and nothing else.

    Of a scheme of the app's own it is the scheme. It stands in a page's Content-Security-Policy. Raises
    `ValueError` for a host or port that is none.
    """
    parts = urlsplit(uri)
    if PRIVATE_SCHEME.fullmatch(parts.scheme) and not parts.netloc:
        return f"{parts.scheme}:"
    host, port = parts.hostname or "", parts.port
    if not HOST.fullmatch(host):
        raise ValueError("A host has letters, digits, dots and hyphens.")
    host = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{host}" + ("" if port is None else f":{port}")


class _OfAnEpoch(models.Model):
    """A right that its player's epoch ends."""

    epoch = models.IntegerField(
        default=0, editable=False, help_text="It is good while this is the player's."
    )

    class Meta:
        abstract = True

    def save(self, *args: Any, **more: Any) -> None:
        """A new row belongs to the epoch in which its player was read, and not to a later one."""
        player = getattr(self, "user", None)
        if self._state.adding and player is not None:
            self.epoch = player.epoch
        super().save(*args, **more)

    @classmethod
    def good(cls) -> "models.QuerySet[Self]":
        """Those of their players' present epoch; some of them may have expired."""
        return cls._default_manager.filter(epoch=models.F("user__epoch"), user__is_active=True)


class AppCode(_OfAnEpoch, AbstractGrant):  # type: ignore[misc]  # noqa: DJ008  It has the library's.
    """An authorization code. A used one is kept for a while, so that a second use is noticed."""

    code = DigestField(max_length=255, unique=True, verbose_name="code")
    family = models.UUIDField(default=uuid.uuid4, editable=False, help_text="Of what it becomes.")
    used_at = models.DateTimeField(null=True, editable=False)

    class Meta(AbstractGrant.Meta):  # type: ignore[misc]
        abstract = False
        indexes = [models.Index(fields=["expires"], name="app_code_to_remove")]


class AppToken(_OfAnEpoch, AbstractAccessToken):  # type: ignore[misc]  # noqa: DJ008
    """An access token of an app, of which only the SHA-256 is kept (`token_checksum`)."""

    last_used_at = models.DateTimeField(null=True, editable=False)
    session = DigestField(
        max_length=40,
        null=True,
        editable=False,
        help_text="Of the table: the browser's session, with which the database deletes it.",
    )

    class Meta(AbstractAccessToken.Meta):  # type: ignore[misc]
        abstract = False
        indexes = [
            models.Index(fields=["expires"], name="app_token_to_remove"),
            models.Index(
                fields=["session"],
                condition=models.Q(session__isnull=False),
                name="app_token_by_session",
            ),
        ]

    @transaction.atomic
    def revoke(self) -> None:
        """End this token, and no other."""
        lock_rights(self.user_id)
        super().revoke()


class AppRefresh(_OfAnEpoch, AbstractRefreshToken):  # type: ignore[misc]  # noqa: DJ008
    """A refresh token. Each is good once; all that follow one another are a family."""

    class End(models.TextChoices):
        USED = "used"
        REUSED = "reused"
        BY_PLAYER = "player"

    end_reason = models.CharField(
        max_length=10,
        choices=End.choices,
        blank=True,
        db_default="",
        editable=False,
        help_text="Why it is revoked; empty if the app or an operator revoked it.",
    )
    answer = SecretJSON(
        null=True, editable=False, help_text="What its use was answered, for a minute."
    )

    class Meta(AbstractRefreshToken.Meta):  # type: ignore[misc]
        abstract = False
        verbose_name_plural = "app refresh tokens"
        indexes = [
            *AbstractRefreshToken.Meta.indexes,
            models.Index(
                fields=["revoked"],
                condition=models.Q(answer__isnull=False),
                name="app_refresh_answer_to_remove",
            ),
        ]

    @classmethod
    @transaction.atomic
    def revoke_family(cls, token_family: uuid.UUID | None) -> None:
        """End all that came of one consent, because a code or refresh token of it came again."""
        known = cls.objects.filter(token_family=token_family)
        lock_rights(known.values_list("user", flat=True).first())
        known.filter(revoked=None).update(end_reason=cls.End.REUSED)
        super().revoke_family(token_family)

    @transaction.atomic
    def revoke(self) -> None:
        """End this refresh token, and the access token that came with it."""
        lock_rights(self.user_id)
        super().revoke()


class AppDevice(_OfAnEpoch, AbstractDeviceGrant):  # type: ignore[misc]  # noqa: DJ008
    """A terminal that waits for its player. Its epoch is that in which she has agreed."""

    device_code = DigestField(max_length=100, verbose_name="device code")
    user_code = DigestField(max_length=100, verbose_name="user code")

    class Meta(AbstractDeviceGrant.Meta):  # type: ignore[misc]
        abstract = False
        indexes = [
            models.Index(fields=["user_code"], name="app_device_by_user_code"),
            models.Index(fields=["expires"], name="app_device_to_remove"),
        ]


class AppIdentity(AbstractIDToken, models.Model):  # type: ignore[misc]  # noqa: DJ008
    """Of OpenID Connect, which is off. The library asks for the table, and nothing is written to it."""

    class Meta(AbstractIDToken.Meta):  # type: ignore[misc]
        abstract = False
