"""An app has an address and a secret for the events of all of its players."""

import django.db.models.deletion
import tideapi.db.encrypted
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0026_help_texts_name_the_player"),
    ]

    operations = [
        migrations.AddField(
            model_name="app",
            name="webhook_secret",
            field=tideapi.db.encrypted.SecretBytes(null=True),
        ),
        migrations.AddField(
            model_name="app",
            name="webhook_url",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="Where the events of all its players are sent; empty for nowhere.",
                max_length=500,
            ),
        ),
        migrations.AddField(
            model_name="delivery",
            name="scope",
            field=models.CharField(
                blank=True,
                db_default="",
                default="",
                help_text="The scope that an app needs for it when it is sent.",
                max_length=20,
            ),
        ),
        migrations.AddField(
            model_name="webhook",
            name="endpoint",
            field=models.ForeignKey(
                db_index=False,
                help_text="The app that has address and secret for all of its players; none if they are here.",
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="webhooks",
                to=settings.OAUTH2_PROVIDER_APPLICATION_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.UniqueConstraint(
                fields=("endpoint", "player"), name="webhook_once_an_app"
            ),
        ),
    ]
