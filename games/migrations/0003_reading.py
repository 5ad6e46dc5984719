"""Where a feed begins, what of it is read, and games by status and ruleset."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_log_and_storage"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="ReadMark",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "event",
                    models.PositiveIntegerField(
                        help_text="Number of an event in the log, 0 for none."
                    ),
                ),
                (
                    "private_event",
                    models.PositiveIntegerField(
                        help_text="Number of a private event in the game, 0 for none."
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="seat",
            name="feed_from",
            field=models.PositiveIntegerField(
                default=0,
                help_text="The event after which its player came: what follows is in her feed.",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("private", False)),
                fields=["status", "-created_at", "-id"],
                name="game_public_by_status",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("private", False)),
                fields=["ruleset", "-created_at", "-id"],
                name="game_public_by_ruleset",
            ),
        ),
        migrations.AddField(
            model_name="readmark",
            name="game",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="read_marks",
                to="games.game",
            ),
        ),
        migrations.AddField(
            model_name="readmark",
            name="player",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="read_marks",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="readmark",
            index=models.Index(fields=["game"], name="read_mark_of_game"),
        ),
        migrations.AddConstraint(
            model_name="readmark",
            constraint=models.UniqueConstraint(fields=("player", "game"), name="read_mark_once"),
        ),
    ]
