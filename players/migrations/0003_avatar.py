"""The avatar of a player."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0002_returned_mail_and_triggers"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="avatar",
            field=models.CharField(
                blank=True,
                choices=[
                    ("bear", "bear"),
                    ("cat", "cat"),
                    ("crab", "crab"),
                    ("fox", "fox"),
                    ("frog", "frog"),
                    ("hippo", "hippo"),
                    ("octopus", "octopus"),
                    ("otter", "otter"),
                    ("penguin", "penguin"),
                    ("puffin", "puffin"),
                    ("turtle", "turtle"),
                    ("walrus", "walrus"),
                ],
                db_default="",
                default="",
                help_text="The swimmer beside the name; empty for the one that the server has chosen.",
                max_length=10,
            ),
        ),
    ]
