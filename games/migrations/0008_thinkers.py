"""When bots that think long have to move, beside when the others have to."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_time_given"),
    ]

    operations = [
        migrations.AddField(
            model_name="turn",
            name="thinkers_at",
            field=models.DateTimeField(
                help_text="The same of a bot that thinks long: others do not wait for it.",
                null=True,
            ),
        ),
        migrations.AddIndex(
            model_name="turn",
            index=models.Index(
                models.F("thinkers_at"),
                condition=models.Q(("closed_at__isnull", True), ("thinkers_at__isnull", False)),
                name="turn_thinkers_to_move",
            ),
        ),
    ]
