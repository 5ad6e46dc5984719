"""The constraint of kept answers by key first: a call without a token is found by its key alone."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0028_refreshed_scopes"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="keptanswer",
            name="kept_answer_once",
        ),
        migrations.AlterField(
            model_name="keptanswer",
            name="call",
            field=models.BinaryField(
                help_text="The digest of method, address and body.", max_length=32
            ),
        ),
        migrations.AddConstraint(
            model_name="keptanswer",
            constraint=models.UniqueConstraint(fields=("key", "player"), name="kept_answer_once"),
        ),
    ]
