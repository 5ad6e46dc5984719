"""Who is next among those that answer quickly is found without reading all that are slow."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("notifications", "0006_language_not_chosen")]

    operations = [
        migrations.AddIndex(
            "receiver",
            models.Index(
                models.F("next_attempt_at"),
                condition=models.Q(("enabled", True), ("slow", False)),
                name="receiver_quick_to_attempt",
            ),
        ),
    ]
