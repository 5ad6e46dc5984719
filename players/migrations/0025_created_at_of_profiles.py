"""The part of a profile that was `joined_at` is `created_at`, as in the API."""

from django.db import migrations

RENAME = """
UPDATE players_player SET shows = array_replace(shows, '{before}', '{after}') WHERE '{before}' = ANY(shows)
"""


class Migration(migrations.Migration):
    dependencies = [("players", "0024_plural_of_app_refresh")]

    operations = [
        migrations.RunSQL(
            RENAME.format(before="joined_at", after="created_at"),
            RENAME.format(before="created_at", after="joined_at"),
        )
    ]
