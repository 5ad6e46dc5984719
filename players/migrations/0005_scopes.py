"""What each token allows. A token of before allows everything."""

from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models

from tideapi.rest.scopes import SCOPES


SCOPE = models.CharField(max_length=20)


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0004_names"),
    ]

    operations = [
        migrations.AddField(
            "token",
            "scopes",
            ArrayField(SCOPE, default=list(SCOPES), help_text="What it allows.", size=None),
        ),
        migrations.AlterField(
            "token",
            "scopes",
            ArrayField(SCOPE, default=list, help_text="What it allows.", size=None),
        ),
    ]
