"""Keys and storage of games that Django does not know."""

from django.db import migrations

# No event is missing: each but the first has the one before it.
KEYS = """
ALTER TABLE games_event ADD CONSTRAINT event_follows
    FOREIGN KEY (game_id, previous) REFERENCES games_event (game_id, number);
"""
NO_KEYS = "ALTER TABLE games_event DROP CONSTRAINT event_follows"

# Large columns go out of the row of their game, which then has room for its next version on the same page: neither an
# index nor the state is written again. A sealed card writes the row of the log in place, on a page with room for it. The
# last range of a feed grows in place too.
STORAGE = """
ALTER TABLE games_game ALTER COLUMN state SET STORAGE EXTERNAL;
ALTER TABLE games_game ALTER COLUMN setup SET STORAGE EXTERNAL;
ALTER TABLE games_game ALTER COLUMN server_seed SET STORAGE EXTERNAL;
ALTER TABLE games_game SET (toast_tuple_target = 256, fillfactor = 80);
ALTER TABLE games_log SET (fillfactor = 80);
ALTER TABLE games_seat SET (fillfactor = 80);
ALTER TABLE games_turn SET (fillfactor = 100);
ALTER TABLE games_feedrange SET (fillfactor = 80);
"""
NO_STORAGE = """
ALTER TABLE games_feedrange RESET (fillfactor);
ALTER TABLE games_turn RESET (fillfactor);
ALTER TABLE games_seat RESET (fillfactor);
ALTER TABLE games_log RESET (fillfactor);
ALTER TABLE games_game RESET (toast_tuple_target, fillfactor);
ALTER TABLE games_game ALTER COLUMN server_seed SET STORAGE EXTENDED;
ALTER TABLE games_game ALTER COLUMN setup SET STORAGE EXTENDED;
ALTER TABLE games_game ALTER COLUMN state SET STORAGE EXTENDED;
"""

# Django makes it for every key of text; nobody looks for beginnings of ids.
NO_LIKE = "DROP INDEX games_game_id_73b74cb1_like"
LIKE = "CREATE INDEX games_game_id_73b74cb1_like ON games_game (id varchar_pattern_ops)"


class Migration(migrations.Migration):
    replaces = [("games", "0002_squashed_0024_keys_and_storage")]

    # It is `0001_initial` by the last name that it replaces, so a database that has not all of them is refused.
    dependencies = [("games", "0005_questions")]

    operations = [
        migrations.RunSQL(KEYS, NO_KEYS),
        migrations.RunSQL(STORAGE, NO_STORAGE),
        migrations.RunSQL(NO_LIKE, LIKE),
    ]
