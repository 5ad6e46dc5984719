"""A forgotten password is asked for by a row of its own."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0016_made_by_apps"),
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
    ]
