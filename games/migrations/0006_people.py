"""Invitations, rematches, messages at tables, and events between people."""

import django.db.models.deletion
import games.models.ids
import tideapi.db.encrypted
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_notes"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=games.models.ids.new_id,
                        editable=False,
                        max_length=16,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                (
                    "uses",
                    models.PositiveSmallIntegerField(
                        help_text="How often it can be used in all.", null=True
                    ),
                ),
                ("used", models.PositiveSmallIntegerField(default=0)),
                ("made_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField(null=True)),
                ("declined_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                (
                    "id",
                    models.CharField(
                        default=games.models.ids.new_id,
                        editable=False,
                        max_length=16,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("text", tideapi.db.encrypted.SecretJSON(null=True)),
                ("at", models.DateTimeField()),
                ("deleted_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.AddField(
            model_name="game",
            name="messages",
            field=models.BooleanField(
                default=True, help_text="Whether those at the table can write to each other."
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="rematch_of",
            field=models.OneToOneField(
                help_text="The finished game of which it is the rematch.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rematch",
                to="games.game",
            ),
        ),
        migrations.AddField(
            model_name="privateevent",
            name="about",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="events_about",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="privateevent",
            index=models.Index(
                models.F("about"),
                condition=models.Q(("about__isnull", False)),
                name="private_event_about",
            ),
        ),
        migrations.AddField(
            model_name="invitation",
            name="by",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="invitations_made",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="invitation",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="invitations",
                to="games.game",
            ),
        ),
        migrations.AddField(
            model_name="invitation",
            name="to",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="invitations",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="message",
            name="author",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="table_messages",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="message",
            name="game",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="table_messages",
                to="games.game",
            ),
        ),
        migrations.AddIndex(
            model_name="invitation",
            index=models.Index(models.F("made_at"), name="invitation_to_remove"),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.UniqueConstraint(fields=("game", "to"), name="invitation_once"),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("expires_at__isnull", True), ("to__isnull", False), ("uses__isnull", True)
                    ),
                    models.Q(
                        ("declined_at__isnull", True),
                        ("expires_at__isnull", False),
                        ("seat__isnull", True),
                        ("to__isnull", True),
                        ("uses__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="invitation_to_name_or_link",
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("uses__isnull", True), ("used__lte", models.F("uses")), _connector="OR"
                ),
                name="invitation_not_overused",
            ),
        ),
        migrations.AddIndex(
            model_name="message",
            index=models.Index(fields=["game", "-at", "-id"], name="message_of_game"),
        ),
        migrations.AddConstraint(
            model_name="message",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("deleted_at__isnull", True), ("text__isnull", False)),
                    models.Q(("deleted_at__isnull", False), ("text__isnull", True)),
                    _connector="OR",
                ),
                name="message_deleted_has_no_text",
            ),
        ),
    ]
