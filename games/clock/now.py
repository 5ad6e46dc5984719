"""What time it is: one clock for all processes, the database's.

Deadlines are set by one machine and kept by another; a machine whose own clock is wrong, or jumps, must
neither close a turn early nor hold one up.

Why so: docs/why.md#database-clock.
"""

from datetime import datetime

from django.db import connection


def now() -> datetime:
    """The moment at which the database answers, in UTC; it goes on within a transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
    return from_database(moment)


def from_database(moment: datetime) -> datetime:
    """The time by a moment that the database gave along with other things. Tests move it here."""
    return moment
