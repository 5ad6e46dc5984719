"""The table's tokens belong to the session of their browser, and are deleted together with it."""

from django.db import migrations, models

import tideapi.db.digested

ENDS_WITH_SESSION = """
ALTER TABLE players_apptoken ADD CONSTRAINT app_token_ends_with_session
    FOREIGN KEY (session) REFERENCES django_session (session_key) ON DELETE CASCADE NOT VALID;
"""
ENDS_ALONE = "ALTER TABLE players_apptoken DROP CONSTRAINT app_token_ends_with_session"


class Migration(migrations.Migration):
    dependencies = [("players", "0019_app_flows"), ("sessions", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="apptoken",
            name="session",
            field=tideapi.db.digested.DigestField(
                editable=False,
                help_text="Of the table: the browser's session, with which the database deletes it.",
                max_length=40,
                null=True,
            ),
        ),
        migrations.AddIndex(
            model_name="apptoken",
            index=models.Index(
                condition=models.Q(("session__isnull", False)),
                fields=["session"],
                name="app_token_by_session",
            ),
        ),
        # Not checked for rows of before, which have none; so no table is read through.
        migrations.RunSQL(ENDS_WITH_SESSION, ENDS_ALONE),
    ]
