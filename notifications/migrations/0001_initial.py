"""The tables of notifications and webhooks."""

import common.db.encrypted
import common.outbox.models
import datetime
import django.contrib.postgres.fields
import django.db.models.deletion
import players.models.app
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("notifications", "0001_squashed_0014"),
        ("notifications", "0015_mailbox_position"),
        ("notifications", "0017_webhooks"),
    ]

    dependencies = [
        ("games", "0002_keys_and_storage"),
        ("players", "0002_returned_mail_and_triggers"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        migrations.swappable_dependency(settings.OAUTH2_PROVIDER_APPLICATION_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Delivery",
            fields=[
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
                (
                    "on_request",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="The player asked for it: it goes first, also to a receiver that is left alone.",
                    ),
                ),
                ("created_at", models.DateTimeField()),
                (
                    "number",
                    models.BigIntegerField(
                        help_text="The event's number in the player's feed; none for a ping.",
                        null=True,
                    ),
                ),
                ("type", models.CharField(max_length=40)),
                ("body", common.db.encrypted.SecretBytes()),
                (
                    "scope",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="The scope that an app needs for it when it is sent.",
                        max_length=20,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "deliveries",
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="MailboxPosition",
            fields=[
                ("mailbox", models.TextField(primary_key=True, serialize=False)),
                ("validity", models.BigIntegerField()),
                ("uid", models.BigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="NoticeCursor",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="notice_cursor",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("feed_cursor", models.BigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="Attempt",
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
                (
                    "delivery",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="log",
                        to="notifications.delivery",
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Notification",
            fields=[
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
                (
                    "on_request",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="The player asked for it: it goes first, also to a receiver that is left alone.",
                    ),
                ),
                ("created_at", models.DateTimeField()),
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
            ],
            options={
                "abstract": False,
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
                "abstract": False,
            },
        ),
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
            name="Receiver",
            fields=[
                (
                    "failing_since",
                    models.DateTimeField(
                        help_text="The first failure after which nothing has succeeded.", null=True
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
                ("channel", models.CharField(max_length=20)),
                ("address", common.db.encrypted.SecretJSON()),
                ("note", models.CharField(blank=True, max_length=100)),
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
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="receivers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.AddField(
            model_name="notification",
            name="receiver",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notifications",
                to="notifications.receiver",
            ),
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
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="subscriptions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "failing_since",
                    models.DateTimeField(
                        help_text="The first failure after which nothing has succeeded.", null=True
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
                ("url", models.CharField(max_length=500)),
                ("note", models.CharField(blank=True, max_length=100)),
                (
                    "events",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=40),
                        default=list,
                        help_text="Types; none for all.",
                        size=None,
                    ),
                ),
                (
                    "secret",
                    common.db.encrypted.SecretBytes(default=players.models.app.new_webhook_secret),
                ),
                ("old_secret", common.db.encrypted.SecretBytes(null=True)),
                ("old_secret_until", models.DateTimeField(null=True)),
                (
                    "after",
                    models.BigIntegerField(
                        help_text="The last number in the feed that came before its time."
                    ),
                ),
                (
                    "feed_cursor",
                    models.BigIntegerField(
                        help_text="The last number in the feed that was handed over to be sent."
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
                    "endpoint",
                    models.ForeignKey(
                        db_index=False,
                        help_text="The app that has address and secret for all of its players; none if they are here.",
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to=settings.OAUTH2_PROVIDER_APPLICATION_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.AddField(
            model_name="delivery",
            name="webhook",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="deliveries",
                to="notifications.webhook",
            ),
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
            },
        ),
        migrations.AddIndex(
            model_name="receiver",
            index=models.Index(
                models.F("next_attempt_at"),
                condition=models.Q(("enabled", True)),
                name="receiver_to_attempt",
            ),
        ),
        migrations.AddIndex(
            model_name="receiver",
            index=models.Index(
                models.F("next_attempt_at"),
                condition=models.Q(("enabled", True), ("slow", False)),
                name="receiver_quick_to_attempt",
            ),
        ),
        migrations.AddIndex(
            model_name="receiver",
            index=models.Index(
                models.F("busy_until"),
                condition=models.Q(("busy_until__isnull", False)),
                name="receiver_busy",
            ),
        ),
        migrations.AddIndex(
            model_name="receiver",
            index=models.Index(
                models.F("app"), condition=models.Q(("app__isnull", False)), name="receiver_by_app"
            ),
        ),
        migrations.AddConstraint(
            model_name="receiver",
            constraint=models.CheckConstraint(
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
        ),
        migrations.AddConstraint(
            model_name="receiver",
            constraint=models.UniqueConstraint(
                condition=models.Q(("channel", "mail")),
                fields=("player",),
                name="receiver_one_mail",
            ),
        ),
        migrations.AddIndex(
            model_name="notification",
            index=models.Index(fields=["created_at"], name="notification_to_prune"),
        ),
        migrations.AddIndex(
            model_name="notification",
            index=models.Index(fields=["receiver", "-created_at", "-id"], name="telling_log"),
        ),
        migrations.AddIndex(
            model_name="notification",
            index=models.Index(
                condition=models.Q(("state", "waiting")),
                fields=["receiver", "-on_request", "next_at", "created_at"],
                name="telling_in_order",
            ),
        ),
        migrations.AddConstraint(
            model_name="notification",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("next_at__isnull", False), ("state", "waiting")),
                    models.Q(("next_at__isnull", True), ("state__in", ["delivered", "failed"])),
                    _connector="OR",
                ),
                name="notification_waits_for_something",
            ),
        ),
        migrations.AddConstraint(
            model_name="notification",
            constraint=models.UniqueConstraint(fields=("receiver", "cause"), name="telling_once"),
        ),
        migrations.AddIndex(
            model_name="subscription",
            index=models.Index(
                models.F("app"),
                condition=models.Q(("app__isnull", False)),
                name="subscription_by_app",
            ),
        ),
        migrations.AddConstraint(
            model_name="subscription",
            constraint=models.UniqueConstraint(fields=("player", "kind"), name="subscription_once"),
        ),
        migrations.AddConstraint(
            model_name="subscription",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["calendar", "news"])),
                name="subscription_kind_known",
            ),
        ),
        migrations.AddIndex(
            model_name="webhook",
            index=models.Index(
                models.F("next_attempt_at"),
                condition=models.Q(("enabled", True)),
                name="webhook_to_attempt",
            ),
        ),
        migrations.AddIndex(
            model_name="webhook",
            index=models.Index(
                models.F("next_attempt_at"),
                condition=models.Q(("enabled", True), ("slow", False)),
                name="webhook_quick_to_attempt",
            ),
        ),
        migrations.AddIndex(
            model_name="webhook",
            index=models.Index(
                models.F("busy_until"),
                condition=models.Q(("busy_until__isnull", False)),
                name="webhook_busy",
            ),
        ),
        migrations.AddIndex(
            model_name="webhook",
            index=models.Index(
                models.F("app"), condition=models.Q(("app__isnull", False)), name="webhook_by_app"
            ),
        ),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.CheckConstraint(
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
                name="webhook_disabled_for_a_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.UniqueConstraint(
                fields=("endpoint", "player"), name="webhook_once_an_app"
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(fields=["created_at"], name="delivery_to_prune"),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(fields=["webhook", "-created_at", "-id"], name="delivery_log"),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("state", "waiting")),
                fields=["webhook", "-on_request", "next_at", "created_at"],
                name="delivery_in_order",
            ),
        ),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("next_at__isnull", False), ("state", "waiting")),
                    models.Q(("next_at__isnull", True), ("state__in", ["delivered", "failed"])),
                    _connector="OR",
                ),
                name="delivery_waits_for_something",
            ),
        ),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.UniqueConstraint(fields=("webhook", "number"), name="delivery_once"),
        ),
    ]
