"""Event numbers without gaps, and how rows lie on their pages."""

from django.db import migrations

# Every event but a game's first refers to the one before it.
FOLLOWS = """
ALTER TABLE games_event ADD CONSTRAINT event_follows
FOREIGN KEY (game_id, previous) REFERENCES games_event (game_id, number)
"""
NO_FOLLOWS = "ALTER TABLE games_event DROP CONSTRAINT event_follows"

# A sealed card changes the row of its game. What is large goes out of that row, which then has room for its next
# version on the same page: neither an index nor the state is written again.
APART = """
ALTER TABLE games_game ALTER COLUMN state SET STORAGE EXTERNAL;
ALTER TABLE games_game ALTER COLUMN setup SET STORAGE EXTERNAL;
ALTER TABLE games_game ALTER COLUMN server_seed SET STORAGE EXTERNAL;
ALTER TABLE games_game SET (fillfactor = 50, toast_tuple_target = 256);
ALTER TABLE games_seat SET (fillfactor = 80);
ALTER TABLE games_turn SET (fillfactor = 90);
"""
TOGETHER = """
ALTER TABLE games_game ALTER COLUMN state SET STORAGE EXTENDED;
ALTER TABLE games_game ALTER COLUMN setup SET STORAGE EXTENDED;
ALTER TABLE games_game ALTER COLUMN server_seed SET STORAGE EXTENDED;
ALTER TABLE games_game RESET (fillfactor, toast_tuple_target);
ALTER TABLE games_seat RESET (fillfactor);
ALTER TABLE games_turn RESET (fillfactor);
"""

# Django makes it for every key of text; nobody looks for beginnings of ids.
NO_LIKE = "DROP INDEX IF EXISTS games_game_id_73b74cb1_like"
LIKE = "CREATE INDEX games_game_id_73b74cb1_like ON games_game (id varchar_pattern_ops)"


class Migration(migrations.Migration):
    dependencies = [("games", "0001_tables")]
    operations = [
        migrations.RunSQL(FOLLOWS, NO_FOLLOWS),
        migrations.RunSQL(APART, TOGETHER),
        migrations.RunSQL(NO_LIKE, LIKE),
    ]
