"""What players may write at a table: texts, set phrases, or nothing, in place of a yes or no."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0003_reports")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="chat",
            field=models.CharField(
                choices=[("open", "Open"), ("phrases", "Phrases"), ("none", "None")],
                default="open",
                help_text="What those at the table can write to each other: texts, set phrases, or nothing.",
                max_length=7,
            ),
        ),
        migrations.RunSQL(
            "UPDATE games_game SET chat = 'none' WHERE NOT messages",
            "UPDATE games_game SET messages = FALSE WHERE chat = 'none'",
        ),
        migrations.RemoveField(model_name="game", name="messages"),
    ]
