from datetime import timedelta

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0010_former_seats_hear"),
        ("players", "0003_webhooks"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="BotShare",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="bot_share",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("moved_at", models.DateTimeField()),
            ],
        ),
        migrations.RemoveIndex(
            model_name="turn",
            name="turn_to_look_at",
        ),
        migrations.AddField(
            model_name="game",
            name="goes_on_from",
            field=models.DateTimeField(
                help_text="What had stopped its clock before this moment stops it no more.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="joins",
            field=models.JSONField(
                default=dict, help_text="How often each player has sat down before the start."
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="most_stopped",
            field=models.DurationField(
                default=timedelta(days=60),
                help_text="How long all stops together may hold the game up.",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="offers",
            field=models.JSONField(
                default=dict, help_text="How often each player was offered a seat."
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="stopped",
            field=models.DurationField(
                default=timedelta(0),
                help_text="How long stops have held up the turns that are closed.",
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="deeds",
            field=models.PositiveSmallIntegerField(
                default=0, help_text="What its player has done in one turn besides answering."
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="deeds_turn",
            field=models.PositiveIntegerField(default=0, help_text="In which turn that was."),
        ),
        migrations.AddField(
            model_name="seat",
            name="taken_at",
            field=models.DateTimeField(
                help_text="When its player took it over from somebody else.", null=True
            ),
        ),
        migrations.AddField(
            model_name="turn",
            name="bots_at",
            field=models.DateTimeField(help_text="When a bot has to move, if one has.", null=True),
        ),
        migrations.AddField(
            model_name="turn",
            name="changes",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.PositiveSmallIntegerField(),
                default=list,
                help_text="How often each seat asked has replaced or taken back its answer.",
                size=None,
            ),
        ),
        migrations.AddField(
            model_name="turn",
            name="go_on",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.PositiveSmallIntegerField(),
                default=list,
                help_text="Seats that want the clock to run although somebody is on vacation.",
                size=None,
            ),
        ),
        migrations.AddField(
            model_name="turn",
            name="held_until",
            field=models.DateTimeField(
                help_text="Up to when stops held it up that are there no more.", null=True
            ),
        ),
        migrations.AddField(
            model_name="turn",
            name="unattended",
            field=models.BooleanField(default=False, help_text="No player is there to wait."),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                models.F("created_at"), condition=models.Q(("status", "open")), name="game_waiting"
            ),
        ),
        migrations.AddIndex(
            model_name="turn",
            index=models.Index(
                models.F("unattended"),
                models.F("look_at"),
                condition=models.Q(("closed_at__isnull", True)),
                name="turn_to_look_at",
            ),
        ),
        migrations.AddIndex(
            model_name="turn",
            index=models.Index(
                models.F("bots_at"),
                condition=models.Q(("bots_at__isnull", False), ("closed_at__isnull", True)),
                name="turn_bots_to_move",
            ),
        ),
    ]
