"""Who is claimed now is found without reading all receivers."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("players", "0012_mail")]

    operations = [
        migrations.AddIndex(
            "webhook",
            models.Index(
                models.F("busy_until"),
                condition=models.Q(("busy_until__isnull", False)),
                name="webhook_busy",
            ),
        ),
        migrations.RemoveIndex("webhook", "webhook_slow"),
    ]
