"""All tables of players."""

import django.contrib.auth.models
import django.contrib.auth.validators
import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import players.models
import tideapi.db.encrypted
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=players.models.new_message_id,
                        editable=False,
                        max_length=20,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "number",
                    models.PositiveBigIntegerField(
                        help_text="The event's number in the player's feed; none for a ping.",
                        null=True,
                    ),
                ),
                ("type", models.CharField(max_length=40)),
                ("body", tideapi.db.encrypted.SecretBytes()),
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
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("next_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "verbose_name_plural": "deliveries",
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                (
                    "last_login",
                    models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                ),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "A user with that username already exists."},
                        help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                        max_length=150,
                        unique=True,
                        validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                        verbose_name="username",
                    ),
                ),
                (
                    "first_name",
                    models.CharField(blank=True, max_length=150, verbose_name="first name"),
                ),
                (
                    "last_name",
                    models.CharField(blank=True, max_length=150, verbose_name="last name"),
                ),
                (
                    "email",
                    models.EmailField(blank=True, max_length=254, verbose_name="email address"),
                ),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                (
                    "date_joined",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="date joined"
                    ),
                ),
                (
                    "about",
                    models.CharField(
                        blank=True, help_text="Shown on the public profile.", max_length=500
                    ),
                ),
                ("epoch", models.PositiveIntegerField(default=0, editable=False)),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "user",
                "verbose_name_plural": "users",
                "abstract": False,
            },
            managers=[
                ("objects", django.contrib.auth.models.UserManager()),
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
                ("status", models.PositiveSmallIntegerField(null=True)),
                ("error", models.CharField(blank=True, max_length=20)),
                ("milliseconds", models.PositiveIntegerField()),
                (
                    "delivery",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="log",
                        to="players.delivery",
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Token",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=players.models.new_token_id,
                        editable=False,
                        max_length=12,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=100)),
                (
                    "test",
                    models.BooleanField(
                        default=False, help_text="It may move the time of games, in a sandbox."
                    ),
                ),
                ("digest", models.BinaryField(max_length=32, unique=True)),
                ("shown", models.CharField(help_text="How the token begins.", max_length=9)),
                (
                    "epoch",
                    models.PositiveIntegerField(help_text="It is good while this is the player's."),
                ),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("last_used_at", models.DateTimeField(null=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tokens",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Vacation",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=players.models.new_vacation_id,
                        editable=False,
                        max_length=12,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("from_at", models.DateTimeField()),
                ("until_at", models.DateTimeField()),
                ("announced_at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="vacations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=players.models.new_webhook_id,
                        editable=False,
                        max_length=12,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
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
                    tideapi.db.encrypted.SecretBytes(default=players.models.new_webhook_secret),
                ),
                ("old_secret", tideapi.db.encrypted.SecretBytes(null=True)),
                ("old_secret_until", models.DateTimeField(null=True)),
                (
                    "after",
                    models.PositiveBigIntegerField(
                        help_text="The last number in the feed that came before its time."
                    ),
                ),
                (
                    "feed_cursor",
                    models.PositiveBigIntegerField(
                        help_text="The last number in the feed that was handed over to be sent."
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
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="delivery",
            name="webhook",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="deliveries",
                to="players.webhook",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Lower("username"), name="player_username_any_case"
            ),
        ),
        migrations.AddIndex(
            model_name="token",
            index=models.Index(fields=["player", "-created_at"], name="token_by_player"),
        ),
        migrations.AddIndex(
            model_name="vacation",
            index=models.Index(fields=["player", "-from_at"], name="vacation_by_player"),
        ),
        migrations.AddConstraint(
            model_name="vacation",
            constraint=models.CheckConstraint(
                condition=models.Q(("until_at__gte", models.F("from_at"))),
                name="vacation_has_length",
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
                models.F("busy_until"), condition=models.Q(("slow", True)), name="webhook_slow"
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
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(fields=["webhook", "-created_at", "-id"], name="delivery_log"),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("state", "waiting")),
                fields=["webhook", "created_at"],
                name="delivery_waiting",
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(fields=["created_at"], name="delivery_to_prune"),
        ),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.UniqueConstraint(fields=("webhook", "number"), name="delivery_once"),
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
    ]
