"""How rows lie on their pages, so that the row of a game, which every sealed card changes, is cheap to change."""

from django.db import migrations

# What is large goes out of the row, which then has room for its next version on the same page: neither
# an index nor the state is written again when a card is sealed.
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
    dependencies = [("games", "0008_seats_close_up")]

    operations = [
        migrations.RunSQL(APART, TOGETHER),
        migrations.RunSQL(NO_LIKE, LIKE),
    ]
