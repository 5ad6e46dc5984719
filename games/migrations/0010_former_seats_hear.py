from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0009_storage"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="formerseat",
            name="heard",
            field=models.PositiveIntegerField(
                default=0,
                # Of a process that still runs the code of before.
                db_default=0,
                help_text="An event of the game up to which her feed has all.",
            ),
        ),
        migrations.AddField(
            model_name="formerseat",
            name="hears_until",
            field=models.PositiveIntegerField(
                default=0, db_default=0, help_text="The last event of the game for her feed."
            ),
        ),
        migrations.AddIndex(
            model_name="formerseat",
            index=models.Index(
                models.F("player"),
                condition=models.Q(("heard__lt", models.F("hears_until"))),
                name="former_seat_to_bring_in",
            ),
        ),
    ]
