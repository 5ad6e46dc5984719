import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0002_squashed_0024_keys_and_storage")]

    operations = [
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.IntegerField()),
                ("type", models.CharField(max_length=40)),
                ("data", models.JSONField()),
                ("at", models.DateTimeField()),
                ("hash", models.BinaryField()),
                (
                    "previous",
                    models.GeneratedField(
                        db_persist=True,
                        expression=models.Func(
                            models.expressions.CombinedExpression(
                                models.F("number"), "-", models.Value(1)
                            ),
                            models.Value(0),
                            function="NULLIF",
                        ),
                        help_text="The number of the event before: a foreign key with the game.",
                        output_field=models.IntegerField(null=True),
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "number"), name="event_once")
                ],
            },
        ),
    ]
