"""What refers to tables of admin, allauth and sessions, which need players first; triggers on players."""

import django.db.models.deletion
from django.db import migrations, models

# A password, or an account that is closed, ends what was allowed before, whoever writes the row. The epoch counts on from
# what is written, so that a hash that is only renewed can take it back.
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

# Django writes there what a row is called: an address, the name of a passkey, of an account elsewhere. When the row is
# gone, nothing leads from the entry to its player, so it could not be found when the player leaves. An entry about a
# player has the player's id, and is found.
OPERATORS_LOG = """
CREATE FUNCTION operators_log_names_nobody() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM django_content_type
        WHERE id = NEW.content_type_id AND app_label = 'players' AND model = 'player'
    ) THEN
        NEW.object_repr := left(coalesce(NEW.object_id, ''), 200);
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER operators_log_names_nobody BEFORE INSERT OR UPDATE OF object_repr ON django_admin_log
FOR EACH ROW EXECUTE FUNCTION operators_log_names_nobody();
"""
NO_OPERATORS_LOG = """
DROP TRIGGER operators_log_names_nobody ON django_admin_log;
DROP FUNCTION operators_log_names_nobody();
"""

ENDS_WITH_SESSION = """
ALTER TABLE players_apptoken ADD CONSTRAINT app_token_ends_with_session
    FOREIGN KEY (session) REFERENCES django_session (session_key) ON DELETE CASCADE NOT VALID;
"""
ENDS_ALONE = "ALTER TABLE players_apptoken DROP CONSTRAINT app_token_ends_with_session"


class Migration(migrations.Migration):
    replaces = [("players", "0002_squashed_0027_other_apps")]

    dependencies = [
        # It is `0001_initial` by the last name that it replaces: see games.0002.
        ("players", "0033_account_deletion"),
        ("account", "0009_emailaddress_unique_primary_email"),
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("contenttypes", "0002_remove_content_type_name"),
        ("sessions", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="ReturnedMail",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "why",
                    models.CharField(
                        choices=[("bounced", "Bounced"), ("complained", "Complained")],
                        max_length=10,
                    ),
                ),
                ("at", models.DateTimeField()),
                (
                    "address",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="returned",
                        to="account.emailaddress",
                    ),
                ),
            ],
        ),
        migrations.RunSQL(EPOCHS, NO_EPOCHS),
        migrations.RunSQL(LOOKS, NO_LOOKS),
        migrations.RunSQL(OPERATORS_LOG, NO_OPERATORS_LOG),
        migrations.RunSQL(ENDS_WITH_SESSION, ENDS_ALONE),
    ]
