"""The zone of a player who has chosen none is the server's; nothing of the table changes."""

from django.db import migrations, models

from notifications.models.notices import default_zone


class Migration(migrations.Migration):
    dependencies = [("notifications", "0002_signed_out_receivers")]

    operations = [
        migrations.AlterField(
            "preferences", "zone", models.CharField(default=default_zone, max_length=64)
        )
    ]
