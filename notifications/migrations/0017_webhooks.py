"""Webhooks, whose tables `players` has handed over."""

import common.db.encrypted
import common.outbox.models
import django.contrib.postgres.fields
import django.db.models.deletion
import players.models.app
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0016_plain_table_names"),
        ("players", "0032_webhooks"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        migrations.swappable_dependency(settings.OAUTH2_PROVIDER_APPLICATION_MODEL),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
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
                                auto_created=True,
                                primary_key=True,
                                serialize=False,
                                verbose_name="ID",
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
                    name="Webhook",
                    fields=[
                        (
                            "failing_since",
                            models.DateTimeField(
                                help_text="The first failure after which nothing has succeeded.",
                                null=True,
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
                            models.DateTimeField(
                                help_text="It is left alone until then.", null=True
                            ),
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
                                default=False,
                                help_text="Something has been delivered to this address.",
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
                            common.db.encrypted.SecretBytes(
                                default=players.models.app.new_webhook_secret
                            ),
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
                        models.F("app"),
                        condition=models.Q(("app__isnull", False)),
                        name="webhook_by_app",
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
                    index=models.Index(
                        fields=["webhook", "-created_at", "-id"], name="delivery_log"
                    ),
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
                            models.Q(
                                ("next_at__isnull", True), ("state__in", ["delivered", "failed"])
                            ),
                            _connector="OR",
                        ),
                        name="delivery_waits_for_something",
                    ),
                ),
                migrations.AddConstraint(
                    model_name="delivery",
                    constraint=models.UniqueConstraint(
                        fields=("webhook", "number"), name="delivery_once"
                    ),
                ),
            ]
        ),
    ]
