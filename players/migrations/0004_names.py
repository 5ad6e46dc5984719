"""Players by the beginning of their names."""

import django.db.models.functions.comparison
import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("players", "0003_kept_answers"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="player",
            index=models.Index(
                django.db.models.functions.comparison.Collate(
                    django.db.models.functions.text.Lower("username"), "C"
                ),
                condition=models.Q(("is_active", True)),
                name="player_by_name",
            ),
        ),
    ]
