"""Where a player is told of things, and her private addresses, are known to be an app's, with which they end."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0007_quick"),
        ("players", "0016_made_by_apps"),
    ]

    operations = [
        migrations.AddField(
            model_name="receiver",
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
        migrations.AddField(
            model_name="subscription",
            name="app",
            field=models.ForeignKey(
                db_index=False,
                help_text="The app with which it ends; none if the player has made it herself.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.OAUTH2_PROVIDER_APPLICATION_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="receiver",
            index=models.Index(
                models.F("app"), condition=models.Q(("app__isnull", False)), name="receiver_by_app"
            ),
        ),
        migrations.AddIndex(
            model_name="subscription",
            index=models.Index(
                models.F("app"),
                condition=models.Q(("app__isnull", False)),
                name="subscription_by_app",
            ),
        ),
    ]
