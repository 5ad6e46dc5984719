from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("players", "0004_epoch")]

    operations = [
        migrations.AddField(
            model_name="webhook",
            name="proven",
            field=models.BooleanField(
                default=False, help_text="Something has been delivered to this address."
            ),
        ),
        migrations.AlterField(
            model_name="webhook",
            name="slow",
            field=models.BooleanField(
                default=True,
                help_text="The last attempt failed or took long, or there was none yet.",
            ),
        ),
    ]
