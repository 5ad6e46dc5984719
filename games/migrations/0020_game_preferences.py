"""A player's note on a game, and whether the server notifies her of it, are one row."""

from django.conf import settings
from django.db import migrations, models

import tideapi.db.encrypted


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0019_feed_ranges"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RenameModel("Note", "GamePreferences"),
        migrations.AlterModelOptions(
            "GamePreferences", options={"verbose_name_plural": "game preferences"}
        ),
        migrations.RenameField("GamePreferences", "text", "note"),
        migrations.RenameField("GamePreferences", "written_at", "noted_at"),
        migrations.AlterField(
            "GamePreferences", "note", tideapi.db.encrypted.SecretJSON(null=True)
        ),
        migrations.AlterField("GamePreferences", "noted_at", models.DateTimeField(null=True)),
        migrations.AddField(
            "GamePreferences", "muted", models.BooleanField(default=False, db_default=False)
        ),
        migrations.AlterField(
            "GamePreferences",
            "game",
            models.ForeignKey(
                db_index=False,
                on_delete=models.CASCADE,
                related_name="preferences",
                to="games.game",
            ),
        ),
        migrations.AlterField(
            "GamePreferences",
            "player",
            models.ForeignKey(
                db_index=False,
                on_delete=models.CASCADE,
                related_name="game_preferences",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
