from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0001_squashed_0014"),
    ]

    operations = [
        migrations.CreateModel(
            name="MailboxPosition",
            fields=[
                ("mailbox", models.TextField(primary_key=True, serialize=False)),
                ("validity", models.BigIntegerField()),
                ("uid", models.BigIntegerField()),
            ],
        ),
    ]
