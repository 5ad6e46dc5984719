"""The operators' log names nobody by what she has."""

from django.db import migrations

# Django writes there what a row is called: an address, the name of a passkey, of an account elsewhere. When
# the row is gone, nothing leads from the entry to its player any more, so it could not be found when she
# leaves. An entry about a player herself has her id, and is found.
TRIGGER = """
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

UPDATE django_admin_log SET object_repr = object_repr;
"""
NO_TRIGGER = """
DROP TRIGGER operators_log_names_nobody ON django_admin_log;
DROP FUNCTION operators_log_names_nobody();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0013_busy"),
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]
    operations = [migrations.RunSQL(TRIGGER, NO_TRIGGER)]
