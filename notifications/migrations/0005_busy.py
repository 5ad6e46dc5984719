"""Who is claimed now is found without reading all receivers."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("notifications", "0004_questions")]

    operations = [
        migrations.AddIndex(
            "receiver",
            models.Index(
                models.F("busy_until"),
                condition=models.Q(("busy_until__isnull", False)),
                name="receiver_busy",
            ),
        ),
        migrations.RemoveIndex("receiver", "receiver_slow"),
    ]
