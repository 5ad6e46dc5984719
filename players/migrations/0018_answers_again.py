"""The answer to a refresh token is kept for a minute, and why a refresh token ended."""

import tideapi.db.encrypted
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0017_secrets_at_rest"),
    ]

    operations = [
        migrations.AddField(
            model_name="apprefresh",
            name="answer",
            field=tideapi.db.encrypted.SecretJSON(
                help_text="What its use was answered, for a minute.", null=True
            ),
        ),
        migrations.AddField(
            model_name="apprefresh",
            name="end_reason",
            field=models.CharField(
                blank=True,
                choices=[("used", "Used"), ("reused", "Reused"), ("player", "By Player")],
                db_default="",
                editable=False,
                help_text="Why it is revoked; empty if the app or an operator revoked it.",
                max_length=10,
            ),
        ),
        migrations.AddIndex(
            model_name="apprefresh",
            index=models.Index(
                condition=models.Q(("answer__isnull", False)),
                fields=["revoked"],
                name="app_refresh_answer_to_remove",
            ),
        ),
    ]
