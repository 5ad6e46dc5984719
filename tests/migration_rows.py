"""Rows that say which migrations were applied, for a database that does not know of the newest."""

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

Row = MigrationRecorder.Migration


def forget_newest_migration(app: str = "games") -> list[Row]:
    """Delete the rows that say that an app's newest migration is applied, and return them."""
    loader = MigrationLoader(connection)
    (newest,) = loader.graph.leaf_nodes(app)
    replaced = loader.disk_migrations[newest].replaces
    names = [name for _, name in (newest, *replaced)]
    rows = Row.objects.filter(app=app, name__in=names)
    found = list(rows)
    rows.delete()
    return found
