"""Codes with which accounts are made, and who came by which."""

import django.db.models.deletion
import players.models.door
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0003_avatar"),
    ]

    operations = [
        migrations.CreateModel(
            name="SignUpCode",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=players.models.door.new_code,
                        editable=False,
                        max_length=16,
                        primary_key=True,
                        serialize=False,
                        verbose_name="code",
                    ),
                ),
                ("by_operator", models.BooleanField(default=False, editable=False)),
                (
                    "note",
                    models.CharField(
                        blank=True, help_text="For whom it is. Operators see it.", max_length=100
                    ),
                ),
                (
                    "uses",
                    models.PositiveSmallIntegerField(
                        default=1, help_text="How many accounts it is for."
                    ),
                ),
                ("used", models.PositiveSmallIntegerField(default=0, editable=False)),
                (
                    "until",
                    models.DateTimeField(
                        blank=True, help_text="Until when; empty for ever.", null=True
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "made_by",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sign_up_codes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Admission",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="admission",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "code",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="admissions",
                        to="players.signupcode",
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="signupcode",
            constraint=models.CheckConstraint(
                condition=models.Q(("used__lte", models.F("uses"))),
                name="sign_up_code_not_overused",
            ),
        ),
    ]
