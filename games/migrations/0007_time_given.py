"""What players give each other of time. Nobody has given any in the turns that are there."""

import django.contrib.postgres.fields
from django.db import migrations, models


NOTHING = """
UPDATE games_turn SET given = array_fill('0'::interval, ARRAY[cardinality(asked)])
WHERE closed_at IS NULL;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_people"),
    ]

    operations = [
        migrations.AddField(
            model_name="turn",
            name="given",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.DurationField(),
                default=list,
                help_text="What others have given each seat asked.",
                size=None,
            ),
        ),
        migrations.AddField(
            model_name="turn",
            name="given_by",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.PositiveSmallIntegerField(),
                default=list,
                help_text="Seats that have given time to another in this turn.",
                size=None,
            ),
        ),
        migrations.RunSQL(NOTHING, migrations.RunSQL.noop),
    ]
