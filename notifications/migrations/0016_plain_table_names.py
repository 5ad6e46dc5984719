from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0015_mailbox_position"),
    ]

    operations = [
        migrations.AlterModelTable(name="answerlink", table=None),
        migrations.AlterModelTable(name="notification", table=None),
        migrations.AlterModelTable(name="notificationattempt", table=None),
    ]
