"""Games of which a player is notified of nothing go to where her note on the game is.

It removes a table, so older code cannot go on beside it.
"""

from django.db import migrations

MOVE = """
INSERT INTO games_gamepreferences (player_id, game_id, muted)
SELECT player_id, game_id, true FROM notifications_mutedgame ORDER BY id
ON CONFLICT (player_id, game_id) DO UPDATE SET muted = true
"""


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0020_game_preferences"),
        ("notifications", "0011_receivers_back_off"),
    ]

    operations = [
        migrations.RunSQL(MOVE, migrations.RunSQL.noop),
        migrations.DeleteModel("MutedGame"),
    ]
