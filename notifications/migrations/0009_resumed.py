"""How often mails of a kind were switched on again: with that the links that had stopped them end."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("notifications", "0008_made_by_apps")]

    operations = [
        migrations.AddField(
            "preferences",
            "resumed",
            models.JSONField(
                default=dict,
                db_default=models.Value({}, models.JSONField()),
                help_text="How often mails of each kind were switched on again; stop links of before end.",
            ),
        ),
    ]
