"""PostgreSQL's figures about itself, as far as the application's role may read them."""

from dataclasses import dataclass

from django.db import connection


@dataclass(frozen=True, slots=True)
class DatabaseSessions:
    """Client connections: their number, their limit, and the seconds of the oldest transaction.

    `idle` is the longest time in seconds that a session has done nothing within a transaction.
    """

    count: int
    most: int
    longest: float
    idle: float


@dataclass(frozen=True, slots=True)
class Standby:
    """One standby: the bytes that it still has to replay, and its delay in seconds."""

    name: str
    bytes: float
    seconds: float


# This session's own transaction holds up no other, nor does a test's around it.
SESSIONS = """
    SELECT count(*),
        current_setting('max_connections')::integer
            - current_setting('superuser_reserved_connections')::integer,
        coalesce(extract(epoch FROM max(clock_timestamp() - xact_start)
            FILTER (WHERE pid <> pg_backend_pid())), 0)::float,
        coalesce(extract(epoch FROM max(clock_timestamp() - state_change)
            FILTER (WHERE state LIKE 'idle in transaction%')), 0)::float
    FROM pg_stat_activity WHERE backend_type = 'client backend'
"""

# What a role may not know of another's session is NULL: pg_read_all_stats shows it.
STANDBYS = """
    SELECT coalesce(application_name, 'unknown'),
        pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float,
        coalesce(extract(epoch FROM replay_lag), 0)::float
    FROM pg_stat_replication
"""


def count_sessions() -> DatabaseSessions:
    with connection.cursor() as cursor:
        cursor.execute(SESSIONS)
        return DatabaseSessions(*cursor.fetchone())


def list_standbys() -> list[Standby | None]:
    """Return each standby; None for one of which this role may only know that it exists."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_is_in_recovery()")
        if cursor.fetchone()[0]:
            return []  # Where a log is only replayed, nobody may ask how far it is written.
        cursor.execute(STANDBYS)
        return [None if row[1] is None else Standby(*row) for row in cursor.fetchall()]


def database_size() -> int:
    """Return the bytes of the database on disk, without its write-ahead log."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        found: int = cursor.fetchone()[0]
    return found
