"""Changes of keys and indexes that Django makes at the end of the migration before."""

from django.db import migrations, models


# Where a turn has events, the turn before has the event before its first. An answer, and an event of one player alone, has
# a turn of the same game.
KEYS = """
ALTER TABLE games_turn ADD CONSTRAINT turn_events_follow
    FOREIGN KEY (events_after, game_id) REFERENCES games_turn (events_to, game_id);
ALTER TABLE games_submission ADD CONSTRAINT submission_has_turn
    FOREIGN KEY (game_id, turn) REFERENCES games_turn (game_id, number) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE games_privateevent ADD CONSTRAINT private_event_has_turn
    FOREIGN KEY (game_id, turn) REFERENCES games_turn (game_id, number) DEFERRABLE INITIALLY DEFERRED;
"""

# Large columns go out of the row of their game, which then has room for its next version on the same page: neither an
# index nor the state is written again. A sealed card writes the row of the log, which grows with each until the turn
# closes: in place, on a page with room for it, not compressed each time. The last range of a feed grows in place too.
STORAGE = """
ALTER TABLE games_game ALTER COLUMN state SET STORAGE EXTERNAL;
ALTER TABLE games_game ALTER COLUMN setup SET STORAGE EXTERNAL;
ALTER TABLE games_game ALTER COLUMN server_seed SET STORAGE EXTERNAL;
ALTER TABLE games_game SET (toast_tuple_target = 256, fillfactor = 80);
ALTER TABLE games_log SET (fillfactor = 30, toast_tuple_target = 8160);
ALTER TABLE games_seat SET (fillfactor = 80);
ALTER TABLE games_turn SET (fillfactor = 100);
ALTER TABLE games_feedrange SET (fillfactor = 80);
"""

# Django makes it for every key of text; nobody looks for beginnings of ids.
NO_LIKE = "DROP INDEX games_game_id_73b74cb1_like"


class Migration(migrations.Migration):
    replaces = [
        ("games", "0002_log_and_storage"),
        ("games", "0020_game_preferences"),
    ]

    dependencies = [
        ("games", "0001_squashed_0024"),
    ]

    operations = [
        migrations.RenameModel("Note", "GamePreferences"),
        migrations.AddField(
            "GamePreferences", "muted", models.BooleanField(db_default=False, default=False)
        ),
        migrations.RunSQL(KEYS, migrations.RunSQL.noop),
        migrations.RunSQL(STORAGE, migrations.RunSQL.noop),
        migrations.RunSQL(NO_LIKE, migrations.RunSQL.noop),
    ]
