"""A receiver that fails is left alone itself, instead of each message that waits for it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0010_no_checks_of_numbers"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="telling",
            name="telling_waiting",
        ),
        migrations.AddField(
            model_name="receiver",
            name="failures",
            field=models.IntegerField(
                db_default=0, default=0, help_text="Attempts that have failed, one after the other."
            ),
        ),
        migrations.AddField(
            model_name="receiver",
            name="retry_at",
            field=models.DateTimeField(help_text="It is left alone until then.", null=True),
        ),
        migrations.AddField(
            model_name="telling",
            name="on_request",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="The player asked for it: it goes first, also to a receiver that is left alone.",
            ),
        ),
        migrations.AddIndex(
            model_name="telling",
            index=models.Index(
                condition=models.Q(("state", "waiting")),
                fields=["receiver", "-on_request", "next_at", "created_at"],
                name="telling_in_order",
            ),
        ),
    ]
