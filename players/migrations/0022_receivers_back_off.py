"""A webhook that fails is left alone itself, instead of each message that waits for it."""

from django.db import migrations, models

# Until now each message had a time of its own for its next attempt. They go in the order of the feed.
IN_ORDER = """
UPDATE players_delivery SET next_at = created_at WHERE state = 'waiting';
"""


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0021_no_checks_of_numbers"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="delivery",
            name="delivery_waiting",
        ),
        migrations.AddField(
            model_name="delivery",
            name="on_request",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="The player asked for it: it goes first, also to a receiver that is left alone.",
            ),
        ),
        migrations.AddField(
            model_name="webhook",
            name="failures",
            field=models.IntegerField(
                db_default=0, default=0, help_text="Attempts that have failed, one after the other."
            ),
        ),
        migrations.AddField(
            model_name="webhook",
            name="retry_at",
            field=models.DateTimeField(help_text="It is left alone until then.", null=True),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("state", "waiting")),
                fields=["webhook", "-on_request", "next_at", "created_at"],
                name="delivery_in_order",
            ),
        ),
        migrations.RunSQL(IN_ORDER, migrations.RunSQL.noop),
    ]
