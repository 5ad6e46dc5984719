"""The answers of calls that came with an idempotency key."""

import django.db.models.deletion
import tideapi.db.encrypted
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0002_triggers"),
    ]

    operations = [
        migrations.CreateModel(
            name="KeptAnswer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=255)),
                (
                    "call",
                    models.BinaryField(
                        help_text="The SHA-256 of method, address and body.", max_length=32
                    ),
                ),
                ("status", models.PositiveSmallIntegerField()),
                ("headers", models.JSONField(default=dict)),
                ("body", tideapi.db.encrypted.SecretBytes()),
                ("at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="kept_answers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["player", "-at"], name="kept_answer_by_player"),
                    models.Index(fields=["at"], name="kept_answer_to_remove"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "key"), name="kept_answer_once")
                ],
            },
        ),
    ]
