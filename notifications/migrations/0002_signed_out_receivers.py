"""Triggers on players that end their receivers."""

from django.db import migrations

# With a new password, or an account that is closed, nothing goes to addresses that were given before. The mail of the
# account stays: it is the player's own address, verified, and tells of the new password.
RECEIVERS = """
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
NO_RECEIVERS = """
DROP TRIGGER player_ends_receivers ON players_player;
DROP FUNCTION player_ends_receivers();
"""

# Webhooks are made, changed and enabled under the lock of their player's row, which this has now.
WEBHOOKS = """
CREATE FUNCTION player_ends_webhooks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE notifications_webhook SET enabled = false, disabled_at = now(), disabled_why = 'signed_out'
    WHERE player_id = NEW.id AND enabled;
    RETURN NULL;
END
$$;

CREATE TRIGGER player_ends_webhooks AFTER UPDATE OF password, is_active, epoch ON players_player
FOR EACH ROW
WHEN (NEW.epoch <> OLD.epoch)
EXECUTE FUNCTION player_ends_webhooks();
"""
NO_WEBHOOKS = """
DROP TRIGGER player_ends_webhooks ON players_player;
DROP FUNCTION player_ends_webhooks();
"""


class Migration(migrations.Migration):
    replaces = [("notifications", "0016_plain_table_names")]

    # It is `0001_initial` by the last name that it replaces: see games.0002.
    dependencies = [("notifications", "0017_webhooks")]

    operations = [
        migrations.RunSQL(RECEIVERS, NO_RECEIVERS),
        migrations.RunSQL(WEBHOOKS, NO_WEBHOOKS),
    ]
