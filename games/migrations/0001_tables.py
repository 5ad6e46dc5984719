"""All tables of games."""

import datetime
import django.contrib.postgres.fields
import django.db.models.constraints
import django.db.models.deletion
import django.db.models.expressions
import games.models.ids
import tideapi.db.encrypted
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("players", "0001_tables"),
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
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("name", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
                ("seconds", models.FloatField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Game",
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
                ("ruleset", models.CharField(max_length=40)),
                ("rules_version", models.PositiveSmallIntegerField()),
                ("options", models.JSONField()),
                ("size", models.PositiveSmallIntegerField(help_text="Seats wanted.")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("running", "Running"),
                            ("finished", "Finished"),
                            ("cancelled", "Cancelled"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                (
                    "start",
                    models.CharField(
                        choices=[("full", "Full"), ("host", "Host")],
                        default="full",
                        help_text="Whether it starts when the seats are full, or when its host says so.",
                        max_length=4,
                    ),
                ),
                ("private", models.BooleanField(default=False)),
                (
                    "clock",
                    models.JSONField(
                        help_text="How long turns may last, as `games.clock.clock` writes it."
                    ),
                ),
                (
                    "ahead",
                    models.DurationField(
                        default=datetime.timedelta(0),
                        help_text="How far the game's own time is ahead, in a sandbox.",
                    ),
                ),
                (
                    "bot_after",
                    models.PositiveSmallIntegerField(
                        default=3,
                        help_text="Turns missed in a row after which a bot takes the seat.",
                    ),
                ),
                (
                    "vacations",
                    models.BooleanField(
                        default=True, help_text="Whether vacations stop the clock."
                    ),
                ),
                (
                    "least_reliability",
                    models.PositiveSmallIntegerField(
                        help_text="Percent of her turns that who joins has answered herself.",
                        null=True,
                    ),
                ),
                (
                    "most_stopped",
                    models.DurationField(
                        default=datetime.timedelta(days=60),
                        help_text="How long all stops together may hold the game up.",
                    ),
                ),
                (
                    "stopped",
                    models.DurationField(
                        default=datetime.timedelta(0),
                        help_text="How long stops have held up the turns that are closed.",
                    ),
                ),
                (
                    "goes_on_from",
                    models.DateTimeField(
                        help_text="What had stopped its clock before this moment stops it no more.",
                        null=True,
                    ),
                ),
                (
                    "joins",
                    models.JSONField(
                        default=dict,
                        help_text="How often each player has sat down before the start.",
                    ),
                ),
                (
                    "offers",
                    models.JSONField(
                        default=dict, help_text="How often each player was offered a seat."
                    ),
                ),
                (
                    "server_seed",
                    tideapi.db.encrypted.SecretBytes(default=games.models.ids.new_seed),
                ),
                (
                    "setup",
                    tideapi.db.encrypted.SecretJSON(
                        help_text="What chance gave before the first turn.", null=True
                    ),
                ),
                ("state", tideapi.db.encrypted.SecretJSON(null=True)),
                (
                    "ending",
                    models.JSONField(help_text="What chance gave after the last turn.", null=True),
                ),
                ("stage", models.PositiveSmallIntegerField(null=True)),
                ("stages", models.PositiveSmallIntegerField(null=True)),
                (
                    "turn_number",
                    models.PositiveIntegerField(
                        default=0, help_text="The newest turn; 0 before it."
                    ),
                ),
                (
                    "event_number",
                    models.PositiveIntegerField(default=0, help_text="The newest event."),
                ),
                (
                    "private_number",
                    models.PositiveIntegerField(
                        default=0, help_text="The newest of what one player alone was told."
                    ),
                ),
                (
                    "head",
                    models.BinaryField(
                        default=b"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00",
                        help_text="The newest event's hash.",
                    ),
                ),
                ("result", models.JSONField(null=True)),
                ("created_at", models.DateTimeField()),
                ("started_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "host",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="hosted",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
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
                (
                    "feed_cursor",
                    models.PositiveIntegerField(
                        db_default=0,
                        default=0,
                        help_text="An event of the game up to which her feed has all.",
                    ),
                ),
                (
                    "feed_until",
                    models.PositiveIntegerField(
                        db_default=0,
                        default=0,
                        help_text="The last event of the game for her feed.",
                    ),
                ),
                ("ended_at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="former_seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="former_seats",
                        to="games.game",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                (
                    "previous",
                    models.GeneratedField(
                        db_persist=True,
                        expression=models.Func(
                            django.db.models.expressions.CombinedExpression(
                                models.F("number"), "-", models.Value(1)
                            ),
                            models.Value(0),
                            function="NULLIF",
                        ),
                        output_field=models.IntegerField(null=True),
                    ),
                ),
                ("type", models.CharField(max_length=40)),
                ("data", models.JSONField()),
                ("at", models.DateTimeField()),
                (
                    "hash",
                    models.BinaryField(help_text="The head of the log with this event, 32 bytes."),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to="games.game",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Participant",
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
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="participants",
                        to="games.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="participations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
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
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pauses",
                        to="games.game",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PrivateEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(null=True)),
                ("type", models.CharField(max_length=40)),
                ("data", tideapi.db.encrypted.SecretJSON()),
                ("at", models.DateTimeField()),
                (
                    "in_feed",
                    models.BooleanField(default=False, help_text="It has its number in the feed."),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="private_events",
                        to="games.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="private_events",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveBigIntegerField()),
                (
                    "event",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="games.event",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "private_event",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notice",
                        to="games.privateevent",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("bot", models.CharField(max_length=40, null=True)),
                ("entropy", models.CharField(max_length=71, null=True)),
                (
                    "entropy_at",
                    models.DateTimeField(
                        help_text="When it was given, by the player whose seat it is.", null=True
                    ),
                ),
                (
                    "entropy_changes",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="How often it was given anew."
                    ),
                ),
                ("score", models.SmallIntegerField(default=0)),
                (
                    "won",
                    models.BooleanField(
                        default=False, help_text="Has won the finished game, maybe shared."
                    ),
                ),
                (
                    "feed_cursor",
                    models.PositiveIntegerField(
                        default=0,
                        help_text="The newest event of the game in the player's own feed.",
                    ),
                ),
                (
                    "feed_until",
                    models.PositiveIntegerField(
                        help_text="The last event for the feed of a player who has resigned.",
                        null=True,
                    ),
                ),
                (
                    "away",
                    models.CharField(
                        choices=[("absent", "Absent"), ("resigned", "Resigned")],
                        max_length=8,
                        null=True,
                    ),
                ),
                (
                    "bank",
                    models.DurationField(
                        default=datetime.timedelta(0), help_text="What is left of the time bank."
                    ),
                ),
                (
                    "missed",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="Sittings in a row in which the clock had to play."
                    ),
                ),
                (
                    "missed_sitting",
                    models.CharField(blank=True, help_text="The last of them.", max_length=80),
                ),
                ("required", models.PositiveIntegerField(default=0)),
                ("answered", models.PositiveIntegerField(default=0)),
                (
                    "taken_at",
                    models.DateTimeField(
                        help_text="When its player took it over from somebody else.", null=True
                    ),
                ),
                (
                    "other_actions",
                    models.PositiveSmallIntegerField(
                        default=0,
                        help_text="What its player has done in one turn besides answering.",
                    ),
                ),
                (
                    "other_actions_turn",
                    models.PositiveIntegerField(default=0, help_text="In which turn that was."),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="games.game",
                    ),
                ),
                (
                    "offered_to",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats_offered",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Stage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("scores", models.JSONField()),
                ("shown", models.JSONField()),
                ("sealed", tideapi.db.encrypted.SecretJSON()),
                ("ended_at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stage_rows",
                        to="games.game",
                    ),
                ),
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
                ("order", tideapi.db.encrypted.SecretJSON()),
                (
                    "at_once",
                    models.BooleanField(
                        help_text="Played when the question is put, not at its deadline."
                    ),
                ),
                ("given_at", models.DateTimeField()),
                (
                    "seat",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standing_order",
                        to="games.seat",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Turn",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("stage", models.PositiveSmallIntegerField()),
                ("heading", models.JSONField()),
                (
                    "asked",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveSmallIntegerField(), size=None
                    ),
                ),
                ("sitting", models.CharField(max_length=80)),
                ("chance", models.JSONField(help_text="What chance gave to open it.")),
                ("opened_at", models.DateTimeField()),
                ("clock_from", models.DateTimeField()),
                ("base", models.DurationField()),
                (
                    "banks",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.DurationField(), size=None
                    ),
                ),
                (
                    "dues",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.DateTimeField(), size=None
                    ),
                ),
                ("stops", models.JSONField(default=list)),
                ("due_at", models.DateTimeField()),
                ("next_check_at", models.DateTimeField()),
                (
                    "held_until",
                    models.DateTimeField(
                        help_text="Up to when stops held it up that are there no more.", null=True
                    ),
                ),
                (
                    "bots_at",
                    models.DateTimeField(
                        help_text="When a bot has to move, if one has.", null=True
                    ),
                ),
                (
                    "unattended",
                    models.BooleanField(default=False, help_text="No player is there to wait."),
                ),
                (
                    "changes",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveSmallIntegerField(),
                        default=list,
                        help_text="How often each seat asked has replaced or taken back its answer.",
                        size=None,
                    ),
                ),
                (
                    "go_on",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveSmallIntegerField(),
                        default=list,
                        help_text="Seats that want the clock to run although somebody is on vacation.",
                        size=None,
                    ),
                ),
                (
                    "salt",
                    tideapi.db.encrypted.SecretBytes(
                        default=games.models.ids.new_nonce,
                        help_text="Hides what is private in its closing.",
                    ),
                ),
                ("faults", models.PositiveSmallIntegerField(default=0)),
                (
                    "fault",
                    models.TextField(blank=True, help_text="Where the rules raised the last time."),
                ),
                ("closed_at", models.DateTimeField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="turns",
                        to="games.game",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Submission",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("action", tideapi.db.encrypted.SecretJSON()),
                (
                    "by",
                    models.CharField(
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
                ("receipt", models.CharField(default=games.models.ids.new_id, max_length=16)),
                (
                    "nonce",
                    tideapi.db.encrypted.SecretBytes(
                        default=games.models.ids.new_nonce,
                        help_text="Hides the action in its commitment.",
                    ),
                ),
                ("skipped", tideapi.db.encrypted.SecretJSON(default=list)),
                ("sealed_at", models.DateTimeField()),
                (
                    "turn",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="submissions",
                        to="games.turn",
                    ),
                ),
            ],
            options={
                "ordering": ["seat"],
            },
        ),
        migrations.AddField(
            model_name="privateevent",
            name="turn",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="private_events",
                to="games.turn",
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
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("private", False)),
                fields=["-created_at", "-id"],
                name="game_public_list",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                models.F("created_at"), condition=models.Q(("status", "open")), name="game_waiting"
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(("status__in", ["open", "running", "finished", "cancelled"])),
                name="game_status_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(("start__in", ["full", "host"])), name="game_start_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("status__in", ["open", "cancelled"]), ("state__isnull", False), _connector="OR"
                ),
                name="game_running_has_state",
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("status", "finished"), _negated=True),
                    ("result__isnull", False),
                    _connector="OR",
                ),
                name="game_finished_has_result",
            ),
        ),
        migrations.AddIndex(
            model_name="formerseat",
            index=models.Index(
                models.F("player"),
                condition=models.Q(("feed_cursor__lt", models.F("feed_until"))),
                name="former_seat_to_bring_in",
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.UniqueConstraint(fields=("game", "number"), name="event_once"),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)), name="event_from_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="participant",
            constraint=models.UniqueConstraint(fields=("game", "player"), name="participant_once"),
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
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.UniqueConstraint(fields=("player", "number"), name="notice_once"),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.UniqueConstraint(
                fields=("player", "event"), name="notice_of_event_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("event__isnull", True), ("private_event__isnull", False)),
                    models.Q(("event__isnull", False), ("private_event__isnull", True)),
                    _connector="OR",
                ),
                name="notice_of_one_thing",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                deferrable=django.db.models.constraints.Deferrable["IMMEDIATE"],
                fields=("game", "number"),
                name="seat_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                fields=("game", "player"), name="seat_one_per_player"
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
            model_name="stage",
            constraint=models.UniqueConstraint(fields=("game", "number"), name="stage_once"),
        ),
        migrations.AddIndex(
            model_name="turn",
            index=models.Index(
                models.F("unattended"),
                models.F("next_check_at"),
                condition=models.Q(("closed_at__isnull", True)),
                name="turn_to_check",
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
        migrations.AddIndex(
            model_name="turn",
            index=models.Index(
                models.F("game"),
                condition=models.Q(("closed_at__isnull", True), ("faults__gt", 0)),
                name="turn_set_aside",
            ),
        ),
        migrations.AddConstraint(
            model_name="turn",
            constraint=models.UniqueConstraint(fields=("game", "number"), name="turn_once"),
        ),
        migrations.AddConstraint(
            model_name="turn",
            constraint=models.UniqueConstraint(
                condition=models.Q(("closed_at__isnull", True)),
                fields=("game",),
                name="turn_one_open",
            ),
        ),
        migrations.AddConstraint(
            model_name="submission",
            constraint=models.UniqueConstraint(fields=("turn", "seat"), name="submission_once"),
        ),
        migrations.AddConstraint(
            model_name="submission",
            constraint=models.CheckConstraint(
                condition=models.Q(("by__in", ["player", "bot", "order", "clock", "forced"])),
                name="submission_by_known",
            ),
        ),
        migrations.AddIndex(
            model_name="privateevent",
            index=models.Index(
                models.F("player"),
                condition=models.Q(("in_feed", False)),
                name="private_event_to_bring_in",
            ),
        ),
        migrations.AddIndex(
            model_name="privateevent",
            index=models.Index(
                models.F("game"),
                condition=models.Q(("turn__isnull", True)),
                name="private_event_to_bind",
            ),
        ),
        migrations.AddConstraint(
            model_name="privateevent",
            constraint=models.UniqueConstraint(
                condition=models.Q(("game__isnull", False)),
                fields=("game", "number"),
                name="private_event_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="privateevent",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("game__isnull", True), ("number__isnull", True)),
                    models.Q(
                        ("game__isnull", False), ("number__gte", 1), ("number__isnull", False)
                    ),
                    _connector="OR",
                ),
                name="private_event_numbered",
            ),
        ),
    ]
