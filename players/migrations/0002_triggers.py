"""Who may act for a player loses that right with a new password, whoever writes it."""

from django.db import migrations

# The epoch counts on from what is written, so that a hash that is only renewed can take it back. Webhooks are
# made, changed and enabled under the lock of their player's row, which this has now.
TRIGGERS = """
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
"""
NO_TRIGGERS = """
DROP TRIGGER player_ends_webhooks ON players_player;
DROP FUNCTION player_ends_webhooks();
DROP TRIGGER player_begins_epoch ON players_player;
DROP FUNCTION player_begins_epoch();
"""


class Migration(migrations.Migration):
    dependencies = [("players", "0001_tables")]
    operations = [migrations.RunSQL(TRIGGERS, NO_TRIGGERS)]
