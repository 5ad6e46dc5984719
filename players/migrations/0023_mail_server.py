"""While the mail server is away, that is known of it, and not found out by each letter."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0022_receivers_back_off"),
    ]

    operations = [
        migrations.CreateModel(
            name="MailServer",
            fields=[
                (
                    "failing_since",
                    models.DateTimeField(
                        help_text="The first failure after which nothing has succeeded.", null=True
                    ),
                ),
                (
                    "failures",
                    models.IntegerField(
                        db_default=0,
                        default=0,
                        help_text="Attempts that have failed, one after the other.",
                    ),
                ),
                (
                    "retry_at",
                    models.DateTimeField(help_text="It is left alone until then.", null=True),
                ),
                ("name", models.CharField(max_length=300, primary_key=True, serialize=False)),
            ],
            options={
                "abstract": False,
            },
        ),
    ]
