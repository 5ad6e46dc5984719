"""A private event may be withheld from the feed of whoever has blocked whom it is from."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0011_sittings_missed")]

    operations = [
        migrations.AlterField(
            "privateevent",
            "in_feed",
            models.BooleanField(
                default=False, help_text="It has its number in the feed, or is withheld from it."
            ),
        ),
    ]
