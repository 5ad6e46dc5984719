"""What operators are told of `bot_after` speaks of sittings."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0010_archive")]

    operations = [
        migrations.AlterField(
            "game",
            "bot_after",
            models.PositiveSmallIntegerField(
                default=3, help_text="Sittings missed in a row after which a bot takes the seat."
            ),
        ),
    ]
