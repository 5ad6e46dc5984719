import games.models.ids
import tideapi.db.encrypted
from django.db import migrations, models

_HELP = "What nonces are made from, never shown; null in games that older servers have opened."


class Migration(migrations.Migration):
    dependencies = [("games", "0012_withheld_events")]

    operations = [
        # In two steps: with a default at once all games that there are would have one key.
        migrations.AddField(
            model_name="game",
            name="nonce_key",
            field=tideapi.db.encrypted.SecretBytes(null=True, editable=False, help_text=_HELP),
        ),
        migrations.AlterField(
            model_name="game",
            name="nonce_key",
            field=tideapi.db.encrypted.SecretBytes(
                null=True, default=games.models.ids.new_seed, editable=False, help_text=_HELP
            ),
        ),
        migrations.AlterField(
            model_name="submission",
            name="nonce",
            field=tideapi.db.encrypted.SecretBytes(help_text="Hides the action in its commitment."),
        ),
        migrations.AlterField(
            model_name="submission",
            name="receipt",
            field=models.CharField(max_length=16),
        ),
        migrations.AlterField(
            model_name="turn",
            name="salt",
            field=tideapi.db.encrypted.SecretBytes(
                help_text="Hides what is private in its closing."
            ),
        ),
    ]
