"""Event numbers without gaps: every event but a game's first refers to the one before it."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0002_first")]

    operations = [
        migrations.RunSQL(
            sql="""
                ALTER TABLE games_event ADD CONSTRAINT event_follows
                FOREIGN KEY (game_id, previous) REFERENCES games_event (game_id, number)
            """,
            reverse_sql="ALTER TABLE games_event DROP CONSTRAINT event_follows",
        ),
    ]
