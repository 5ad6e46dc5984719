"""A database that does not know that migrations were applied."""

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

Row = MigrationRecorder.Migration


def forget_newest(app: str = "games") -> list[Row]:
    """Delete the rows that say that an app's newest migration is applied, and return them."""
    loader = MigrationLoader(connection)
    (newest,) = loader.graph.leaf_nodes(app)
    replaced = loader.disk_migrations[newest].replaces
    names = [name for _, name in (newest, *replaced)]
    rows = Row.objects.filter(app=app, name__in=names)
    found = list(rows)
    rows.delete()
    return found
