"""Checks of PostgreSQL's health: connections, transactions, dead rows, disk, standbys."""

import shutil
from collections.abc import Iterator
from pathlib import Path

from django.db import DatabaseError, connection

from tideapi.watching import database
from tideapi.watching.doctor.findings import Finding, length_in_words

MAX_CONNECTIONS_PART = 0.85
"""The part of all connections from which on they run out."""
MAX_TRANSACTION_SECONDS = 300.0
"""Seconds that a transaction may be open."""
MAX_IDLE_SECONDS = 60.0
"""Seconds that a session may do nothing within a transaction."""
MAX_DEAD_ROWS = 10_000
"""Dead rows that are tolerated in any table."""
MAX_DEAD_PART = 0.4
"""The part of a table that may be dead: autovacuum starts at half of that."""
MIN_FREE_PART = 0.15
"""The part of the disk that has to be free."""
MAX_LAG_BYTES = 64 * 1024 * 1024
"""Bytes that a standby may be behind."""

VACUUM = """
    SELECT relname, n_dead_tup FROM pg_stat_user_tables
    WHERE n_dead_tup > %s + %s * n_live_tup ORDER BY n_dead_tup DESC LIMIT 3
"""


def connections_are_left() -> Iterator[Finding]:
    sessions = database.count_sessions()
    if sessions.count > MAX_CONNECTIONS_PART * sessions.most:
        message = f"{sessions.count} of {sessions.most} connections to PostgreSQL are taken."
        yield Finding(
            "connections-full", message, "See docs/operators/runbook.md#connections-run-out."
        )


def no_transaction_stays_open() -> Iterator[Finding]:
    open_for = database.count_sessions().longest
    if open_for > MAX_TRANSACTION_SECONDS:
        message = f"A transaction has been open for {length_in_words(open_for)}."
        yield Finding(
            "long-transaction", message, "See docs/operators/runbook.md#a-transaction-stays-open."
        )


def nobody_idles_in_a_transaction() -> Iterator[Finding]:
    idle = database.count_sessions().idle
    if idle > MAX_IDLE_SECONDS:
        message = f"A session has done nothing within its transaction for {length_in_words(idle)}."
        yield Finding(
            "idle-in-transaction",
            message,
            "See docs/operators/runbook.md#a-transaction-stays-open.",
        )


def tables_are_vacuumed() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute(VACUUM, [MAX_DEAD_ROWS, MAX_DEAD_PART])
        for table, dead in cursor.fetchall():
            message = f"The table {table} has {dead} dead rows: autovacuum is far behind."
            what = f"Look for a transaction that stays open, then `VACUUM ANALYZE {table}`."
            yield Finding("vacuum-behind", message, what, "warning")


def disk_has_room() -> Iterator[Finding]:
    """Check the disk, where PostgreSQL's folder is on this machine and its role may know it."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SHOW data_directory")
            folder = Path(cursor.fetchone()[0])
        disk = shutil.disk_usage(folder)
    except (DatabaseError, OSError):
        return
    if disk.free < MIN_FREE_PART * disk.total:
        part = 100 * disk.free / disk.total
        message = f"{part:.0f} % of the disk with PostgreSQL's folder are free."
        yield Finding("disk-full", message, "See docs/operators/runbook.md#a-disk-fills-up.")


def standbys_follow() -> Iterator[Finding]:
    for one in database.list_standbys():
        if one is not None and one.bytes > MAX_LAG_BYTES:
            message = f"The standby {one.name} is {one.bytes / 2**20:.0f} MiB behind."
            what = "See docs/operators/runbook.md#a-standby-lags."
            yield Finding("standby-lags", message, what, "warning")
