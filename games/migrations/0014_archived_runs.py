from typing import Any

from django.db import migrations, models

from games.archive.compact import steps
from games.archive.compression import compressed


def _compress(apps: Any, _: Any) -> None:
    rows = apps.get_model("games", "ArchivedFeed").objects
    for row in rows.only("starts", "things", "counts").iterator():
        row.runs = compressed([steps(row.starts), steps(row.things), row.counts])
        row.save(update_fields=["runs"])


class Migration(migrations.Migration):
    # Not in one transaction: PostgreSQL alters no table whose rows were changed by the same one.
    atomic = False
    dependencies = [("games", "0013_nonce_key")]

    operations = [
        migrations.AddField(
            model_name="archivedfeed",
            name="runs",
            field=models.BinaryField(null=True),
        ),
        migrations.RunPython(_compress, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            model_name="archivedfeed",
            name="runs",
            field=models.BinaryField(help_text="Things that follow one another, compressed."),
        ),
        migrations.RemoveField(model_name="archivedfeed", name="starts"),
        migrations.RemoveField(model_name="archivedfeed", name="things"),
        migrations.RemoveField(model_name="archivedfeed", name="counts"),
    ]
