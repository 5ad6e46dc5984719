"""With a new password, or an account that is shut, nothing goes to addresses that were given before."""

from django.db import migrations

# The mail of the account stays: it is her own address, verified, and she is told there of the new password.
TRIGGER = """
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
NO_TRIGGER = """
DROP TRIGGER player_ends_receivers ON players_player;
DROP FUNCTION player_ends_receivers();
"""


class Migration(migrations.Migration):
    dependencies = [("notifications", "0001_tables")]
    operations = [migrations.RunSQL(TRIGGER, NO_TRIGGER)]
