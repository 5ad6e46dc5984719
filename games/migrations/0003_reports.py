"""Reports of players, and the text of a hidden message."""

import common.db.encrypted
import django.db.models.deletion
import games.models.game
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_keys_and_storage"),
        ("players", "0005_moderation"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="message",
            name="hidden_text",
            field=common.db.encrypted.SecretJSON(
                help_text="The text of one that a moderator has hidden.", null=True
            ),
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=games.models.game.new_id,
                        editable=False,
                        max_length=16,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("target", models.CharField(max_length=30)),
                ("text", common.db.encrypted.SecretJSON(null=True)),
                ("seen", common.db.encrypted.SecretJSON(null=True)),
                ("at", models.DateTimeField()),
                ("decided_at", models.DateTimeField(null=True)),
                ("answer", models.CharField(blank=True, default="", max_length=300)),
                (
                    "accused",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reports_about",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "act",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reports",
                        to="players.moderationact",
                    ),
                ),
                (
                    "claimed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reports_claimed",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reports_decided",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to="games.game",
                    ),
                ),
                (
                    "message",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="reports",
                        to="games.message",
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports_made",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        models.F("at"),
                        condition=models.Q(("decided_at", None)),
                        name="report_waiting",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("decided_at", None)),
                        fields=("reporter", "target"),
                        name="report_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("act", None),
                                ("answer", ""),
                                ("decided_at", None),
                                ("decided_by", None),
                            ),
                            models.Q(
                                models.Q(("answer", ""), _negated=True),
                                ("decided_at__isnull", False),
                                ("decided_by__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="report_waits_or_is_answered",
                    ),
                ],
            },
        ),
    ]
