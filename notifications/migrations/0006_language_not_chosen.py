"""Whoever has chosen something else than a language has chosen none."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("notifications", "0005_busy")]

    operations = [
        migrations.AlterField(
            "preferences",
            "language",
            models.CharField(max_length=7, choices=settings.LANGUAGES, null=True),
        ),
    ]
