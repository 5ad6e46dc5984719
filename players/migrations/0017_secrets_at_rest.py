"""Codes of apps and keys of sessions lie as digests; a forgotten password is asked for by a row of its own."""

from django.db import migrations, models

# What was written before stands in the clear, and is not found by a digest. Players sign in again; a code of
# an app is asked for anew.
PLAIN = """
DELETE FROM django_session;
DELETE FROM usersessions_usersession;
DELETE FROM players_appcode;
DELETE FROM players_appdevice;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0016_made_by_apps"),
        ("sessions", "0001_initial"),
        ("usersessions", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="ResetRequest",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("email", models.EmailField(max_length=254)),
                ("language", models.CharField(max_length=10)),
                ("asked_at", models.DateTimeField()),
            ],
            options={
                "indexes": [models.Index(fields=["asked_at"], name="reset_request_to_remove")],
            },
        ),
        migrations.CreateModel(
            name="StoredSession",
            fields=[
                ("session_data", models.TextField(verbose_name="session data")),
                ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
                (
                    "session_key",
                    models.CharField(max_length=40, primary_key=True, serialize=False),
                ),
            ],
            options={
                "verbose_name": "session",
                "verbose_name_plural": "sessions",
                "db_table": "django_session",
                "abstract": False,
                "managed": False,
            },
        ),
        migrations.RunSQL(PLAIN, migrations.RunSQL.noop),
    ]
