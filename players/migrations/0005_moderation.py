"""Acts of moderators, which the database refuses to change, and until when a player is shut out."""

import common.db.encrypted
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

KEPT = """
CREATE FUNCTION act_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'An act of a moderator is kept as it is; another one takes it back.';
END
$$;

CREATE TRIGGER act_is_kept BEFORE UPDATE ON players_moderationact
FOR EACH ROW EXECUTE FUNCTION act_is_kept();
"""
NOT_KEPT = """
DROP TRIGGER act_is_kept ON players_moderationact;
DROP FUNCTION act_is_kept();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0004_door"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="silenced_until",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="player",
            name="suspended_until",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.CreateModel(
            name="ModerationAct",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("warn", "Warn"),
                            ("hide", "Hide"),
                            ("silence", "Silence"),
                            ("suspend", "Suspend"),
                            ("ban", "Ban"),
                            ("take_back", "Take Back"),
                        ],
                        max_length=9,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("reason", models.CharField(max_length=300)),
                ("until", models.DateTimeField(null=True)),
                ("message", models.CharField(blank=True, max_length=16)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="acts_done",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="acts_about",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "takes_back",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="taken_back_by",
                        to="players.moderationact",
                    ),
                ),
            ],
            options={
                "permissions": [("moderate", "Can moderate")],
            },
        ),
        migrations.CreateModel(
            name="Appeal",
            fields=[
                (
                    "act",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        serialize=False,
                        to="players.moderationact",
                    ),
                ),
                ("text", common.db.encrypted.SecretJSON()),
                ("at", models.DateTimeField()),
                ("answer", models.CharField(blank=True, max_length=300)),
                (
                    "answered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="appeals_answered",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="moderationact",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind__in", ["silence", "suspend"]), ("until__isnull", False)),
                    models.Q(
                        models.Q(("kind__in", ["silence", "suspend"]), _negated=True),
                        ("until__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="act_is_whole",
            ),
        ),
        migrations.AddConstraint(
            model_name="moderationact",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(models.Q(("message", ""), _negated=True), ("kind", "hide")),
                    models.Q(models.Q(("kind", "hide"), _negated=True), ("message", "")),
                    _connector="OR",
                ),
                name="act_hides_a_message",
            ),
        ),
        migrations.AddConstraint(
            model_name="moderationact",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "take_back"), ("takes_back__isnull", False)),
                    models.Q(
                        models.Q(("kind", "take_back"), _negated=True), ("takes_back__isnull", True)
                    ),
                    _connector="OR",
                ),
                name="act_takes_one_back",
            ),
        ),
        migrations.RunSQL(KEPT, NOT_KEPT),
    ]
