import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0011_fair_shares"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Participant",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=games.models.new_id,
                        editable=False,
                        max_length=16,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="participants",
                        to="games.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="participations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("game", "player"), name="participant_once"),
                ],
            },
        ),
        migrations.AddField(
            model_name="game",
            name="start",
            field=models.CharField(
                choices=[("full", "Full"), ("host", "Host")],
                default="full",
                help_text="Whether it starts when the seats are full, or when its host says so.",
                max_length=4,
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="whisper_number",
            field=models.PositiveIntegerField(
                default=0, help_text="The newest of what one player alone was told."
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(("start__in", ["full", "host"])), name="game_start_known"
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="entropy",
            field=models.CharField(max_length=71, null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="entropy_at",
            field=models.DateTimeField(
                help_text="When it was given, by the player whose seat it is.", null=True
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="entropy_changes",
            field=models.PositiveSmallIntegerField(
                default=0, help_text="How often it was given anew."
            ),
        ),
        migrations.AddField(
            model_name="turn",
            name="stops",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="whisper",
            name="number",
            field=models.PositiveIntegerField(null=True),
        ),
        # The unique constraint below begins with it.
        migrations.AlterField(
            model_name="whisper",
            name="game",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="whispers",
                to="games.game",
            ),
        ),
        migrations.AddConstraint(
            model_name="whisper",
            constraint=models.UniqueConstraint(
                condition=models.Q(("game__isnull", False)),
                fields=("game", "number"),
                name="whisper_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="whisper",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("game__isnull", True), ("number__isnull", True)),
                    models.Q(
                        ("game__isnull", False), ("number__gte", 1), ("number__isnull", False)
                    ),
                    _connector="OR",
                ),
                name="whisper_of_a_game_numbered",
            ),
        ),
    ]
