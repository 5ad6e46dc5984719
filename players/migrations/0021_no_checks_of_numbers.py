from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0020_table_sessions"),
    ]

    operations = [
        migrations.AlterField(
            model_name="appcode",
            name="epoch",
            field=models.IntegerField(
                default=0, editable=False, help_text="It is good while this is the player's."
            ),
        ),
        migrations.AlterField(
            model_name="appdevice",
            name="epoch",
            field=models.IntegerField(
                default=0, editable=False, help_text="It is good while this is the player's."
            ),
        ),
        migrations.AlterField(
            model_name="apprefresh",
            name="epoch",
            field=models.IntegerField(
                default=0, editable=False, help_text="It is good while this is the player's."
            ),
        ),
        migrations.AlterField(
            model_name="apptoken",
            name="epoch",
            field=models.IntegerField(
                default=0, editable=False, help_text="It is good while this is the player's."
            ),
        ),
        migrations.AlterField(
            model_name="archive",
            name="number",
            field=models.SmallIntegerField(),
        ),
        migrations.AlterField(
            model_name="archive",
            name="size",
            field=models.IntegerField(help_text="Bytes, before it was encrypted."),
        ),
        migrations.AlterField(
            model_name="attempt",
            name="milliseconds",
            field=models.IntegerField(),
        ),
        migrations.AlterField(
            model_name="attempt",
            name="status",
            field=models.SmallIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name="delivery",
            name="attempts",
            field=models.SmallIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name="delivery",
            name="number",
            field=models.BigIntegerField(
                help_text="The event's number in the player's feed; none for a ping.", null=True
            ),
        ),
        migrations.AlterField(
            model_name="export",
            name="done",
            field=models.IntegerField(default=0, help_text="Things gathered so far."),
        ),
        migrations.AlterField(
            model_name="export",
            name="faults",
            field=models.SmallIntegerField(default=0, help_text="Steps that have failed."),
        ),
        migrations.AlterField(
            model_name="export",
            name="total",
            field=models.IntegerField(help_text="Things that there were at the beginning."),
        ),
        migrations.AlterField(
            model_name="handover",
            name="feed_cursor",
            field=models.BigIntegerField(),
        ),
        migrations.AlterField(
            model_name="keptanswer",
            name="status",
            field=models.SmallIntegerField(),
        ),
        migrations.AlterField(
            model_name="letter",
            name="attempts",
            field=models.SmallIntegerField(default=0),
        ),
        migrations.AlterField(
            model_name="player",
            name="epoch",
            field=models.IntegerField(default=0, editable=False),
        ),
        migrations.AlterField(
            model_name="token",
            name="epoch",
            field=models.IntegerField(help_text="It is good while this is the player's."),
        ),
        migrations.AlterField(
            model_name="webhook",
            name="after",
            field=models.BigIntegerField(
                help_text="The last number in the feed that came before its time."
            ),
        ),
        migrations.AlterField(
            model_name="webhook",
            name="feed_cursor",
            field=models.BigIntegerField(
                help_text="The last number in the feed that was handed over to be sent."
            ),
        ),
    ]
