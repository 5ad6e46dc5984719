"""The tables of players, but for those that refer to apps which need players first."""

import common.db.encrypted
import django.contrib.auth.validators
import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.text
import django.utils.timezone
import players.models.app
import players.models.player
import players.models.privacy
import players.models.token
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("players", "0001_squashed_0027"),
        ("players", "0028_refreshed_scopes"),
        ("players", "0029_kept_answers_by_key"),
        ("players", "0030_scopes_of_consents"),
        ("players", "0031_names_of_models"),
        ("players", "0032_webhooks"),
        ("players", "0033_account_deletion"),
    ]

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="StoredSession",
            fields=[
                ("session_data", models.TextField(verbose_name="session data")),
                ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
                ("session_key", models.CharField(max_length=40, primary_key=True, serialize=False)),
            ],
            options={
                "verbose_name": "session",
                "verbose_name_plural": "sessions",
                "db_table": "django_session",
                "abstract": False,
                "managed": False,
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
                (
                    "shows",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=20),
                        blank=True,
                        default=players.models.player.all_parts,
                        help_text="What others see of the public profile.",
                        size=None,
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("person", "Person"), ("guest", "Guest"), ("bot", "Bot")],
                        default="person",
                        editable=False,
                        max_length=6,
                    ),
                ),
                (
                    "look",
                    models.CharField(
                        editable=False,
                        help_text="What the username looks like; the database writes it.",
                        max_length=300,
                        null=True,
                        unique=True,
                    ),
                ),
                ("renamed_at", models.DateTimeField(editable=False, null=True)),
                ("epoch", models.IntegerField(default=0, editable=False)),
                (
                    "bot_of",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="bots",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
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
        ),
        migrations.CreateModel(
            name="MailServer",
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
                ("name", models.CharField(max_length=300, primary_key=True, serialize=False)),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="RecoveryCode",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="recovery_code",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("digest", models.BinaryField(max_length=32)),
                ("made_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="AccountDeletion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "by",
                    models.CharField(
                        choices=[
                            ("player", "Player"),
                            ("operator", "Operator"),
                            ("server", "Server"),
                        ],
                        help_text="Who asked for it: the player or an operator.",
                        max_length=8,
                    ),
                ),
                ("asked_at", models.DateTimeField()),
                (
                    "due_at",
                    models.DateTimeField(
                        help_text="When erasing begins; until then it can be taken back."
                    ),
                ),
                (
                    "next_at",
                    models.DateTimeField(
                        help_text="When there is something to do next.", null=True
                    ),
                ),
                (
                    "closed_at",
                    models.DateTimeField(
                        help_text="When the account was closed and lost its name.", null=True
                    ),
                ),
                (
                    "erased_at",
                    models.DateTimeField(help_text="When nothing was left to erase.", null=True),
                ),
                (
                    "erased",
                    models.JSONField(default=dict, help_text="How much was erased, by kind."),
                ),
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="ending",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
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
                ("post_logout_redirect_uris", models.TextField(blank=True, default="")),
                ("client_type", models.CharField(choices=[("public", "Public")], max_length=32)),
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
                ("hash_client_secret", models.BooleanField(default=False)),
                ("name", models.CharField(blank=True, max_length=255)),
                ("skip_authorization", models.BooleanField(default=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("updated", models.DateTimeField(auto_now=True)),
                ("algorithm", models.CharField(blank=True, default="", max_length=5)),
                ("allowed_origins", models.TextField(blank=True, default="")),
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
                ("cimd_expires_at", models.DateTimeField(blank=True, default=None, null=True)),
                (
                    "device_flow",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="It may sign in by device code too, whatever else it does.",
                    ),
                ),
                (
                    "webhook_url",
                    models.CharField(
                        blank=True,
                        db_default="",
                        default="",
                        help_text="Where the events of all its players are sent; empty for nowhere.",
                        max_length=500,
                    ),
                ),
                ("webhook_secret", common.db.encrypted.SecretBytes(null=True)),
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
            name="AppCode",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                (
                    "epoch",
                    models.IntegerField(
                        default=0,
                        editable=False,
                        help_text="It is good while this is the player's.",
                    ),
                ),
                ("code", models.CharField(max_length=255, unique=True)),
                (
                    "family",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, help_text="Of what it becomes."
                    ),
                ),
                ("used_at", models.DateTimeField(editable=False, null=True)),
                ("expires", models.DateTimeField()),
                ("scope", models.TextField(blank=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("updated", models.DateTimeField(auto_now=True)),
                ("redirect_uri", models.TextField()),
                ("code_challenge", models.CharField(blank=True, default="", max_length=128)),
                ("code_challenge_method", models.CharField(blank=True, default="", max_length=10)),
                ("nonce", models.CharField(blank=True, default="", max_length=255)),
                ("claims", models.TextField(blank=True)),
                ("resource", models.JSONField(blank=True, default=list)),
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
        ),
        migrations.CreateModel(
            name="AppDevice",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                (
                    "epoch",
                    models.IntegerField(
                        default=0,
                        editable=False,
                        help_text="It is good while this is the player's.",
                    ),
                ),
                ("device_code", models.CharField(max_length=100)),
                ("user_code", models.CharField(max_length=100)),
                ("client_id", models.CharField(db_index=True, max_length=100)),
                ("interval", models.IntegerField(default=5)),
                ("expires", models.DateTimeField()),
                (
                    "status",
                    models.CharField(blank=True, default="authorization-pending", max_length=64),
                ),
                ("last_checked", models.DateTimeField(auto_now=True)),
                ("scope", models.TextField(blank=True)),
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
        ),
        migrations.CreateModel(
            name="AppIdentity",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("scope", models.TextField(blank=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("updated", models.DateTimeField(auto_now=True)),
                ("jti", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("expires", models.DateTimeField()),
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
                (
                    "epoch",
                    models.IntegerField(
                        default=0,
                        editable=False,
                        help_text="It is good while this is the player's.",
                    ),
                ),
                ("token", models.TextField(help_text="Empty.")),
                ("token_checksum", models.CharField(max_length=64)),
                ("token_family", models.UUIDField(blank=True, editable=False, null=True)),
                (
                    "scope",
                    models.TextField(
                        blank=True,
                        db_default="",
                        default="",
                        editable=False,
                        help_text="What the player has agreed to; its access token may have less.",
                    ),
                ),
                ("resource", models.JSONField(blank=True, default=list)),
                ("revoked", models.DateTimeField(null=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("updated", models.DateTimeField(auto_now=True)),
                (
                    "end_reason",
                    models.CharField(
                        blank=True,
                        choices=[("used", "Used"), ("reused", "Reused"), ("player", "By Player")],
                        db_default="",
                        editable=False,
                        help_text="Why it is revoked; empty if the app or an operator revoked it.",
                        max_length=10,
                    ),
                ),
                (
                    "answer",
                    common.db.encrypted.SecretJSON(
                        help_text="What its use was answered, for a minute.", null=True
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
                "verbose_name_plural": "app refresh tokens",
            },
        ),
        migrations.CreateModel(
            name="AppToken",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                (
                    "epoch",
                    models.IntegerField(
                        default=0,
                        editable=False,
                        help_text="It is good while this is the player's.",
                    ),
                ),
                ("token", models.TextField(help_text="Empty.")),
                ("token_checksum", models.CharField(max_length=64, unique=True)),
                ("expires", models.DateTimeField()),
                ("scope", models.TextField(blank=True)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("updated", models.DateTimeField(auto_now=True)),
                ("resource", models.JSONField(blank=True, default=list)),
                ("last_used_at", models.DateTimeField(editable=False, null=True)),
                (
                    "token_family",
                    models.UUIDField(
                        editable=False,
                        help_text="Of its refresh token, once that was used; until then that leads here.",
                        null=True,
                    ),
                ),
                (
                    "session",
                    models.CharField(
                        editable=False,
                        help_text="Of the table: the browser's session, with which the database deletes it.",
                        max_length=40,
                        null=True,
                    ),
                ),
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
            name="Block",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss_of_her",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Export",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=players.models.privacy.new_export_id,
                        editable=False,
                        max_length=12,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("building", "Building"),
                            ("ready", "Ready"),
                            ("failed", "Failed"),
                        ],
                        default="building",
                        max_length=8,
                    ),
                ),
                ("part", models.CharField(blank=True, max_length=40)),
                ("after", models.JSONField(null=True)),
                ("done", models.IntegerField(default=0, help_text="Things gathered so far.")),
                (
                    "total",
                    models.IntegerField(help_text="Things that there were at the beginning."),
                ),
                (
                    "faults",
                    models.SmallIntegerField(default=0, help_text="Steps that have failed."),
                ),
                ("asked_at", models.DateTimeField()),
                (
                    "next_at",
                    models.DateTimeField(help_text="When its next step is due.", null=True),
                ),
                (
                    "ended_at",
                    models.DateTimeField(help_text="When it was ready, or given up.", null=True),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="exports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Archive",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.SmallIntegerField()),
                ("content", common.db.encrypted.SecretBytes()),
                ("size", models.IntegerField(help_text="Bytes, before it was encrypted.")),
                (
                    "export",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="archives",
                        to="players.export",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Friendship",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(help_text="When it was asked.")),
                ("since", models.DateTimeField(help_text="When the other has agreed.", null=True)),
                (
                    "asked",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="friends_asking",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "asker",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="friends_asked",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="KeptAnswer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=255)),
                (
                    "call",
                    models.BinaryField(
                        help_text="The digest of method, address and body.", max_length=32
                    ),
                ),
                ("status", models.SmallIntegerField()),
                ("headers", models.JSONField(default=dict)),
                ("body", common.db.encrypted.SecretBytes()),
                ("at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="kept_answers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="KeptName",
            fields=[
                (
                    "digest",
                    models.BinaryField(
                        help_text="A hash of what the name looks like, with a key.",
                        max_length=32,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("until", models.DateTimeField(db_index=True)),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="kept_names",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Letter",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("content", common.db.encrypted.SecretJSON()),
                ("attempts", models.SmallIntegerField(default=0)),
                ("next_at", models.DateTimeField()),
                ("created_at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="letters",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Mute",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss_of_her",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(class)ss",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="ResetRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("email", models.EmailField(max_length=254)),
                ("language", models.CharField(max_length=10)),
                ("asked_at", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["asked_at"], name="reset_request_to_remove")],
            },
        ),
        migrations.CreateModel(
            name="Token",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=players.models.token.new_token_id,
                        editable=False,
                        max_length=12,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=100)),
                (
                    "scopes",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=20),
                        default=list,
                        help_text="What it allows.",
                        size=None,
                    ),
                ),
                (
                    "test",
                    models.BooleanField(
                        default=False, help_text="It may move the time of games, in a sandbox."
                    ),
                ),
                ("digest", models.BinaryField(max_length=32, unique=True)),
                ("shown", models.CharField(help_text="How the token begins.", max_length=9)),
                ("epoch", models.IntegerField(help_text="It is good while this is the player's.")),
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
                        default=players.models.player.new_vacation_id,
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
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                django.db.models.functions.comparison.Collate(
                    django.db.models.functions.text.Lower("username"), "C"
                ),
                condition=models.Q(("is_active", True), models.Q(("kind", "guest"), _negated=True)),
                name="player_by_name",
            ),
        ),
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                models.F("date_joined"),
                condition=models.Q(("is_active", True), ("kind", "guest")),
                name="player_guests",
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.UniqueConstraint(
                django.db.models.functions.text.Lower("username"), name="player_username_any_case"
            ),
        ),
        migrations.AddConstraint(
            model_name="player",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("bot_of__isnull", True), ("kind__in", ["person", "guest"])),
                    models.Q(("bot_of__isnull", False), ("kind", "bot")),
                    _connector="OR",
                ),
                name="player_kind_known",
            ),
        ),
        migrations.AddIndex(
            model_name="accountdeletion",
            index=models.Index(
                models.F("next_at"),
                condition=models.Q(("erased_at__isnull", True)),
                name="ending_to_go_on",
            ),
        ),
        migrations.AddConstraint(
            model_name="accountdeletion",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("erased_at__isnull", True), ("next_at__isnull", False)),
                    models.Q(
                        ("closed_at__isnull", False),
                        ("erased_at__isnull", False),
                        ("next_at__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="ending_goes_on_or_is_over",
            ),
        ),
        migrations.AddIndex(
            model_name="appcode",
            index=models.Index(fields=["expires"], name="app_code_to_remove"),
        ),
        migrations.AddIndex(
            model_name="appdevice",
            index=models.Index(fields=["user_code"], name="app_device_by_user_code"),
        ),
        migrations.AddIndex(
            model_name="appdevice",
            index=models.Index(fields=["expires"], name="app_device_to_remove"),
        ),
        migrations.AddConstraint(
            model_name="appdevice",
            constraint=models.UniqueConstraint(
                fields=("device_code",), name="players_appdevice_unique_device_code"
            ),
        ),
        migrations.AddIndex(
            model_name="apptoken",
            index=models.Index(fields=["expires"], name="app_token_to_remove"),
        ),
        migrations.AddIndex(
            model_name="apptoken",
            index=models.Index(
                condition=models.Q(("session__isnull", False)),
                fields=["session"],
                name="app_token_by_session",
            ),
        ),
        migrations.AddIndex(
            model_name="apprefresh",
            index=models.Index(fields=["token_family"], name="players_app_token_f_d241db_idx"),
        ),
        migrations.AddIndex(
            model_name="apprefresh",
            index=models.Index(
                condition=models.Q(("answer__isnull", False)),
                fields=["revoked"],
                name="app_refresh_answer_to_remove",
            ),
        ),
        migrations.AlterUniqueTogether(
            name="apprefresh",
            unique_together={("token_checksum", "revoked")},
        ),
        migrations.AddConstraint(
            model_name="block",
            constraint=models.UniqueConstraint(fields=("player", "other"), name="block_once"),
        ),
        migrations.AddConstraint(
            model_name="block",
            constraint=models.CheckConstraint(
                condition=models.Q(("player", models.F("other")), _negated=True),
                name="block_of_two",
            ),
        ),
        migrations.AddIndex(
            model_name="export",
            index=models.Index(
                models.F("next_at"),
                condition=models.Q(("state", "building")),
                name="export_to_go_on",
            ),
        ),
        migrations.AddIndex(
            model_name="export",
            index=models.Index(fields=["player", "-asked_at", "-id"], name="export_by_player"),
        ),
        migrations.AddIndex(
            model_name="export",
            index=models.Index(fields=["asked_at"], name="export_to_remove"),
        ),
        migrations.AddConstraint(
            model_name="export",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "building")),
                fields=("player",),
                name="export_one_under_way",
            ),
        ),
        migrations.AddConstraint(
            model_name="export",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("ended_at__isnull", True),
                        ("next_at__isnull", False),
                        ("state", "building"),
                    ),
                    models.Q(
                        ("ended_at__isnull", False),
                        ("next_at__isnull", True),
                        ("state__in", ["ready", "failed"]),
                    ),
                    _connector="OR",
                ),
                name="export_goes_on_or_has_ended",
            ),
        ),
        migrations.AddConstraint(
            model_name="archive",
            constraint=models.UniqueConstraint(fields=("export", "number"), name="archive_once"),
        ),
        migrations.AddConstraint(
            model_name="friendship",
            constraint=models.UniqueConstraint(
                django.db.models.functions.comparison.Least("asker", "asked"),
                django.db.models.functions.comparison.Greatest("asker", "asked"),
                name="friendship_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="friendship",
            constraint=models.CheckConstraint(
                condition=models.Q(("asker", models.F("asked")), _negated=True),
                name="friendship_of_two",
            ),
        ),
        migrations.AddIndex(
            model_name="keptanswer",
            index=models.Index(fields=["player", "-at"], name="kept_answer_by_player"),
        ),
        migrations.AddIndex(
            model_name="keptanswer",
            index=models.Index(fields=["at"], name="kept_answer_to_remove"),
        ),
        migrations.AddConstraint(
            model_name="keptanswer",
            constraint=models.UniqueConstraint(fields=("key", "player"), name="kept_answer_once"),
        ),
        migrations.AddIndex(
            model_name="letter",
            index=models.Index(fields=["next_at"], name="letter_to_send"),
        ),
        migrations.AddConstraint(
            model_name="mute",
            constraint=models.UniqueConstraint(fields=("player", "other"), name="mute_once"),
        ),
        migrations.AddConstraint(
            model_name="mute",
            constraint=models.CheckConstraint(
                condition=models.Q(("player", models.F("other")), _negated=True), name="mute_of_two"
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
    ]
