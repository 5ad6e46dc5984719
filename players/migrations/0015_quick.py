"""Who is next among those that answer quickly is found without reading all that are slow."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("players", "0014_operators_log")]

    operations = [
        migrations.AddIndex(
            "webhook",
            models.Index(
                models.F("next_attempt_at"),
                condition=models.Q(("enabled", True), ("slow", False)),
                name="webhook_quick_to_attempt",
            ),
        ),
    ]
