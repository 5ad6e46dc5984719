"""Notes on games, and games for people alone."""

import django.db.models.deletion
import tideapi.db.encrypted
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_chosen_by"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="bot_accounts",
            field=models.BooleanField(
                default=True, help_text="Whether accounts of bots may take seats."
            ),
        ),
        migrations.CreateModel(
            name="Note",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", tideapi.db.encrypted.SecretJSON()),
                ("written_at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notes",
                        to="games.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["game"], name="note_of_game")],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "game"), name="note_once")
                ],
            },
        ),
    ]
