"""Vacations, and tokens for tests."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0001_first"),
    ]

    operations = [
        migrations.AddField(
            model_name="token",
            name="test",
            field=models.BooleanField(
                default=False, help_text="It may move the time of games, in a sandbox."
            ),
        ),
        migrations.CreateModel(
            name="Vacation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("from_at", models.DateTimeField()),
                ("until_at", models.DateTimeField()),
                ("announced_at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="vacations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["player", "-from_at"], name="vacation_by_player")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("until_at__gte", models.F("from_at"))),
                        name="vacation_has_length",
                    )
                ],
            },
        ),
    ]
