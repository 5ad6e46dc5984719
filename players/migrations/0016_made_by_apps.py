"""A webhook is known to be an app's, with which it ends."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0015_quick"),
    ]

    operations = [
        migrations.AddField(
            model_name="webhook",
            name="app",
            field=models.ForeignKey(
                db_index=False,
                help_text="The app with which it ends; none if the player has set it up herself.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.OAUTH2_PROVIDER_APPLICATION_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="webhook",
            index=models.Index(
                models.F("app"), condition=models.Q(("app__isnull", False)), name="webhook_by_app"
            ),
        ),
    ]
