"""Rename three models. Their tables keep their names, so that processes of before go on during an update."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

TABLES = {
    "AskedByMail": "AnswerLink",
    "Telling": "Notification",
    "TellingAttempt": "NotificationAttempt",
}

WAITS = models.CheckConstraint(
    condition=models.Q(
        models.Q(("next_at__isnull", False), ("state", "waiting")),
        models.Q(("next_at__isnull", True), ("state__in", ["delivered", "failed"])),
        _connector="OR",
    ),
    name="notification_waits_for_something",
)


def related(to: str, name: str, **more: Any) -> Any:
    """Return a foreign key with another related name."""
    return models.ForeignKey(
        on_delete=django.db.models.deletion.CASCADE, related_name=name, to=to, **more
    )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0024_help_texts_name_the_player"),
        ("notifications", "0013_help_texts_name_the_player"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        *(
            migrations.AlterModelTable(name=before, table=f"notifications_{before.lower()}")
            for before in TABLES
        ),
        *(migrations.RenameModel(before, now) for before, now in TABLES.items()),
        migrations.AlterField(
            "notification", "game", related("games.game", "notifications", null=True)
        ),
        migrations.AlterField(
            "notification",
            "receiver",
            related("notifications.receiver", "notifications", db_index=False),
        ),
        migrations.AlterField("answerlink", "game", related("games.game", "answer_links")),
        migrations.AlterField(
            "answerlink", "player", related(settings.AUTH_USER_MODEL, "answer_links")
        ),
        migrations.RenameIndex(
            "notification", new_name="notification_to_prune", old_name="telling_to_prune"
        ),
        migrations.SeparateDatabaseAndState(
            [
                migrations.RunSQL(
                    "ALTER TABLE notifications_telling RENAME CONSTRAINT"
                    " telling_waits_for_something TO notification_waits_for_something",
                    "ALTER TABLE notifications_telling RENAME CONSTRAINT"
                    " notification_waits_for_something TO telling_waits_for_something",
                )
            ],
            [
                migrations.RemoveConstraint("notification", "telling_waits_for_something"),
                migrations.AddConstraint("notification", WAITS),
            ],
        ),
    ]
