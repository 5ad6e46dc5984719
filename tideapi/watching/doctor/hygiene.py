"""Is PostgreSQL well: connections, transactions, dead rows, disk, standbys."""

import shutil
from collections.abc import Iterator
from pathlib import Path

from django.db import DatabaseError, connection

from games.repository import standby as lasting
from tideapi.db import standby
from tideapi.watching import database
from tideapi.watching.doctor.finding import Finding, seconds

FULL = 0.85
"""The part of all connections from which on they run out."""
LONGEST = 300.0
"""Seconds that a transaction may be open."""
IDLE = 60.0
"""Seconds that a session may do nothing within one."""
DEAD = 10_000
"""Dead rows of which nobody speaks, however small the table."""
DEAD_PART = 0.4
"""The part of a table that may be dead: autovacuum comes at half of that."""
FREE = 0.15
"""The part of the disk that has to be free."""
BEHIND = 64 * 1024 * 1024
"""Bytes that a standby may be behind."""

VACUUM = """
    SELECT relname, n_dead_tup FROM pg_stat_user_tables
    WHERE n_dead_tup > %s + %s * n_live_tup ORDER BY n_dead_tup DESC LIMIT 3
"""


def connections_are_left() -> Iterator[Finding]:
    sessions = database.sessions()
    if sessions.count > FULL * sessions.most:
        said = f"{sessions.count} of {sessions.most} connections to PostgreSQL are taken."
        yield Finding("connections-full", said, "See docs/operators.md#connections-run-out.")


def no_transaction_stays_open() -> Iterator[Finding]:
    open_for = database.sessions().longest
    if open_for > LONGEST:
        said = f"A transaction has been open for {seconds(open_for)}."
        yield Finding("long-transaction", said, "See docs/operators.md#a-transaction-stays-open.")


def nobody_idles_in_a_transaction() -> Iterator[Finding]:
    idle = database.sessions().idle
    if idle > IDLE:
        said = f"A session has done nothing within its transaction for {seconds(idle)}."
        yield Finding(
            "idle-in-transaction", said, "See docs/operators.md#a-transaction-stays-open."
        )


def tables_are_vacuumed() -> Iterator[Finding]:
    with connection.cursor() as cursor:
        cursor.execute(VACUUM, [DEAD, DEAD_PART])
        for table, dead in cursor.fetchall():
            said = f"The table {table} has {dead} dead rows: autovacuum is far behind."
            what = f"Look for a transaction that stays open, then `VACUUM ANALYZE {table}`."
            yield Finding("vacuum-behind", said, what, "warning")


def disk_has_room() -> Iterator[Finding]:
    """Where PostgreSQL's folder is on this machine, and its role may know where."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SHOW data_directory")
            folder = Path(cursor.fetchone()[0])
        disk = shutil.disk_usage(folder)
    except (DatabaseError, OSError):
        return
    if disk.free < FREE * disk.total:
        part = 100 * disk.free / disk.total
        said = f"{part:.0f} % of the disk with PostgreSQL's folder are free."
        yield Finding("disk-full", said, "See docs/operators.md#a-disk-fills-up.")


def standbys_follow() -> Iterator[Finding]:
    for one in database.standbys():
        if one is not None and one.bytes > BEHIND:
            said = f"The standby {one.name} is {one.bytes / 2**20:.0f} MiB behind."
            what = "See docs/operators.md#a-standby-lags."
            yield Finding("standby-lags", said, what, "warning")


def standby_is_read() -> Iterator[Finding]:
    if standby.exists() and not lasting.is_read():
        said = "Nothing is read of the standby of TIDE_STANDBY_URL; the primary has its work."
        what = "See docs/operators.md#a-standby-is-not-read."
        yield Finding("standby-not-read", said, what, "warning")
