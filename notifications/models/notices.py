"""Receivers, the preferences of players, and the notifications that are sent."""

from datetime import time, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q, Value

from common.db.encrypted import SecretJSON
from common.outbox.models import DeliveryAttempt, Destination, OutboundMessage
from games.models import Game
from notifications.notice import NoticeKind
from players.models import Player

MAIL = "mail"


class Receiver(Destination):
    """An address of a player in one channel (`notifications.channels`).

    The channel defines the content of an address. That of `mail` is empty: it is the verified address of the
    account at the time. A new password ends all other receivers, which the database does
    (`player_ends_receivers`, notifications.0002). The receiver for mail never belongs to an app.
    """

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


class NoticeCursor(models.Model):
    """The cursor of a player with receivers: new events of the feed are handed over to them.

    `feed_cursor` is the number of the last such event. Webhooks have cursors of their own, because each
    begins at another number.
    """

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, primary_key=True, related_name="notice_cursor"
    )
    feed_cursor = models.BigIntegerField()

    def __str__(self) -> str:
        return f"cursor of {self.player_id}"


EIGHT = time(8)
FOUR_HOURS = timedelta(hours=4)


def default_zone() -> str:
    """Return the zone of a player who has chosen none."""
    zone: str = settings.TIDE_TIME_ZONE
    return zone


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
    zone = models.CharField(max_length=64, default=default_zone)
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
        return self.language or str(settings.LANGUAGE_CODE)


class Notification(OutboundMessage):
    """A notification for one receiver, once for each `cause`.

    It holds no text: `number` is the event in the player's feed, `game` and `turn` name the question,
    `due_at` its deadline. The data is read when it is sent. A row that is no longer needed then is deleted.

    `put_off` says that it waits for an hour of the player's; such rows are sent together, where the channel
    can. Rows that were sent together have the same `message`, so that they are tried again together.
    """

    receiver = models.ForeignKey(
        Receiver, on_delete=models.CASCADE, related_name="notifications", db_index=False
    )
    kind = models.CharField(max_length=20, choices=[(one.value, one.value) for one in NoticeKind])
    cause = models.CharField(max_length=100)
    number = models.BigIntegerField(null=True, help_text="The number in the player's feed.")
    game = models.ForeignKey(
        Game, null=True, on_delete=models.CASCADE, related_name="notifications"
    )
    turn = models.IntegerField(null=True)
    due_at = models.DateTimeField(null=True)
    put_off = models.BooleanField(default=False)
    message = models.CharField(max_length=20, blank=True)

    class Meta(OutboundMessage.Meta):
        constraints = [
            *OutboundMessage.Meta.constraints,
            models.UniqueConstraint(fields=["receiver", "cause"], name="telling_once"),
        ]
        indexes = [
            *OutboundMessage.Meta.indexes,
            models.Index(fields=["receiver", "-created_at", "-id"], name="telling_log"),
            models.Index(
                fields=["receiver", *OutboundMessage.ORDER],
                name="telling_in_order",
                condition=Q(state="waiting"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.receiver_id}"


class NotificationAttempt(DeliveryAttempt):
    """One attempt to send: how long it took, and in a sentence why it failed."""

    delivery = models.ForeignKey(Notification, on_delete=models.CASCADE, related_name="log")
    detail = models.CharField(max_length=200, blank=True)

    def __str__(self) -> str:
        return f"attempt at {self.delivery_id}"
