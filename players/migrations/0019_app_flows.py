"""An app may have the device flow beside another."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0018_answers_again"),
    ]

    operations = [
        migrations.AddField(
            model_name="app",
            name="device_flow",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="It may sign in by device code too, whatever else it does.",
            ),
        ),
    ]
