"""A row for each question. Before, a turn had arrays, and an answer knew its turn and seat by number."""

from datetime import timedelta
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

# Every turn has the row of its stage, every question its seat, every answer its question.
CONVERT = """
INSERT INTO games_stage (game_id, number, began_at)
    SELECT game_id, stage, min(opened_at) FROM games_turn GROUP BY game_id, stage
    ON CONFLICT (game_id, number) DO NOTHING;
UPDATE games_turn turn SET stage_row_id = stage.id FROM games_stage stage
    WHERE stage.game_id = turn.game_id AND stage.number = turn.stage;
INSERT INTO games_question (game_id, turn_id, seat_id, due_at, bank, given, changes, stops)
    SELECT turn.game_id, turn.id, seat.id, turn.dues[place],
        coalesce(turn.banks[place], interval '0'), coalesce(turn.given[place], interval '0'),
        coalesce(turn.changes[place], 0), coalesce(turn.stops -> (place - 1)::integer, '[]')
    FROM games_turn turn
    CROSS JOIN unnest(turn.asked) WITH ORDINALITY AS asked (number, place)
    JOIN games_seat seat ON seat.game_id = turn.game_id AND seat.number = asked.number
    ORDER BY turn.id, place;
UPDATE games_privateevent event SET turn_row_id = turn.id FROM games_turn turn
    WHERE turn.game_id = event.game_id AND turn.number = event.turn;
SET CONSTRAINTS ALL IMMEDIATE;
"""

# The answer's key is its question.
ANSWERS = """
ALTER TABLE games_submission ADD question_id bigint;
UPDATE games_submission answer SET question_id = question.id
    FROM games_turn turn, games_seat seat, games_question question
    WHERE turn.game_id = answer.game_id AND turn.number = answer.turn
        AND seat.game_id = answer.game_id AND seat.number = answer.seat
        AND question.turn_id = turn.id AND question.seat_id = seat.id;
ALTER TABLE games_submission DROP COLUMN id, DROP COLUMN turn, DROP COLUMN seat;
ALTER TABLE games_submission ADD PRIMARY KEY (question_id),
    ADD CONSTRAINT submission_question_id_fk FOREIGN KEY (question_id) REFERENCES games_question (id)
        DEFERRABLE INITIALLY DEFERRED;
"""


def refer_to(model: str, name: str, **options: Any) -> Any:
    return models.ForeignKey(
        f"games.{model}",
        on_delete=django.db.models.deletion.CASCADE,
        related_name=name,
        **options,
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0004_events_as_rows")]

    operations = [
        migrations.CreateModel(
            name="Question",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", refer_to("game", "questions", db_index=False)),
                ("turn", refer_to("turn", "questions", db_index=False)),
                ("seat", refer_to("seat", "questions")),
                ("due_at", models.DateTimeField()),
                ("bank", models.DurationField(default=timedelta(0))),
                (
                    "given",
                    models.DurationField(
                        default=timedelta(0), help_text="What other players have added."
                    ),
                ),
                (
                    "changes",
                    models.SmallIntegerField(
                        default=0, help_text="How often its answer was replaced or taken back."
                    ),
                ),
                ("stops", models.JSONField(default=list)),
            ],
            options={
                "ordering": ["turn", "seat"],
                "constraints": [
                    models.UniqueConstraint(fields=("turn", "seat"), name="question_once")
                ],
                "indexes": [models.Index("game", name="question_of_game")],
            },
        ),
        migrations.AddField("turn", "stage_row", refer_to("stage", "turns", null=True)),
        migrations.AddField(
            "privateevent",
            "turn_row",
            refer_to("turn", "private_events", null=True, db_index=False),
        ),
        migrations.RunSQL(CONVERT, migrations.RunSQL.noop),
        migrations.SeparateDatabaseAndState(
            [migrations.RunSQL(ANSWERS, migrations.RunSQL.noop)],
            [
                migrations.AlterModelOptions("submission", {}),
                migrations.RemoveConstraint("submission", "submission_once"),
                *(migrations.RemoveField("submission", name) for name in ("id", "turn", "seat")),
                migrations.AddField(
                    "submission",
                    "question",
                    models.OneToOneField(
                        "games.question",
                        primary_key=True,
                        serialize=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="submission",
                    ),
                ),
            ],
        ),
        migrations.AddIndex("submission", models.Index("game", name="submission_of_game")),
        *(
            migrations.RemoveField("turn", name)
            for name in ("stage", "asked", "banks", "given", "dues", "stops", "changes")
        ),
        migrations.RenameField("turn", "stage_row", "stage"),
        migrations.AlterField("turn", "stage", refer_to("stage", "turns")),
        migrations.RemoveIndex("privateevent", "private_event_to_bind"),
        migrations.RemoveField("privateevent", "turn"),
        migrations.RenameField("privateevent", "turn_row", "turn"),
        migrations.AddIndex(
            "privateevent",
            models.Index(
                "game", name="private_event_to_bind", condition=models.Q(turn__isnull=True)
            ),
        ),
        migrations.AddIndex(
            "privateevent",
            models.Index(
                "turn", name="private_event_of_turn", condition=models.Q(turn__isnull=False)
            ),
        ),
    ]
