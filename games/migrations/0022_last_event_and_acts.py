"""A log says the type and moment of its newest event, and when the player of each seat last acted.

When players last acted before is not filled in: what is unread counts as it did, until they act again.
"""

from typing import Any

from django.db import migrations, models

from games.repository import compression

FILL = """
UPDATE games_log SET event_type = recent -> -1 ->> 'type', event_at = (recent -> -1 ->> 'at')::timestamptz
WHERE recent <> '[]';
UPDATE games_log log SET event_type = 'finished', event_at = game.ended_at
FROM games_game game WHERE game.id = log.game_id AND game.status = 'finished' AND log.recent = '[]';
"""


def fill_from_turns(apps: Any, editor: Any) -> None:
    """Read the newest event of running games in which it stands with the turn that has closed last."""
    log = apps.get_model("games", "Log").objects
    turns = apps.get_model("games", "Turn").objects
    for game, number in log.filter(event_type="").values_list("game_id", "event_number").iterator():
        turn = turns.filter(game_id=game, events_to=number).values_list("events", flat=True).first()
        if turn is not None:
            newest = compression.read(bytes(turn))[-1]
            log.filter(game_id=game).update(event_type=newest["type"], event_at=newest["at"])


class Migration(migrations.Migration):
    dependencies = [("games", "0021_reason_of_cancelled_games")]

    operations = [
        migrations.AddField(
            "log",
            "event_type",
            models.CharField(
                db_default="", default="", help_text="The newest event's type.", max_length=40
            ),
        ),
        migrations.AddField(
            "log",
            "event_at",
            models.DateTimeField(help_text="When the newest event happened.", null=True),
        ),
        migrations.AddField(
            "log",
            "acted",
            models.JSONField(
                help_text="By seat: the newest event, and of what was told alone, when its player last acted.",
                null=True,
            ),
        ),
        migrations.AlterField(
            "log",
            "newest_at",
            models.DateTimeField(
                help_text="When the newest event happened, or one player alone was told something."
            ),
        ),
        migrations.RunSQL(FILL, "", elidable=True),
        migrations.RunPython(fill_from_turns, migrations.RunPython.noop, elidable=True),
    ]
