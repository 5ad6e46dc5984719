import django.contrib.postgres.fields
import tideapi.db.encrypted
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0014_archived_runs"),
    ]

    operations = [
        migrations.AddField(
            model_name="stage",
            name="began_at",
            field=models.DateTimeField(
                help_text="Null where an older server has seen it begin.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="archivedfeed",
            name="alone",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.IntegerField(),
                help_text="Numbers of her private events in the game.",
                size=None,
            ),
        ),
        migrations.AlterField(
            model_name="archivedfeed",
            name="event",
            field=models.IntegerField(help_text="The newest event of the game among them."),
        ),
        migrations.AlterField(
            model_name="archivedfeed",
            name="first",
            field=models.BigIntegerField(),
        ),
        migrations.AlterField(
            model_name="archivedfeed",
            name="last",
            field=models.BigIntegerField(),
        ),
        migrations.AlterField(
            model_name="archivedgame",
            name="length",
            field=models.IntegerField(help_text="Bytes, encrypted."),
        ),
        migrations.AlterField(
            model_name="event",
            name="number",
            field=models.IntegerField(),
        ),
        migrations.AlterField(
            model_name="formerseat",
            name="answered",
            field=models.IntegerField(),
        ),
        migrations.AlterField(
            model_name="formerseat",
            name="feed_cursor",
            field=models.IntegerField(
                db_default=0,
                default=0,
                help_text="An event of the game up to which her feed has all.",
            ),
        ),
        migrations.AlterField(
            model_name="formerseat",
            name="feed_until",
            field=models.IntegerField(
                db_default=0, default=0, help_text="The last event of the game for her feed."
            ),
        ),
        migrations.AlterField(
            model_name="formerseat",
            name="number",
            field=models.SmallIntegerField(),
        ),
        migrations.AlterField(
            model_name="formerseat",
            name="required",
            field=models.IntegerField(),
        ),
        migrations.AlterField(
            model_name="game",
            name="bot_after",
            field=models.SmallIntegerField(
                default=3, help_text="Sittings missed in a row after which a bot takes the seat."
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="event_number",
            field=models.IntegerField(default=0, help_text="The newest event."),
        ),
        migrations.AlterField(
            model_name="game",
            name="least_reliability",
            field=models.SmallIntegerField(
                help_text="Percent of her turns that who joins has answered herself.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="private_number",
            field=models.IntegerField(
                default=0, help_text="The newest of what one player alone was told."
            ),
        ),
        migrations.AlterField(
            model_name="game",
            name="rules_version",
            field=models.SmallIntegerField(),
        ),
        migrations.AlterField(
            model_name="game",
            name="size",
            field=models.SmallIntegerField(help_text="Seats wanted."),
        ),
        migrations.AlterField(
            model_name="game",
            name="stage",
            field=models.SmallIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name="game",
            name="stages",
            field=models.SmallIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name="game",
            name="turn_number",
            field=models.IntegerField(default=0, help_text="The newest turn; 0 before it."),
        ),
        migrations.AlterField(
            model_name="invitation",
            name="seat",
            field=models.SmallIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name="invitation",
            name="used",
            field=models.SmallIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name="invitation",
            name="uses",
            field=models.SmallIntegerField(help_text="How often it can be used in all.", null=True),
        ),
        migrations.AlterField(
            model_name="notice",
            name="number",
            field=models.BigIntegerField(),
        ),
        migrations.AlterField(
            model_name="pause",
            name="agreed",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.SmallIntegerField(), size=None
            ),
        ),
        migrations.AlterField(
            model_name="pause",
            name="proposed_by",
            field=models.SmallIntegerField(),
        ),
        migrations.AlterField(
            model_name="privateevent",
            name="number",
            field=models.IntegerField(null=True),
        ),
        migrations.AlterField(
            model_name="readmark",
            name="event",
            field=models.IntegerField(help_text="Number of an event in the log, 0 for none."),
        ),
        migrations.AlterField(
            model_name="readmark",
            name="private_event",
            field=models.IntegerField(
                help_text="Number of a private event in the game, 0 for none."
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="answered",
            field=models.IntegerField(default=0),
        ),
        migrations.AlterField(
            model_name="seat",
            name="entropy_changes",
            field=models.SmallIntegerField(default=0, help_text="How often it was given anew."),
        ),
        migrations.AlterField(
            model_name="seat",
            name="feed_cursor",
            field=models.IntegerField(
                default=0, help_text="The newest event of the game in the player's own feed."
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="feed_from",
            field=models.IntegerField(
                default=0,
                help_text="The event after which its player came: what follows is in her feed.",
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="feed_until",
            field=models.IntegerField(
                help_text="The last event for the feed of a player who has resigned.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="missed",
            field=models.SmallIntegerField(
                default=0, help_text="Sittings in a row in which the clock had to play."
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="number",
            field=models.SmallIntegerField(),
        ),
        migrations.AlterField(
            model_name="seat",
            name="other_actions",
            field=models.SmallIntegerField(
                default=0, help_text="What its player has done in one turn besides answering."
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="other_actions_turn",
            field=models.IntegerField(default=0, help_text="In which turn that was."),
        ),
        migrations.AlterField(
            model_name="seat",
            name="required",
            field=models.IntegerField(default=0),
        ),
        migrations.AlterField(
            model_name="stage",
            name="ended_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AlterField(
            model_name="stage",
            name="number",
            field=models.SmallIntegerField(),
        ),
        migrations.AlterField(
            model_name="stage",
            name="scores",
            field=models.JSONField(null=True),
        ),
        migrations.AlterField(
            model_name="stage",
            name="sealed",
            field=tideapi.db.encrypted.SecretJSON(null=True),
        ),
        migrations.AlterField(
            model_name="stage",
            name="shown",
            field=models.JSONField(null=True),
        ),
        migrations.AlterField(
            model_name="submission",
            name="seat",
            field=models.SmallIntegerField(),
        ),
        migrations.AlterField(
            model_name="turn",
            name="asked",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.SmallIntegerField(), size=None
            ),
        ),
        migrations.AlterField(
            model_name="turn",
            name="changes",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.SmallIntegerField(),
                default=list,
                help_text="How often each seat asked has replaced or taken back its answer.",
                size=None,
            ),
        ),
        migrations.AlterField(
            model_name="turn",
            name="faults",
            field=models.SmallIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name="turn",
            name="given_by",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.SmallIntegerField(),
                default=list,
                help_text="Seats that have given time to another in this turn.",
                size=None,
            ),
        ),
        migrations.AlterField(
            model_name="turn",
            name="go_on",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.SmallIntegerField(),
                default=list,
                help_text="Seats that want the clock to run although somebody is on vacation.",
                size=None,
            ),
        ),
        migrations.AlterField(
            model_name="turn",
            name="number",
            field=models.IntegerField(),
        ),
        migrations.AlterField(
            model_name="turn",
            name="stage",
            field=models.SmallIntegerField(),
        ),
    ]
