"""Migrations that the database lacks."""

import logging
from time import sleep

from django.db import DatabaseError, connection
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor

log = logging.getLogger(__name__)

WAIT_SECONDS = 2.0
"""Seconds between two checks of a database that is not ready."""


def find_unapplied() -> list[Migration]:
    """Return the migrations of this code that are not applied. Raises `DatabaseError`."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [migration for migration, _ in plan]


def describe_unapplied(migrations: list[Migration]) -> str:
    """Return one sentence about migrations that are not applied."""
    return f"{len(migrations)} migrations are not applied, the first of them {migrations[0]}."


def wait_until_applied() -> None:
    """Wait until the database has all tables. Each reason to wait is logged once."""
    logged = ""
    while reason := _reason_to_wait():
        if reason != logged:
            log.warning("Waiting: %s", reason)
            logged = reason
        sleep(WAIT_SECONDS)


def _reason_to_wait() -> str:
    try:
        unapplied = find_unapplied()
    except DatabaseError as error:
        return f"the database does not answer: {type(error).__name__}."
    return describe_unapplied(unapplied) if unapplied else ""
