"""A mark says up to which moment the messages of its game are read."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0022_last_event_and_acts")]

    operations = [
        migrations.AddField(
            model_name="readmark",
            name="messages_at",
            field=models.DateTimeField(
                help_text="Messages up to this moment are read, null for none.", null=True
            ),
        ),
    ]
