"""Apps of other people, and what they hold of players (OAuth 2)."""

import django.db.models.deletion
import players.models.app
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0006_account"),
    ]

    operations = [
        migrations.CreateModel(
            name="App",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                (
                    "client_id",
                    models.CharField(
                        default=players.models.app.new_client_id, max_length=255, unique=True
                    ),
                ),
                (
                    "redirect_uris",
                    models.TextField(blank=True, help_text="Allowed URIs list, space separated"),
                ),
                (
                    "post_logout_redirect_uris",
                    models.TextField(blank=True, default=""),
                ),
                (
                    "client_type",
                    models.CharField(choices=[("public", "Public")], max_length=32),
                ),
                (
                    "authorization_grant_type",
                    models.CharField(
                        choices=[
                            ("authorization-code", "Authorization code"),
                            ("urn:ietf:params:oauth:grant-type:device_code", "Device Code"),
                        ],
                        max_length=44,
                    ),
                ),
                (
                    "client_secret",
                    models.CharField(blank=True, db_index=True, default="", max_length=255),
                ),
                (
                    "hash_client_secret",
                    models.BooleanField(default=False),
                ),
                ("name", models.CharField(blank=True, max_length=255)),
                (
                    "skip_authorization",
                    models.BooleanField(default=False),
                ),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("updated", models.DateTimeField(auto_now=True)),
                (
                    "algorithm",
                    models.CharField(blank=True, default="", max_length=5),
                ),
                (
                    "allowed_origins",
                    models.TextField(blank=True, default=""),
                ),
                (
                    "registration_source",
                    models.CharField(
                        choices=[
                            ("manual", "Manual"),
                            ("dcr", "Dynamic Client Registration"),
                            ("cimd", "Client ID Metadata Document"),
                        ],
                        default="manual",
                        max_length=32,
                    ),
                ),
                (
                    "cimd_expires_at",
                    models.DateTimeField(blank=True, default=None, null=True),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(app_label)s_%(class)s",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="AppIdentity",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                (
                    "jti",
                    models.UUIDField(default=uuid.uuid4, editable=False, unique=True),
                ),
                ("expires", models.DateTimeField()),
                ("scope", models.TextField(blank=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("updated", models.DateTimeField(auto_now=True)),
                (
                    "application",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        to=settings.OAUTH2_PROVIDER_APPLICATION_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(app_label)s_%(class)s",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="AppRefresh",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("token", models.TextField(help_text="Empty.")),
                (
                    "token_checksum",
                    models.CharField(max_length=64),
                ),
                (
                    "token_family",
                    models.UUIDField(blank=True, editable=False, null=True),
                ),
                (
                    "resource",
                    models.JSONField(blank=True, default=list),
                ),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("updated", models.DateTimeField(auto_now=True)),
                ("revoked", models.DateTimeField(null=True)),
                (
                    "epoch",
                    models.PositiveIntegerField(
                        default=0,
                        editable=False,
                        help_text="It is good while this is the player's.",
                    ),
                ),
                (
                    "application",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        to=settings.OAUTH2_PROVIDER_APPLICATION_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(app_label)s_%(class)s",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="AppToken",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("token", models.TextField(help_text="Empty.")),
                (
                    "token_checksum",
                    models.CharField(max_length=64, unique=True),
                ),
                ("expires", models.DateTimeField()),
                ("scope", models.TextField(blank=True)),
                (
                    "resource",
                    models.JSONField(blank=True, default=list),
                ),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("updated", models.DateTimeField(auto_now=True)),
                (
                    "epoch",
                    models.PositiveIntegerField(
                        default=0,
                        editable=False,
                        help_text="It is good while this is the player's.",
                    ),
                ),
                ("last_used_at", models.DateTimeField(editable=False, null=True)),
                (
                    "application",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        to=settings.OAUTH2_PROVIDER_APPLICATION_MODEL,
                    ),
                ),
                (
                    "id_token",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="access_token",
                        to=settings.OAUTH2_PROVIDER_ID_TOKEN_MODEL,
                    ),
                ),
                (
                    "source_refresh_token",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="refreshed_access_token",
                        to=settings.OAUTH2_PROVIDER_REFRESH_TOKEN_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(app_label)s_%(class)s",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.AddField(
            model_name="apprefresh",
            name="access_token",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="refresh_token",
                to=settings.OAUTH2_PROVIDER_ACCESS_TOKEN_MODEL,
            ),
        ),
        migrations.CreateModel(
            name="AppCode",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("code", models.CharField(max_length=255, unique=True)),
                ("expires", models.DateTimeField()),
                ("redirect_uri", models.TextField()),
                ("scope", models.TextField(blank=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("updated", models.DateTimeField(auto_now=True)),
                (
                    "code_challenge",
                    models.CharField(blank=True, default="", max_length=128),
                ),
                (
                    "code_challenge_method",
                    models.CharField(blank=True, default="", max_length=10),
                ),
                (
                    "nonce",
                    models.CharField(blank=True, default="", max_length=255),
                ),
                ("claims", models.TextField(blank=True)),
                (
                    "resource",
                    models.JSONField(blank=True, default=list),
                ),
                (
                    "epoch",
                    models.PositiveIntegerField(
                        default=0,
                        editable=False,
                        help_text="It is good while this is the player's.",
                    ),
                ),
                (
                    "family",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, help_text="Of what it becomes."
                    ),
                ),
                ("used_at", models.DateTimeField(editable=False, null=True)),
                (
                    "application",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        to=settings.OAUTH2_PROVIDER_APPLICATION_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(app_label)s_%(class)s",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "abstract": False,
                "indexes": [models.Index(fields=["expires"], name="app_code_to_remove")],
            },
        ),
        migrations.CreateModel(
            name="AppDevice",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("device_code", models.CharField(max_length=100)),
                ("user_code", models.CharField(max_length=100)),
                ("scope", models.TextField(blank=True)),
                ("interval", models.IntegerField(default=5)),
                ("expires", models.DateTimeField()),
                (
                    "status",
                    models.CharField(blank=True, default="authorization-pending", max_length=64),
                ),
                (
                    "client_id",
                    models.CharField(db_index=True, max_length=100),
                ),
                ("last_checked", models.DateTimeField(auto_now=True)),
                (
                    "epoch",
                    models.PositiveIntegerField(
                        default=0,
                        editable=False,
                        help_text="It is good while this is the player's.",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(app_label)s_%(class)s",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "abstract": False,
                "indexes": [
                    models.Index(fields=["user_code"], name="app_device_by_user_code"),
                    models.Index(fields=["expires"], name="app_device_to_remove"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("device_code",), name="players_appdevice_unique_device_code"
                    )
                ],
            },
        ),
        migrations.AddIndex(
            model_name="apptoken",
            index=models.Index(fields=["expires"], name="app_token_to_remove"),
        ),
        migrations.AddIndex(
            model_name="apprefresh",
            index=models.Index(fields=["token_family"], name="players_app_token_f_d241db_idx"),
        ),
        migrations.AlterUniqueTogether(
            name="apprefresh",
            unique_together={("token_checksum", "revoked")},
        ),
    ]
