"""The tables of players, but for those that refer to apps which need players first."""

import django.contrib.auth.models
import django.contrib.auth.validators
import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.text
import django.utils.timezone
import players.models.app
import players.models.privacy
import players.models.player
import players.models.token
import players.models.player
import common.db.encrypted
import common.outbox.models
import uuid
from django.conf import settings
from django.db import migrations, models


# A password, or an account that is closed, ends what was allowed before, whoever writes the row. The epoch counts on from
# what is written, so that a hash that is only renewed can take it back. Webhooks are made, changed and enabled under the
# lock of their player's row, which this has now.
EPOCHS = """
CREATE FUNCTION player_begins_epoch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.epoch := NEW.epoch + 1;
    RETURN NEW;
END
$$;

CREATE TRIGGER player_begins_epoch BEFORE UPDATE OF password, is_active ON players_player
FOR EACH ROW
WHEN (NEW.password IS DISTINCT FROM OLD.password OR OLD.is_active AND NOT NEW.is_active)
EXECUTE FUNCTION player_begins_epoch();

CREATE FUNCTION player_ends_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE players_webhook SET enabled = false, disabled_at = now(), disabled_why = 'signed_out'
    WHERE player_id = NEW.id AND enabled;
    RETURN NULL;
END
$$;

CREATE TRIGGER player_ends_webhooks AFTER UPDATE OF password, is_active, epoch ON players_player
FOR EACH ROW
WHEN (NEW.epoch <> OLD.epoch)
EXECUTE FUNCTION player_ends_webhooks();

CREATE FUNCTION player_ends_bots() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE players_player SET epoch = epoch + 1 WHERE bot_of_id = NEW.id;
    RETURN NULL;
END
$$;

CREATE TRIGGER player_ends_bots AFTER UPDATE OF password, is_active, epoch ON players_player
FOR EACH ROW
WHEN (NEW.epoch <> OLD.epoch)
EXECUTE FUNCTION player_ends_bots();
"""
NO_EPOCHS = """
DROP TRIGGER player_ends_bots ON players_player;
DROP FUNCTION player_ends_bots();
DROP TRIGGER player_ends_webhooks ON players_player;
DROP FUNCTION player_ends_webhooks();
DROP TRIGGER player_begins_epoch ON players_player;
DROP FUNCTION player_begins_epoch();
"""

# The same as `players.reserved_names.username_look`.
LOOKS = """
CREATE FUNCTION player_look(name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT replace(replace(translate(lower(name COLLATE "C"), 'i10_', 'llo-'), 'm', 'rn'), 'vv', 'w')
$$;

CREATE FUNCTION player_has_look() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' OR NEW.username IS DISTINCT FROM OLD.username THEN
        NEW.look := player_look(NEW.username);
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER player_has_look BEFORE INSERT OR UPDATE OF username ON players_player
FOR EACH ROW EXECUTE FUNCTION player_has_look();
"""
NO_LOOKS = """
DROP TRIGGER player_has_look ON players_player;
DROP FUNCTION player_has_look();
DROP FUNCTION player_look(text);
"""


class Migration(migrations.Migration):
    replaces = [
        ("players", "0001_tables"),
        ("players", "0002_triggers"),
        ("players", "0003_kept_answers"),
        ("players", "0004_names"),
        ("players", "0005_scopes"),
        ("players", "0006_account"),
        ("players", "0007_apps"),
        ("players", "0008_leaving"),
        ("players", "0009_kinds"),
        ("players", "0010_people"),
        ("players", "0011_hand_over"),
        ("players", "0013_busy"),
        ("players", "0015_quick"),
        ("players", "0016_made_by_apps"),
        ("players", "0017_secrets_at_rest"),
        ("players", "0018_answers_again"),
        ("players", "0019_app_flows"),
        ("players", "0021_no_checks_of_numbers"),
        ("players", "0022_receivers_back_off"),
        ("players", "0023_mail_server"),
        ("players", "0024_plural_of_app_refresh"),
        ("players", "0025_created_at_of_profiles"),
        ("players", "0026_help_texts_name_the_player"),
        ("players", "0027_webhooks_of_apps"),
    ]

    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
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
                "indexes": [
                    models.Index(
                        django.db.models.functions.comparison.Collate(
                            django.db.models.functions.text.Lower("username"), "C"
                        ),
                        condition=models.Q(
                            ("is_active", True), models.Q(("kind", "guest"), _negated=True)
                        ),
                        name="player_by_name",
                    ),
                    models.Index(
                        models.F("date_joined"),
                        condition=models.Q(("is_active", True), ("kind", "guest")),
                        name="player_guests",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("username"),
                        name="player_username_any_case",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("bot_of__isnull", True), ("kind__in", ["person", "guest"])),
                            models.Q(("bot_of__isnull", False), ("kind", "bot")),
                            _connector="OR",
                        ),
                        name="player_kind_known",
                    ),
                ],
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
                (
                    "scopes",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.CharField(max_length=20),
                        default=list,
                        help_text="What it allows.",
                        size=None,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["player", "-created_at"], name="token_by_player")],
            },
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
            options={
                "indexes": [models.Index(fields=["player", "-from_at"], name="vacation_by_player")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("until_at__gte", models.F("from_at"))),
                        name="vacation_has_length",
                    )
                ],
            },
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
                        help_text="The SHA-256 of method, address and body.", max_length=32
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
            options={
                "indexes": [
                    models.Index(fields=["player", "-at"], name="kept_answer_by_player"),
                    models.Index(fields=["at"], name="kept_answer_to_remove"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "key"), name="kept_answer_once")
                ],
            },
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
            options={
                "indexes": [models.Index(fields=["next_at"], name="letter_to_send")],
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
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="%(app_label)s_%(class)s",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "device_flow",
                    models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="It may sign in by device code too, whatever else it does.",
                    ),
                ),
                ("webhook_secret", common.db.encrypted.SecretBytes(null=True)),
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
            ],
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
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
            ],
            options={
                "indexes": [
                    models.Index(
                        models.F("next_attempt_at"),
                        condition=models.Q(("enabled", True)),
                        name="webhook_to_attempt",
                    ),
                    models.Index(
                        models.F("busy_until"),
                        condition=models.Q(("busy_until__isnull", False)),
                        name="webhook_busy",
                    ),
                    models.Index(
                        models.F("next_attempt_at"),
                        condition=models.Q(("enabled", True), ("slow", False)),
                        name="webhook_quick_to_attempt",
                    ),
                    models.Index(
                        models.F("app"),
                        condition=models.Q(("app__isnull", False)),
                        name="webhook_by_app",
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
                        name="webhook_disabled_for_a_reason",
                    ),
                    models.UniqueConstraint(
                        fields=("endpoint", "player"), name="webhook_once_an_app"
                    ),
                ],
            },
        ),
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
                    "number",
                    models.BigIntegerField(
                        help_text="The event's number in the player's feed; none for a ping.",
                        null=True,
                    ),
                ),
                ("type", models.CharField(max_length=40)),
                ("body", common.db.encrypted.SecretBytes()),
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
                    "webhook",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="players.webhook",
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
                "indexes": [
                    models.Index(fields=["webhook", "-created_at", "-id"], name="delivery_log"),
                    models.Index(fields=["created_at"], name="delivery_to_prune"),
                    models.Index(
                        condition=models.Q(("state", "waiting")),
                        fields=["webhook", "-on_request", "next_at", "created_at"],
                        name="delivery_in_order",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("webhook", "number"), name="delivery_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("next_at__isnull", False), ("state", "waiting")),
                            models.Q(
                                ("next_at__isnull", True), ("state__in", ["delivered", "failed"])
                            ),
                            _connector="OR",
                        ),
                        name="delivery_waits_for_something",
                    ),
                ],
            },
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
                        to="players.delivery",
                    ),
                ),
            ],
            options={
                "ordering": ["at", "pk"],
            },
        ),
        migrations.CreateModel(
            name="AppIdentity",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("jti", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
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
        ),
        migrations.CreateModel(
            name="AppRefresh",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("token", models.TextField(help_text="Empty.")),
                ("token_checksum", models.CharField(max_length=64)),
                ("token_family", models.UUIDField(blank=True, editable=False, null=True)),
                ("resource", models.JSONField(blank=True, default=list)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("updated", models.DateTimeField(auto_now=True)),
                ("revoked", models.DateTimeField(null=True)),
                (
                    "epoch",
                    models.IntegerField(
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
                (
                    "answer",
                    common.db.encrypted.SecretJSON(
                        help_text="What its use was answered, for a minute.", null=True
                    ),
                ),
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
            ],
            options={
                "indexes": [
                    models.Index(fields=["token_family"], name="players_app_token_f_d241db_idx"),
                    models.Index(
                        condition=models.Q(("answer__isnull", False)),
                        fields=["revoked"],
                        name="app_refresh_answer_to_remove",
                    ),
                ],
                "unique_together": {("token_checksum", "revoked")},
                "verbose_name_plural": "app refresh tokens",
            },
        ),
        migrations.CreateModel(
            name="AppToken",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("token", models.TextField(help_text="Empty.")),
                ("token_checksum", models.CharField(max_length=64, unique=True)),
                ("expires", models.DateTimeField()),
                ("scope", models.TextField(blank=True)),
                ("resource", models.JSONField(blank=True, default=list)),
                ("created", models.DateTimeField(auto_now_add=True)),
                ("updated", models.DateTimeField(auto_now=True)),
                (
                    "epoch",
                    models.IntegerField(
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
                (
                    "session",
                    models.CharField(
                        editable=False,
                        help_text="Of the table: the browser's session, with which the database deletes it.",
                        max_length=40,
                        null=True,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["expires"], name="app_token_to_remove"),
                    models.Index(
                        condition=models.Q(("session__isnull", False)),
                        fields=["session"],
                        name="app_token_by_session",
                    ),
                ],
            },
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
                ("code_challenge", models.CharField(blank=True, default="", max_length=128)),
                ("code_challenge_method", models.CharField(blank=True, default="", max_length=10)),
                ("nonce", models.CharField(blank=True, default="", max_length=255)),
                ("claims", models.TextField(blank=True)),
                ("resource", models.JSONField(blank=True, default=list)),
                (
                    "epoch",
                    models.IntegerField(
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
                ("client_id", models.CharField(db_index=True, max_length=100)),
                ("last_checked", models.DateTimeField(auto_now=True)),
                (
                    "epoch",
                    models.IntegerField(
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
            options={
                "indexes": [
                    models.Index(
                        models.F("next_at"),
                        condition=models.Q(("state", "building")),
                        name="export_to_go_on",
                    ),
                    models.Index(fields=["player", "-asked_at", "-id"], name="export_by_player"),
                    models.Index(fields=["asked_at"], name="export_to_remove"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "building")),
                        fields=("player",),
                        name="export_one_under_way",
                    ),
                    models.CheckConstraint(
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
                ],
            },
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
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("export", "number"), name="archive_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Ending",
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
            options={
                "indexes": [
                    models.Index(
                        models.F("next_at"),
                        condition=models.Q(("erased_at__isnull", True)),
                        name="ending_to_go_on",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
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
                    )
                ],
            },
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
                "constraints": [
                    models.UniqueConstraint(fields=("player", "other"), name="block_once"),
                    models.CheckConstraint(
                        condition=models.Q(("player", models.F("other")), _negated=True),
                        name="block_of_two",
                    ),
                ],
            },
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
            options={
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.comparison.Least("asker", "asked"),
                        django.db.models.functions.comparison.Greatest("asker", "asked"),
                        name="friendship_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("asker", models.F("asked")), _negated=True),
                        name="friendship_of_two",
                    ),
                ],
            },
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
                "constraints": [
                    models.UniqueConstraint(fields=("player", "other"), name="mute_once"),
                    models.CheckConstraint(
                        condition=models.Q(("player", models.F("other")), _negated=True),
                        name="mute_of_two",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="HandOver",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="hand_over",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("feed_cursor", models.BigIntegerField()),
            ],
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
                "managed": False,
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
        migrations.RunSQL(EPOCHS, NO_EPOCHS),
        migrations.RunSQL(LOOKS, NO_LOOKS),
    ]
