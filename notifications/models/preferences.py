"""A player's preferences of notifications."""

from datetime import time, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q, Value

from players.models import Player

EIGHT = time(8)
FOUR_HOURS = timedelta(hours=4)


class Preferences(models.Model):
    """Preferences of a player; a player with the defaults has no row.

    `language` is null until the player chooses one: then pages follow the browser, and notices `told_in`.
    Hours are those of the player's `zone`. `switches` has only differences from the defaults: by kind, then
    by channel.
    """

    class Mode(models.TextChoices):
        AT_ONCE = "at_once"
        DIGEST = "digest"
        ONLY_BEFORE = "only_before_time_runs_out"

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, primary_key=True, related_name="notice_preferences"
    )
    language = models.CharField(  # noqa: DJ001  Null is not chosen.
        max_length=7, choices=settings.LANGUAGES, null=True
    )
    zone = models.CharField(max_length=64, default="UTC")
    mode = models.CharField(max_length=26, choices=Mode, default=Mode.AT_ONCE)
    digest_at = models.TimeField(default=EIGHT)
    quiet_from = models.TimeField(null=True)
    quiet_until = models.TimeField(null=True)
    lead = models.DurationField(
        default=FOUR_HOURS, help_text="How long before the deadline a reminder comes."
    )
    switches = models.JSONField(default=dict)
    resumed = models.JSONField(
        default=dict,
        db_default=Value({}, models.JSONField()),
        help_text="How often mails of each kind were switched on again; stop links of before end.",
    )

    class Meta:
        verbose_name_plural = "preferences"
        constraints = [
            models.CheckConstraint(
                name="preferences_mode_known",
                condition=Q(mode__in=["at_once", "digest", "only_before_time_runs_out"]),
            ),
            models.CheckConstraint(
                name="preferences_quiet_has_both_ends",
                condition=Q(quiet_from__isnull=True, quiet_until__isnull=True)
                | Q(quiet_from__isnull=False, quiet_until__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"preferences of {self.player_id}"

    @property
    def told_in(self) -> str:
        """Return the language of notifications, which are written without a request."""
        return self.language or "en"
