"""The tables of notifications."""

import datetime
import django.db.models.deletion
import common.db.encrypted
import common.outbox.models
from django.conf import settings
from django.db import migrations, models


# With a new password, or an account that is closed, nothing goes to addresses that were given before. The mail of the
# account stays: it is the player's own address, verified, and tells of the new password.
SIGNED_OUT = """
CREATE FUNCTION player_ends_receivers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE notifications_receiver
    SET enabled = false, disabled_at = now(), disabled_why = 'signed_out'
    WHERE player_id = NEW.id AND enabled AND channel <> 'mail';
    RETURN NULL;
END
$$;

CREATE TRIGGER player_ends_receivers AFTER UPDATE OF password, is_active, epoch ON players_player
FOR EACH ROW
WHEN (NEW.epoch <> OLD.epoch)
EXECUTE FUNCTION player_ends_receivers();
"""
NO_SIGNED_OUT = """
DROP TRIGGER player_ends_receivers ON players_player;
DROP FUNCTION player_ends_receivers();
"""


class Migration(migrations.Migration):
    replaces = [
        ("notifications", "0001_tables"),
        ("notifications", "0002_signed_out"),
        ("notifications", "0003_subscriptions"),
        ("notifications", "0004_questions"),
        ("notifications", "0005_busy"),
        ("notifications", "0006_language_not_chosen"),
        ("notifications", "0007_quick"),
        ("notifications", "0008_made_by_apps"),
        ("notifications", "0009_resumed"),
        ("notifications", "0010_no_checks_of_numbers"),
        ("notifications", "0011_receivers_back_off"),
        ("notifications", "0012_muted_games_are_game_preferences"),
        ("notifications", "0013_help_texts_name_the_player"),
        ("notifications", "0014_plain_model_names"),
    ]

    initial = True

    dependencies = [
        ("games", "0002_squashed_0024_keys_and_storage"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        migrations.swappable_dependency(settings.OAUTH2_PROVIDER_APPLICATION_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Preferences",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="notice_preferences",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "language",
                    models.CharField(
                        choices=[("en", "English"), ("de", "Deutsch")], max_length=7, null=True
                    ),
                ),
                ("zone", models.CharField(default="UTC", max_length=64)),
                (
                    "mode",
                    models.CharField(
                        choices=[
                            ("at_once", "At Once"),
                            ("digest", "Digest"),
                            ("only_before_time_runs_out", "Only Before"),
                        ],
                        default="at_once",
                        max_length=26,
                    ),
                ),
                ("digest_at", models.TimeField(default=datetime.time(8, 0))),
                ("quiet_from", models.TimeField(null=True)),
                ("quiet_until", models.TimeField(null=True)),
                (
                    "lead",
                    models.DurationField(
                        default=datetime.timedelta(seconds=14400),
                        help_text="How long before the deadline a reminder comes.",
                    ),
                ),
                ("switches", models.JSONField(default=dict)),
                (
                    "resumed",
                    models.JSONField(
                        db_default=models.Value({}, models.JSONField()),
                        default=dict,
                        help_text="How often mails of each kind were switched on again; stop links of before end.",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "preferences",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("mode__in", ["at_once", "digest", "only_before_time_runs_out"])
                        ),
                        name="preferences_mode_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("quiet_from__isnull", True), ("quiet_until__isnull", True)),
                            models.Q(("quiet_from__isnull", False), ("quiet_until__isnull", False)),
                            _connector="OR",
                        ),
                        name="preferences_quiet_has_both_ends",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Receiver",
            fields=[
                ("enabled", models.BooleanField(default=True)),
                ("disabled_at", models.DateTimeField(null=True)),
                (
                    "disabled_why",
                    models.CharField(
                        choices=[
                            ("by_player", "Player"),
                            ("failed", "Failed"),
                            ("gone", "Gone"),
                            ("signed_out", "Signed Out"),
                        ],
                        max_length=10,
                        null=True,
                    ),
                ),
                (
                    "failing_since",
                    models.DateTimeField(
                        help_text="The first failure after which nothing has succeeded.", null=True
                    ),
                ),
                (
                    "proven",
                    models.BooleanField(
                        default=False, help_text="Something has been delivered to this address."
                    ),
                ),
                (
                    "slow",
                    models.BooleanField(
                        default=True,
                        help_text="The last attempt failed or took long, or there was none yet.",
                    ),
                ),
                ("next_attempt_at", models.DateTimeField(null=True)),
                ("busy_until", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField()),
                (
                    "id",
                    models.CharField(
                        default=common.outbox.models.new_receiver_id,
                        editable=False,
                        max_length=12,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("channel", models.CharField(max_length=20)),
                ("address", common.db.encrypted.SecretJSON()),
                ("note", models.CharField(blank=True, max_length=100)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="receivers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "app",
                    models.ForeignKey(
                        db_index=False,
                        help_text="The app with which it ends; none if the player set it up.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.OAUTH2_PROVIDER_APPLICATION_MODEL,
                    ),
                ),
                (
                    "failures",
                    models.IntegerField(
                        db_default=0,
                        default=0,
                        help_text="Attempts that have failed, one after the other.",
                    ),
                ),
                (
                    "retry_at",
                    models.DateTimeField(help_text="It is left alone until then.", null=True),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        models.F("next_attempt_at"),
                        condition=models.Q(("enabled", True)),
                        name="receiver_to_attempt",
                    ),
                    models.Index(
                        models.F("busy_until"),
                        condition=models.Q(("busy_until__isnull", False)),
                        name="receiver_busy",
                    ),
                    models.Index(
                        models.F("next_attempt_at"),
                        condition=models.Q(("enabled", True), ("slow", False)),
                        name="receiver_quick_to_attempt",
                    ),
                    models.Index(
                        models.F("app"),
                        condition=models.Q(("app__isnull", False)),
                        name="receiver_by_app",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("disabled_at__isnull", True),
                                ("disabled_why__isnull", True),
                                ("enabled", True),
                            ),
                            models.Q(
                                ("disabled_at__isnull", False),
                                ("disabled_why__in", ["by_player", "failed", "gone", "signed_out"]),
                                ("enabled", False),
                            ),
                            _connector="OR",
                        ),
                        name="receiver_disabled_for_a_reason",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("channel", "mail")),
                        fields=("player",),
                        name="receiver_one_mail",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Subscription",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("calendar", "Calendar"), ("news", "News")], max_length=10
                    ),
                ),
                ("digest", models.BinaryField(max_length=32, unique=True)),
                ("epoch", models.IntegerField(help_text="It is good while this is the player's.")),
                ("made_at", models.DateTimeField()),
                (
                    "read_at",
                    models.DateTimeField(
                        help_text="When it was fetched last, to an hour.", null=True
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="subscriptions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "app",
                    models.ForeignKey(
                        db_index=False,
                        help_text="The app with which it ends; none if the player made it.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.OAUTH2_PROVIDER_APPLICATION_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("player", "kind"), name="subscription_once"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["calendar", "news"])),
                        name="subscription_kind_known",
                    ),
                ],
                "indexes": [
                    models.Index(
                        models.F("app"),
                        condition=models.Q(("app__isnull", False)),
                        name="subscription_by_app",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ReceivedMail",
            fields=[
                ("digest", models.BinaryField(primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["at"], name="received_mail_age")],
            },
        ),
        migrations.CreateModel(
            name="AnswerLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("epoch", models.IntegerField()),
                ("turn", models.IntegerField()),
                ("seat", models.SmallIntegerField()),
                ("digest", models.BinaryField(unique=True)),
                ("secret", common.db.encrypted.SecretBytes()),
                ("language", models.CharField(default="en", max_length=16)),
                ("zone", models.CharField(default="UTC", max_length=64)),
                ("made_at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="answer_links",
                        to="games.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="answer_links",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["made_at"], name="asked_by_mail_age")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("player", "game", "turn", "seat", "epoch"),
                        name="asked_by_mail_once",
                    )
                ],
                "db_table": "notifications_askedbymail",
            },
        ),
        migrations.CreateModel(
            name="Notification",
            fields=[
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("delivered", "Delivered"),
                            ("failed", "Failed"),
                        ],
                        default="waiting",
                        max_length=9,
                    ),
                ),
                ("attempts", models.SmallIntegerField(default=0)),
                ("next_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField()),
                (
                    "id",
                    models.CharField(
                        default=common.outbox.models.new_message_id,
                        editable=False,
                        max_length=20,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("your_turn", "your_turn"),
                            ("reminder", "reminder"),
                            ("nearly_up", "nearly_up"),
                            ("played_for_you", "played_for_you"),
                            ("stage_ended", "stage_ended"),
                            ("game_ended", "game_ended"),
                            ("invited", "invited"),
                            ("table_full", "table_full"),
                            ("seat_lost", "seat_lost"),
                            ("vacation_ends", "vacation_ends"),
                            ("message", "message"),
                            ("account", "account"),
                        ],
                        max_length=20,
                    ),
                ),
                ("cause", models.CharField(max_length=100)),
                (
                    "number",
                    models.BigIntegerField(help_text="The number in the player's feed.", null=True),
                ),
                ("turn", models.IntegerField(null=True)),
                ("due_at", models.DateTimeField(null=True)),
                ("put_off", models.BooleanField(default=False)),
                ("message", models.CharField(blank=True, max_length=20)),
                (
                    "game",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notifications",
                        to="games.game",
                    ),
                ),
                (
                    "receiver",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notifications",
                        to="notifications.receiver",
                    ),
                ),
                (
                    "on_request",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="The player asked for it: it goes first, also to a receiver that is left alone.",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["receiver", "-created_at", "-id"], name="telling_log"),
                    models.Index(fields=["created_at"], name="notification_to_prune"),
                    models.Index(
                        condition=models.Q(("state", "waiting")),
                        fields=["receiver", "-on_request", "next_at", "created_at"],
                        name="telling_in_order",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("receiver", "cause"), name="telling_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("next_at__isnull", False), ("state", "waiting")),
                            models.Q(
                                ("next_at__isnull", True), ("state__in", ["delivered", "failed"])
                            ),
                            _connector="OR",
                        ),
                        name="notification_waits_for_something",
                    ),
                ],
                "db_table": "notifications_telling",
            },
        ),
        migrations.CreateModel(
            name="NotificationAttempt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                ("status", models.SmallIntegerField(null=True)),
                ("error", models.CharField(blank=True, max_length=20)),
                ("milliseconds", models.IntegerField()),
                ("detail", models.CharField(blank=True, max_length=200)),
                (
                    "delivery",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="log",
                        to="notifications.notification",
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
                "db_table": "notifications_tellingattempt",
            },
        ),
        migrations.RunSQL(SIGNED_OUT, NO_SIGNED_OUT),
    ]
