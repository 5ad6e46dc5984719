from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Two models get better names. Their tables keep theirs."""

    dependencies = [
        ("players", "0030_scopes_of_consents"),
    ]

    operations = [
        migrations.AlterModelTable("ending", "players_ending"),
        migrations.RenameModel("Ending", "AccountDeletion"),
        migrations.AlterModelTable("handover", "players_handover"),
        migrations.RenameModel("HandOver", "NoticeCursor"),
        migrations.AlterField(
            "noticecursor",
            "player",
            models.OneToOneField(
                on_delete=models.CASCADE,
                primary_key=True,
                related_name="notice_cursor",
                serialize=False,
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
