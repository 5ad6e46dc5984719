"""A cancelled game says why in its own row, and not only in its last event."""

from django.db import migrations, models

FROM_LOG = """
UPDATE games_game game SET cancel_reason = log.recent -> -1 -> 'data' ->> 'reason'
FROM games_log log
WHERE log.game_id = game.id AND game.status = 'cancelled' AND log.recent -> -1 ->> 'type' = 'cancelled'
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0020_game_preferences")]

    operations = [
        migrations.AddField(
            "game",
            "cancel_reason",
            models.CharField(
                choices=[("host", "Host"), ("nobody_left", "Nobody Left"), ("time", "Time")],
                max_length=11,
                null=True,
            ),
        ),
        migrations.RunSQL(FROM_LOG, migrations.RunSQL.noop),
    ]
