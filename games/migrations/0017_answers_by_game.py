"""Answers, and what one player alone was told, name their turn by its game and number, and not by its id.

What an answer's standing order has skipped is told to its player alone; the answer's row need not have it.

In one transaction. It removes columns, so older code cannot go on beside it.
"""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

FILL = """
UPDATE games_submission answer SET game_id = turn.game_id, of_turn = turn.number
FROM games_turn turn WHERE turn.id = answer.turn_id;
UPDATE games_privateevent alone SET of_turn = turn.number
FROM games_turn turn WHERE turn.id = alone.turn_id;
"""

# What has a turn has one that is there, in the same game.
REFER = """
ALTER TABLE games_submission ADD CONSTRAINT submission_has_turn
    FOREIGN KEY (game_id, turn) REFERENCES games_turn (game_id, number) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE games_privateevent ADD CONSTRAINT private_event_has_turn
    FOREIGN KEY (game_id, turn) REFERENCES games_turn (game_id, number) DEFERRABLE INITIALLY DEFERRED;
"""
REFER_NO_MORE = """
ALTER TABLE games_submission DROP CONSTRAINT submission_has_turn;
ALTER TABLE games_privateevent DROP CONSTRAINT private_event_has_turn;
"""
HELP = "The turn's number in its game: a foreign key with the game."


class Migration(migrations.Migration):
    dependencies = [("games", "0016_log_in_few_rows")]

    operations = [
        migrations.AddField(
            "submission",
            "game",
            models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="submissions",
                to="games.game",
            ),
        ),
        migrations.AddField("submission", "of_turn", models.IntegerField(null=True)),
        migrations.AddField("privateevent", "of_turn", models.IntegerField(null=True)),
        migrations.RunSQL(FILL, elidable=True),
        migrations.RunSQL("SET CONSTRAINTS ALL IMMEDIATE", "", elidable=True),
        migrations.RemoveConstraint("submission", "submission_once"),
        migrations.RemoveField("submission", "turn"),
        migrations.RemoveField("submission", "skipped"),
        migrations.RenameField("submission", "of_turn", "turn"),
        migrations.AlterField("submission", "turn", models.IntegerField(help_text=HELP)),
        migrations.AlterField(
            "submission",
            "game",
            models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="submissions",
                to="games.game",
            ),
        ),
        migrations.AddConstraint(
            "submission",
            models.UniqueConstraint(fields=("game", "turn", "seat"), name="submission_once"),
        ),
        migrations.RemoveIndex("privateevent", "private_event_to_bind"),
        migrations.RemoveField("privateevent", "turn"),
        migrations.RenameField("privateevent", "of_turn", "turn"),
        migrations.AlterField(
            "privateevent", "turn", models.IntegerField(help_text=HELP, null=True)
        ),
        migrations.AddIndex(
            "privateevent",
            models.Index("game", condition=Q(("turn__isnull", True)), name="private_event_to_bind"),
        ),
        migrations.RunSQL(REFER, REFER_NO_MORE),
    ]
