"""Rights of apps to act for a player: rows of OAuth 2, as django-oauth-toolkit requires.

Each right has the epoch of its player, as all tokens. So it ends with a changed password.
"""

import uuid
from datetime import timedelta
from typing import Any, Self

from django.conf import settings
from django.db import models, transaction
from django.utils import timezone

from common.db.digested import DigestField
from common.db.encrypted import SecretJSON
from players.models.oauth_bases import (
    AbstractAccessToken,
    AbstractDeviceGrant,
    AbstractGrant,
    AbstractIDToken,
    AbstractRefreshToken,
)
from players.models.player import Player
from players.models.token import token_digest

ANSWER_TTL = timedelta(seconds=60)
"""How long the answer to a refresh token is repeated for an app that missed it."""


def lock_rights(player_id: int | None) -> None:
    """Lock all rights of apps for a player, to the end of the transaction.

    It is the lock of the player's row, and comes before that of any code, refresh token or access token. The
    token with which an app changes its registration belongs to no player, and needs none.
    """
    if player_id is not None:
        rows = Player.objects.select_for_update(no_key=True).filter(pk=player_id)
        rows.values_list("pk", flat=True).first()


class _OfAPlayer(models.Model):
    """A row that is deleted with its player."""

    id = models.BigAutoField(primary_key=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="%(app_label)s_%(class)s",
    )

    class Meta:
        abstract = True


class RightQuerySet(models.QuerySet[Any]):
    """Rights by whether they are good."""

    def good(self) -> Self:
        """Return the rights of their players' present epoch; some of them may have expired."""
        return self.filter(epoch=models.F("user__epoch"), user__is_active=True)


class _OfAnEpoch(_OfAPlayer):
    """A right that ends with its player's epoch."""

    epoch = models.IntegerField(
        default=0, editable=False, help_text="It is good while this is the player's."
    )

    objects = RightQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **more: Any) -> None:
        """Save the row; a new one gets the epoch in which its player was read.

        Of the token that the library has put aside only the digest is written.
        """
        if (token := self.__dict__.pop("_raw_token", None)) is not None:
            self.token_checksum = token_digest(token).hex()
        player = getattr(self, "user", None)
        if self._state.adding and player is not None:
            self.epoch = player.epoch
        super().save(*args, **more)


class AppCode(_OfAnEpoch, AbstractGrant):  # type: ignore[misc]  # noqa: DJ008  It has the library's.
    """An authorization code. A used one is kept for a while, so that a second use is noticed."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="%(app_label)s_%(class)s"
    )
    application = models.ForeignKey("players.App", models.CASCADE)
    code = DigestField(max_length=255, unique=True)
    family = models.UUIDField(default=uuid.uuid4, editable=False, help_text="Of what it becomes.")
    used_at = models.DateTimeField(null=True, editable=False)
    expires = models.DateTimeField()
    scope = models.TextField(blank=True)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)
    redirect_uri = models.TextField()
    code_challenge = models.CharField(max_length=128, blank=True, default="")
    code_challenge_method = models.CharField(max_length=10, blank=True, default="")
    nonce = models.CharField(max_length=255, blank=True, default="")
    claims = models.TextField(blank=True)
    resource = models.JSONField(blank=True, default=list)

    class Meta:
        indexes = [models.Index(fields=["expires"], name="app_code_to_remove")]


class AppTokenQuerySet(RightQuerySet):
    """Access tokens, which their apps may be able to refresh."""

    def live(self) -> Self:
        """Return the tokens that are good now, or that their app can refresh."""
        now = timezone.now()
        # A refresh token ends so long after its access token, as django-oauth-toolkit judges it.
        idle = timedelta(days=settings.TIDE_OAUTH_REFRESH_TOKEN_DAYS)
        refreshable = models.Q(
            refresh_token__isnull=False, refresh_token__revoked=None, expires__gt=now - idle
        )
        return self.good().filter(refreshable | models.Q(expires__gt=now))


class AppToken(_OfAnEpoch, AbstractAccessToken):  # type: ignore[misc]  # noqa: DJ008
    """An access token of an app, of which only the SHA-256 is kept (`token_checksum`).

    The database ends it with the `session` in which it was given: `app_token_ends_with_session`,
    players.0002.
    """

    application = models.ForeignKey("players.App", models.CASCADE, null=True, blank=True)
    source_refresh_token = models.OneToOneField(
        "players.AppRefresh",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="refreshed_access_token",
    )
    id_token = models.OneToOneField(
        "players.AppIdentity", models.CASCADE, null=True, blank=True, related_name="access_token"
    )
    token = models.TextField(help_text="Empty.")
    token_checksum = models.CharField(max_length=64, unique=True)
    expires = models.DateTimeField()
    scope = models.TextField(blank=True)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)
    resource = models.JSONField(blank=True, default=list)
    last_used_at = models.DateTimeField(null=True, editable=False)
    token_family = models.UUIDField(
        null=True,
        editable=False,
        help_text="Of its refresh token, once that was used; until then that leads here.",
    )
    session = DigestField(
        max_length=40,
        null=True,
        editable=False,
        help_text="Of the table: the browser's session, with which the database deletes it.",
    )

    objects = AppTokenQuerySet.as_manager()  # type: ignore[misc]  # The plugin takes it for one of an instance.

    class Meta:
        indexes = [
            models.Index(fields=["expires"], name="app_token_to_remove"),
            models.Index(
                fields=["session"],
                condition=models.Q(session__isnull=False),
                name="app_token_by_session",
            ),
        ]

    @property
    def held_scopes(self) -> set[str]:
        """Return the scopes of this token, and those that its app can get by refreshing it."""
        refresh = getattr(self, "refresh_token", None)
        return {*self.scope.split(), *(refresh.scope.split() if refresh else ())}

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

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="%(app_label)s_%(class)s"
    )
    application = models.ForeignKey("players.App", models.CASCADE)
    access_token = models.OneToOneField(
        AppToken, models.SET_NULL, null=True, blank=True, related_name="refresh_token"
    )
    token = models.TextField(help_text="Empty.")
    token_checksum = models.CharField(max_length=64)
    token_family = models.UUIDField(null=True, blank=True, editable=False)
    scope = models.TextField(
        blank=True,
        default="",
        db_default="",
        editable=False,
        help_text="What the player has agreed to; its access token may have less.",
    )
    resource = models.JSONField(blank=True, default=list)
    revoked = models.DateTimeField(null=True)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)
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

    class Meta:
        verbose_name_plural = "app refresh tokens"
        unique_together = ("token_checksum", "revoked")
        indexes = [
            models.Index(fields=["token_family"], name="players_app_token_f_d241db_idx"),
            models.Index(
                fields=["revoked"],
                condition=models.Q(answer__isnull=False),
                name="app_refresh_answer_to_remove",
            ),
        ]

    def use_up(self) -> None:
        """Mark a locked row as used. Its access token lives to its own end, as the app was told."""
        replaced = AppToken.objects.filter(refresh_token=self)
        replaced.update(token_family=self.token_family)
        self.access_token = None
        self.revoked, self.end_reason = timezone.now(), self.End.USED
        self.save(update_fields=["access_token", "revoked", "end_reason", "updated"])

    @classmethod
    @transaction.atomic
    def revoke_family(cls, token_family: uuid.UUID | None, reason: str = End.REUSED) -> None:
        """End all rights from one consent; the usual reason is a code or refresh token that came again."""
        if token_family is None:
            return
        known = cls.objects.filter(token_family=token_family)
        player = known.values_list("user", flat=True).first()
        lock_rights(player)
        known.filter(revoked=None).update(end_reason=reason)
        super().revoke_family(token_family)
        AppToken.objects.filter(user=player, token_family=token_family).delete()

    @transaction.atomic
    def revoke(self) -> None:
        """End this refresh token with all access tokens of its consent; a used one stays as it is."""
        if self.revoked is not None:
            return  # The library calls this for the one that it has just replaced.
        lock_rights(self.user_id)
        super().revoke()
        if self.token_family is not None:
            AppToken.objects.filter(user=self.user_id, token_family=self.token_family).delete()


class AppDevice(_OfAnEpoch, AbstractDeviceGrant):  # type: ignore[misc]
    """A terminal that waits for its player. Its epoch is that of the player's consent."""

    device_code = DigestField(max_length=100)
    user_code = DigestField(max_length=100)
    client_id = models.CharField(max_length=100, db_index=True)
    interval = models.IntegerField(default=5)
    expires = models.DateTimeField()
    status = models.CharField(max_length=64, blank=True, default="authorization-pending")
    last_checked = models.DateTimeField(auto_now=True)
    scope = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["device_code"], name="players_appdevice_unique_device_code"
            )
        ]
        indexes = [
            models.Index(fields=["user_code"], name="app_device_by_user_code"),
            models.Index(fields=["expires"], name="app_device_to_remove"),
        ]

    def __str__(self) -> str:
        return f"terminal of {self.client_id}"


class AppIdentity(_OfAPlayer, AbstractIDToken):  # type: ignore[misc]  # noqa: DJ008
    """A row of OpenID Connect, which is off. The library requires the table, which stays empty."""

    application = models.ForeignKey("players.App", models.CASCADE, null=True, blank=True)
    scope = models.TextField(blank=True)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)
    jti = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    expires = models.DateTimeField()
