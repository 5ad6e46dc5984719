from typing import Any

from django.db import migrations, models

from games.archive.compact import to_steps
from games.repository.compression import compress_json


def _compress(apps: Any, _: Any) -> None:
    rows = apps.get_model("games", "ArchivedFeed").objects
    for row in rows.only("starts", "things", "counts").iterator():
        runs = compress_json([to_steps(row.starts), to_steps(row.things), row.counts])
        rows.filter(pk=row.pk).update(runs=runs)


class Migration(migrations.Migration):
    """In one transaction: all of it is done, or nothing. It removes columns, so older code cannot go on beside it."""

    dependencies = [("games", "0013_nonce_key")]

    operations = [
        migrations.AddField(
            model_name="archivedfeed",
            name="runs",
            field=models.BinaryField(null=True),
        ),
        migrations.RunPython(_compress, elidable=True),
        migrations.AlterField(
            model_name="archivedfeed",
            name="runs",
            field=models.BinaryField(help_text="Things that follow one another, compressed."),
        ),
        migrations.RemoveField(model_name="archivedfeed", name="starts"),
        migrations.RemoveField(model_name="archivedfeed", name="things"),
        migrations.RemoveField(model_name="archivedfeed", name="counts"),
    ]
