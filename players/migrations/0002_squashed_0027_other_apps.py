"""References to tables of admin, allauth and sessions, which need players first."""

import django.db.models.deletion
from django.db import migrations, models


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
    replaces = [
        ("players", "0012_mail"),
        ("players", "0014_operators_log"),
        ("players", "0020_table_sessions"),
    ]

    dependencies = [
        ("players", "0001_squashed_0027"),
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
        migrations.RunSQL(OPERATORS_LOG, NO_OPERATORS_LOG),
        migrations.RunSQL(ENDS_WITH_SESSION, ENDS_ALONE),
    ]
