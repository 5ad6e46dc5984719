from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0009_resumed"),
    ]

    operations = [
        migrations.AlterField(
            model_name="askedbymail",
            name="epoch",
            field=models.IntegerField(),
        ),
        migrations.AlterField(
            model_name="askedbymail",
            name="seat",
            field=models.SmallIntegerField(),
        ),
        migrations.AlterField(
            model_name="askedbymail",
            name="turn",
            field=models.IntegerField(),
        ),
        migrations.AlterField(
            model_name="subscription",
            name="epoch",
            field=models.IntegerField(help_text="It is good while this is the player's."),
        ),
        migrations.AlterField(
            model_name="telling",
            name="attempts",
            field=models.SmallIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name="telling",
            name="number",
            field=models.BigIntegerField(help_text="The number in her feed.", null=True),
        ),
        migrations.AlterField(
            model_name="telling",
            name="turn",
            field=models.IntegerField(null=True),
        ),
        migrations.AlterField(
            model_name="tellingattempt",
            name="milliseconds",
            field=models.IntegerField(),
        ),
        migrations.AlterField(
            model_name="tellingattempt",
            name="status",
            field=models.SmallIntegerField(null=True),
        ),
    ]
