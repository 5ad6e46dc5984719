"""The tables of games."""

import common.db.encrypted
import datetime
import django.contrib.postgres.fields
import django.db.models.constraints
import django.db.models.deletion
import django.db.models.expressions
import games.models.game
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("games", "0001_squashed_0024"),
        ("games", "0003_event"),
        ("games", "0004_events_as_rows"),
        ("games", "0005_questions"),
    ]

    dependencies = [
        ("players", "0002_returned_mail_and_triggers"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Game",
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
                ("ruleset", models.CharField(max_length=40)),
                ("rules_version", models.SmallIntegerField()),
                ("options", models.JSONField()),
                ("size", models.SmallIntegerField(help_text="Seats wanted.")),
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
                    "bot_accounts",
                    models.BooleanField(
                        default=True, help_text="Whether accounts of bots may take seats."
                    ),
                ),
                (
                    "messages",
                    models.BooleanField(
                        default=True,
                        help_text="Whether those at the table can write to each other.",
                    ),
                ),
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
                    models.SmallIntegerField(
                        default=3,
                        help_text="Sittings missed in a row after which a bot takes the seat.",
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
                    models.SmallIntegerField(
                        help_text="Percent of turns that a player must have answered in person to join.",
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
                        help_text="Stops of the clock from before this moment no longer count.",
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
                    common.db.encrypted.SecretBytes(default=games.models.game.new_seed),
                ),
                (
                    "nonce_key",
                    common.db.encrypted.SecretBytes(
                        default=games.models.game.new_seed,
                        help_text="What nonces are made from, never shown; null in games that older servers have opened.",
                        null=True,
                    ),
                ),
                (
                    "setup",
                    common.db.encrypted.SecretJSON(
                        help_text="What chance gave before the first turn.", null=True
                    ),
                ),
                ("state", common.db.encrypted.SecretJSON(null=True)),
                (
                    "ending",
                    models.JSONField(help_text="What chance gave after the last turn.", null=True),
                ),
                ("stage", models.SmallIntegerField(null=True)),
                ("stages", models.SmallIntegerField(null=True)),
                (
                    "turn_number",
                    models.IntegerField(default=0, help_text="The newest turn; 0 before it."),
                ),
                ("result", models.JSONField(null=True)),
                (
                    "cancel_reason",
                    models.CharField(
                        choices=[
                            ("host", "Host"),
                            ("nobody_left", "Nobody Left"),
                            ("time", "Time"),
                        ],
                        max_length=11,
                        null=True,
                    ),
                ),
                ("created_at", models.DateTimeField()),
                ("started_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "archived_at",
                    models.DateTimeField(
                        help_text="When its log and turns were put into one row.", null=True
                    ),
                ),
                (
                    "host",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="hosted",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "rematch_of",
                    models.OneToOneField(
                        help_text="The finished game of which it is the rematch.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rematch",
                        to="games.game",
                    ),
                ),
            ],
        ),
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
            name="Question",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("due_at", models.DateTimeField()),
                ("bank", models.DurationField(default=datetime.timedelta(0))),
                (
                    "given",
                    models.DurationField(
                        default=datetime.timedelta(0), help_text="What other players have added."
                    ),
                ),
                (
                    "changes",
                    models.SmallIntegerField(
                        default=0, help_text="How often its answer was replaced or taken back."
                    ),
                ),
                ("stops", models.JSONField(default=list)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="questions",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ["turn", "seat"],
            },
        ),
        migrations.CreateModel(
            name="Log",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="log",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("event_number", models.IntegerField(default=0, help_text="The newest event.")),
                (
                    "private_number",
                    models.IntegerField(
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
                (
                    "newest_at",
                    models.DateTimeField(
                        help_text="When the newest event happened, or one player alone was told something."
                    ),
                ),
                (
                    "event_type",
                    models.CharField(
                        db_default="",
                        default="",
                        help_text="The newest event's type.",
                        max_length=40,
                    ),
                ),
                (
                    "event_at",
                    models.DateTimeField(help_text="When the newest event happened.", null=True),
                ),
                (
                    "acted",
                    models.JSONField(
                        help_text="By seat: the newest event, and of what was told alone, when its player last acted.",
                        null=True,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Analysis",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("asked_at", models.DateTimeField()),
                ("made_at", models.DateTimeField(null=True)),
                ("stages", models.JSONField(default=list)),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="analysis",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "analyses",
            },
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
                ("number", models.IntegerField()),
                ("type", models.CharField(max_length=40)),
                ("data", models.JSONField()),
                ("at", models.DateTimeField()),
                ("hash", models.BinaryField()),
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
                        help_text="The number of the event before: a foreign key with the game.",
                        output_field=models.IntegerField(null=True),
                    ),
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
            options={
                "ordering": ["number"],
            },
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
                ("number", models.SmallIntegerField()),
                ("required", models.IntegerField()),
                ("answered", models.IntegerField()),
                (
                    "feed_cursor",
                    models.IntegerField(
                        db_default=0,
                        default=0,
                        help_text="An event of the game up to which the player's feed is complete.",
                    ),
                ),
                (
                    "feed_until",
                    models.IntegerField(
                        db_default=0,
                        default=0,
                        help_text="The last event of the game for the player's feed.",
                    ),
                ),
                ("ended_at", models.DateTimeField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="former_seats",
                        to="games.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="former_seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="GamePreferences",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("note", common.db.encrypted.SecretJSON(null=True)),
                ("noted_at", models.DateTimeField(null=True)),
                ("muted", models.BooleanField(db_default=False, default=False)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="preferences",
                        to="games.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="game_preferences",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "game preferences",
            },
        ),
        migrations.CreateModel(
            name="Invitation",
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
                ("seat", models.SmallIntegerField(null=True)),
                (
                    "uses",
                    models.SmallIntegerField(
                        help_text="How often it can be used in all.", null=True
                    ),
                ),
                ("used", models.SmallIntegerField(default=0)),
                ("made_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField(null=True)),
                ("declined_at", models.DateTimeField(null=True)),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations_made",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="games.game",
                    ),
                ),
                (
                    "to",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Message",
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
                ("text", common.db.encrypted.SecretJSON(null=True)),
                ("at", models.DateTimeField()),
                ("deleted_at", models.DateTimeField(null=True)),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="table_messages",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="table_messages",
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
                        default=games.models.game.new_id,
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
                ("proposed_by", models.SmallIntegerField()),
                (
                    "agreed",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.SmallIntegerField(), size=None
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
                ("number", models.IntegerField(null=True)),
                ("type", models.CharField(max_length=40)),
                ("data", common.db.encrypted.SecretJSON()),
                ("at", models.DateTimeField()),
                (
                    "in_feed",
                    models.BooleanField(
                        default=False,
                        help_text="It has its number in the feed, or is withheld from it.",
                    ),
                ),
                (
                    "about",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="events_about",
                        to=settings.AUTH_USER_MODEL,
                    ),
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
            name="FeedRange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("first", models.BigIntegerField()),
                ("last", models.BigIntegerField()),
                (
                    "event",
                    models.IntegerField(
                        help_text="Number of the first event in the game's log.", null=True
                    ),
                ),
                (
                    "private_event",
                    models.IntegerField(
                        help_text="Number of a private event in the game.", null=True
                    ),
                ),
                ("at", models.DateTimeField(help_text="When the last of it happened.")),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="in_feeds",
                        to="games.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="feed",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "account_event",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="in_feed_at",
                        to="games.privateevent",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Submission",
            fields=[
                (
                    "question",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="submission",
                        serialize=False,
                        to="games.question",
                    ),
                ),
                ("action", common.db.encrypted.SecretJSON()),
                (
                    "by",
                    models.CharField(
                        choices=[
                            ("player", "Player"),
                            ("bot", "Bot"),
                            ("order", "Order"),
                            ("clock", "Clock"),
                        ],
                        max_length=6,
                    ),
                ),
                ("receipt", models.CharField(max_length=16)),
                (
                    "nonce",
                    common.db.encrypted.SecretBytes(
                        help_text="Hides the action in its commitment."
                    ),
                ),
                ("sealed_at", models.DateTimeField()),
                (
                    "event",
                    models.IntegerField(
                        help_text="The event that told of it; null where the turn closed with it.",
                        null=True,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="ReadMark",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "event",
                    models.IntegerField(help_text="Number of an event in the log, 0 for none."),
                ),
                (
                    "private_event",
                    models.IntegerField(
                        help_text="Number of a private event in the game, 0 for none."
                    ),
                ),
                (
                    "messages_at",
                    models.DateTimeField(
                        help_text="Messages up to this moment are read, null for none.", null=True
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="read_marks",
                        to="games.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="read_marks",
                        to=settings.AUTH_USER_MODEL,
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
                ("number", models.SmallIntegerField()),
                ("bot", models.CharField(max_length=40, null=True)),
                ("entropy", models.CharField(max_length=71, null=True)),
                (
                    "entropy_at",
                    models.DateTimeField(help_text="When the seat's player gave it.", null=True),
                ),
                (
                    "entropy_changes",
                    models.SmallIntegerField(default=0, help_text="How often it was replaced."),
                ),
                ("score", models.SmallIntegerField(default=0)),
                (
                    "won",
                    models.BooleanField(
                        default=False, help_text="Has won the finished game, maybe shared."
                    ),
                ),
                (
                    "feed_from",
                    models.IntegerField(
                        default=0,
                        help_text="The event after which the player came: later ones are in the player's feed.",
                    ),
                ),
                (
                    "feed_cursor",
                    models.IntegerField(
                        default=0,
                        help_text="The newest event of the game in the player's own feed.",
                    ),
                ),
                (
                    "feed_until",
                    models.IntegerField(
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
                    models.SmallIntegerField(
                        default=0, help_text="Sittings in a row in which the clock had to play."
                    ),
                ),
                (
                    "missed_sitting",
                    models.CharField(blank=True, help_text="The last of them.", max_length=80),
                ),
                ("required", models.IntegerField(default=0)),
                ("answered", models.IntegerField(default=0)),
                (
                    "taken_at",
                    models.DateTimeField(
                        help_text="When its player took it over from another player.", null=True
                    ),
                ),
                (
                    "other_actions",
                    models.SmallIntegerField(
                        default=0, help_text="Actions of its player in one turn other than answers."
                    ),
                ),
                (
                    "other_actions_turn",
                    models.IntegerField(default=0, help_text="In which turn that was."),
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
        migrations.AddField(
            model_name="question",
            name="seat",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="questions",
                to="games.seat",
            ),
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
                ("number", models.SmallIntegerField()),
                (
                    "began_at",
                    models.DateTimeField(
                        help_text="Null where an older server has seen it begin.", null=True
                    ),
                ),
                ("scores", models.JSONField(null=True)),
                ("shown", models.JSONField(null=True)),
                ("sealed", common.db.encrypted.SecretJSON(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
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
                ("order", common.db.encrypted.SecretJSON()),
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
                ("number", models.IntegerField()),
                ("heading", models.JSONField()),
                ("sitting", models.CharField(max_length=80)),
                ("chance", models.JSONField(help_text="What chance gave to open it.")),
                ("opened_at", models.DateTimeField()),
                ("clock_from", models.DateTimeField()),
                ("base", models.DurationField()),
                (
                    "given_by",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.SmallIntegerField(),
                        default=list,
                        help_text="Seats that have given time to another in this turn.",
                        size=None,
                    ),
                ),
                ("due_at", models.DateTimeField()),
                ("next_check_at", models.DateTimeField()),
                (
                    "held_until",
                    models.DateTimeField(
                        help_text="Until when stops that are over held it up.", null=True
                    ),
                ),
                (
                    "bots_at",
                    models.DateTimeField(
                        help_text="When a bot has to move, if one has.", null=True
                    ),
                ),
                (
                    "thinkers_at",
                    models.DateTimeField(
                        help_text="The same of a bot that thinks long: others do not wait for it.",
                        null=True,
                    ),
                ),
                (
                    "unattended",
                    models.BooleanField(default=False, help_text="No player is there to wait."),
                ),
                (
                    "go_on",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.SmallIntegerField(),
                        default=list,
                        help_text="Seats that want the clock to run although a player is on vacation.",
                        size=None,
                    ),
                ),
                (
                    "salt",
                    common.db.encrypted.SecretBytes(
                        help_text="Hides what is private in its closing."
                    ),
                ),
                ("faults", models.SmallIntegerField(default=0)),
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
                (
                    "stage",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="turns",
                        to="games.stage",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="question",
            name="turn",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="questions",
                to="games.turn",
            ),
        ),
        migrations.AddField(
            model_name="privateevent",
            name="turn",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="private_events",
                to="games.turn",
            ),
        ),
        migrations.CreateModel(
            name="ArchivedGame",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="archived",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("content", common.db.encrypted.SecretBytes(null=True)),
                ("key", models.CharField(max_length=100, null=True)),
                ("length", models.IntegerField(help_text="Bytes, encrypted.")),
                (
                    "digest",
                    models.BinaryField(help_text="SHA-256 of what lies in the store.", null=True),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("content__isnull", False),
                                ("digest__isnull", True),
                                ("key__isnull", True),
                            ),
                            models.Q(
                                ("content__isnull", True),
                                ("digest__isnull", False),
                                ("key__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="archived_game_here_or_there",
                    )
                ],
            },
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
                condition=models.Q(("private", False)),
                fields=["status", "-created_at", "-id"],
                name="game_public_by_status",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("private", False)),
                fields=["ruleset", "-created_at", "-id"],
                name="game_public_by_ruleset",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                models.F("created_at"), condition=models.Q(("status", "open")), name="game_waiting"
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("archived_at__isnull", True), ("status", "finished")),
                fields=["ended_at", "id"],
                name="game_to_archive",
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
        migrations.AddConstraint(
            model_name="event",
            constraint=models.UniqueConstraint(fields=("game", "number"), name="event_once"),
        ),
        migrations.AddIndex(
            model_name="formerseat",
            index=models.Index(
                models.F("player"),
                condition=models.Q(("feed_cursor__lt", models.F("feed_until"))),
                name="former_seat_to_bring_in",
            ),
        ),
        migrations.AddIndex(
            model_name="gamepreferences",
            index=models.Index(fields=["game"], name="note_of_game"),
        ),
        migrations.AddConstraint(
            model_name="gamepreferences",
            constraint=models.UniqueConstraint(fields=("player", "game"), name="note_once"),
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
            model_name="feedrange",
            constraint=models.UniqueConstraint(fields=("player", "first"), name="feed_range_once"),
        ),
        migrations.AddConstraint(
            model_name="feedrange",
            constraint=models.UniqueConstraint(
                condition=models.Q(("event__isnull", False)),
                fields=("player", "game", "event"),
                name="feed_range_of_event_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="feedrange",
            constraint=models.UniqueConstraint(
                condition=models.Q(("private_event__isnull", False)),
                fields=("player", "game", "private_event"),
                name="feed_range_of_private_event_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="feedrange",
            constraint=models.UniqueConstraint(
                condition=models.Q(("account_event__isnull", False)),
                fields=("account_event",),
                name="feed_range_of_account_event_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="feedrange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("account_event__isnull", True),
                        ("event__isnull", False),
                        ("game__isnull", False),
                        ("last__gte", models.F("first")),
                        ("private_event__isnull", True),
                    ),
                    models.Q(
                        ("account_event__isnull", True),
                        ("event__isnull", True),
                        ("game__isnull", False),
                        ("last", models.F("first")),
                        ("private_event__isnull", False),
                    ),
                    models.Q(
                        ("account_event__isnull", False),
                        ("event__isnull", True),
                        ("game__isnull", True),
                        ("last", models.F("first")),
                        ("private_event__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="feed_range_of_one_thing",
            ),
        ),
        migrations.AddField(
            model_name="submission",
            name="game",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="submissions",
                to="games.game",
            ),
        ),
        migrations.AddIndex(
            model_name="readmark",
            index=models.Index(fields=["game"], name="read_mark_of_game"),
        ),
        migrations.AddConstraint(
            model_name="readmark",
            constraint=models.UniqueConstraint(fields=("player", "game"), name="read_mark_once"),
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
                models.F("thinkers_at"),
                condition=models.Q(("closed_at__isnull", True), ("thinkers_at__isnull", False)),
                name="turn_thinkers_to_move",
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
        migrations.AddIndex(
            model_name="question",
            index=models.Index(models.F("game"), name="question_of_game"),
        ),
        migrations.AddConstraint(
            model_name="question",
            constraint=models.UniqueConstraint(fields=("turn", "seat"), name="question_once"),
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
        migrations.AddIndex(
            model_name="privateevent",
            index=models.Index(
                models.F("turn"),
                condition=models.Q(("turn__isnull", False)),
                name="private_event_of_turn",
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
        migrations.AddIndex(
            model_name="submission",
            index=models.Index(models.F("game"), name="submission_of_game"),
        ),
        migrations.AddConstraint(
            model_name="submission",
            constraint=models.CheckConstraint(
                condition=models.Q(("by__in", ["player", "bot", "order", "clock"])),
                name="submission_by_known",
            ),
        ),
    ]
