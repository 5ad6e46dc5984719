"""Who may act for a player loses that right with a new password; vacations get ids that nobody guesses."""

from django.db import migrations, models

import players.models

# The epoch counts on from what is written, so that a hash that is only renewed can take it back. What she
# has webhooks for was made, changed and enabled under the lock of her row, which this has now.
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
    dependencies = [
        ("players", "0003_webhooks"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="epoch",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name="token",
            name="epoch",
            field=models.PositiveIntegerField(
                default=0, help_text="It is good while this is the player's."
            ),
            preserve_default=False,
        ),
        migrations.RemoveConstraint(
            model_name="webhook",
            name="webhook_disabled_for_a_reason",
        ),
        migrations.AlterField(
            model_name="webhook",
            name="disabled_why",
            field=models.CharField(
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
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("disabled_at__isnull", True),
                    ("disabled_why__isnull", True),
                    ("enabled", True),
                )
                | models.Q(
                    ("disabled_at__isnull", False),
                    ("disabled_why__in", ["by_player", "failed", "gone", "signed_out"]),
                    ("enabled", False),
                ),
                name="webhook_disabled_for_a_reason",
            ),
        ),
        migrations.AlterField(
            model_name="vacation",
            name="id",
            field=models.CharField(
                default=players.models.new_vacation_id,
                editable=False,
                max_length=12,
                primary_key=True,
                serialize=False,
            ),
        ),
        migrations.RunSQL(TRIGGERS, NO_TRIGGERS),
    ]
