"""Clocks as data, a deadline for each seat, standing orders, bots that stand in, pauses, whispers."""

from datetime import timedelta

import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


CONVERT = """
UPDATE games_game SET clock = jsonb_build_object(
    'per_turn', 'PT' || extract(epoch FROM per_turn)::bigint || 'S',
    'bank', NULL, 'increment', NULL, 'grace', NULL, 'hours', NULL
);
UPDATE games_turn SET
    clock_from = opened_at,
    base = greatest(due_at - opened_at, interval '0'),
    banks = array_fill(interval '0', ARRAY[cardinality(asked)]),
    dues = array_fill(due_at, ARRAY[cardinality(asked)]);
"""
NOTHING = migrations.RunSQL.noop


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_events_follow"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="FormerSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("required", models.PositiveIntegerField()),
                ("answered", models.PositiveIntegerField()),
                ("ended_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Pause",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("length", models.DurationField()),
                ("proposed_by", models.PositiveSmallIntegerField()),
                (
                    "agreed",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveSmallIntegerField(), size=None
                    ),
                ),
                ("proposed_at", models.DateTimeField()),
                ("from_at", models.DateTimeField(null=True)),
                ("until_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="StandingOrder",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("order", models.JSONField()),
                (
                    "at_once",
                    models.BooleanField(
                        help_text="Played when the question is put, not at its deadline."
                    ),
                ),
                ("given_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Whisper",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("type", models.CharField(max_length=40)),
                ("data", models.JSONField()),
                ("at", models.DateTimeField()),
                (
                    "heard",
                    models.BooleanField(default=False, help_text="It has its number in the feed."),
                ),
            ],
        ),
        migrations.RemoveConstraint(
            model_name="seat",
            name="seat_player_or_bot",
        ),
        migrations.RemoveConstraint(
            model_name="submission",
            name="submission_by_known",
        ),
        migrations.AddField(
            model_name="game",
            name="ahead",
            field=models.DurationField(
                default=timedelta(0),
                help_text="How far the game's own time is ahead, in a sandbox.",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="bot_after",
            field=models.PositiveSmallIntegerField(
                default=3, help_text="Turns missed in a row after which a bot takes the seat."
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="clock",
            field=models.JSONField(
                default=dict, help_text="How long turns may last, as `games.clock.clock` writes it."
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="game",
            name="least_reliability",
            field=models.PositiveSmallIntegerField(
                help_text="Percent of her turns that who joins has answered herself.", null=True
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="vacations",
            field=models.BooleanField(default=True, help_text="Whether vacations stop the clock."),
        ),
        migrations.AddField(
            model_name="heartbeat",
            name="seconds",
            field=models.FloatField(default=0),
        ),
        migrations.AddField(
            model_name="seat",
            name="answered",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="seat",
            name="away",
            field=models.CharField(
                choices=[("absent", "Absent"), ("resigned", "Resigned")], max_length=8, null=True
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="bank",
            field=models.DurationField(
                default=timedelta(0), help_text="What is left of the time bank."
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="hears_until",
            field=models.PositiveIntegerField(
                help_text="The last event for the feed of a player who has resigned.", null=True
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="missed",
            field=models.PositiveSmallIntegerField(
                default=0, help_text="Sittings in a row in which the clock had to play."
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="missed_sitting",
            field=models.CharField(blank=True, help_text="The last of them.", max_length=80),
        ),
        migrations.AddField(
            model_name="seat",
            name="offered_to",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="seats_offered",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="required",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="submission",
            name="skipped",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="turn",
            name="banks",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.DurationField(), default=list, size=None
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="turn",
            name="base",
            field=models.DurationField(default=timedelta(0)),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="turn",
            name="clock_from",
            field=models.DateTimeField(default=django.utils.timezone.now),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="turn",
            name="dues",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.DateTimeField(), default=list, size=None
            ),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="turn",
            name="fault",
            field=models.TextField(blank=True, help_text="Where the rules raised the last time."),
        ),
        migrations.AlterField(
            model_name="notice",
            name="event",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notices",
                to="games.event",
            ),
        ),
        migrations.AlterField(
            model_name="submission",
            name="by",
            field=models.CharField(
                choices=[
                    ("player", "Player"),
                    ("bot", "Bot"),
                    ("order", "Order"),
                    ("clock", "Clock"),
                    ("forced", "Forced"),
                ],
                max_length=6,
            ),
        ),
        migrations.AddIndex(
            model_name="turn",
            index=models.Index(
                models.F("game"),
                condition=models.Q(("closed_at__isnull", True), ("faults__gt", 0)),
                name="turn_set_aside",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("away__isnull", True), ("bot__isnull", False), ("player__isnull", True)
                    ),
                    models.Q(
                        ("away__isnull", True), ("bot__isnull", True), ("player__isnull", False)
                    ),
                    models.Q(
                        ("away__isnull", False), ("bot__isnull", False), ("player__isnull", False)
                    ),
                    _connector="OR",
                ),
                name="seat_player_or_bot",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("away__isnull", True), ("away__in", ["absent", "resigned"]), _connector="OR"
                ),
                name="seat_away_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="submission",
            constraint=models.CheckConstraint(
                condition=models.Q(("by__in", ["player", "bot", "order", "clock", "forced"])),
                name="submission_by_known",
            ),
        ),
        migrations.AddField(
            model_name="formerseat",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="former_seats",
                to="games.game",
            ),
        ),
        migrations.AddField(
            model_name="formerseat",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="former_seats",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="pause",
            name="game",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="pauses",
                to="games.game",
            ),
        ),
        migrations.AddField(
            model_name="standingorder",
            name="seat",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="standing_order",
                to="games.seat",
            ),
        ),
        migrations.AddField(
            model_name="whisper",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="whispers",
                to="games.game",
            ),
        ),
        migrations.AddField(
            model_name="whisper",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="whispers",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="notice",
            name="whisper",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notice",
                to="games.whisper",
            ),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("event__isnull", True), ("whisper__isnull", False)),
                    models.Q(("event__isnull", False), ("whisper__isnull", True)),
                    _connector="OR",
                ),
                name="notice_of_one_thing",
            ),
        ),
        migrations.AddIndex(
            model_name="pause",
            index=models.Index(fields=["game", "until_at"], name="pause_of_game"),
        ),
        migrations.AddConstraint(
            model_name="pause",
            constraint=models.UniqueConstraint(
                condition=models.Q(("from_at__isnull", True)),
                fields=("game",),
                name="pause_one_proposed",
            ),
        ),
        migrations.AddIndex(
            model_name="whisper",
            index=models.Index(
                models.F("player"), condition=models.Q(("heard", False)), name="whisper_to_bring_in"
            ),
        ),
        migrations.CreateModel(
            name="SetAside",
            fields=[],
            options={
                "verbose_name": "game set aside",
                "verbose_name_plural": "games set aside",
                "proxy": True,
                "indexes": [],
                "constraints": [],
            },
            bases=("games.turn",),
        ),
        migrations.RunSQL(CONVERT, NOTHING),
        migrations.RemoveField(
            model_name="game",
            name="per_turn",
        ),
    ]
