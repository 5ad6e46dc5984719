"""The current time: the database's clock is the one for all processes.

One machine sets a deadline and another one checks it; a machine whose own clock is wrong, or jumps, must
neither close a turn early nor hold one up.
"""

from datetime import datetime

from django.db import connection


def now() -> datetime:
    """Return the database's time in UTC. Within a transaction it goes on."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        moment: datetime = cursor.fetchone()[0]
    return from_database(moment)


def from_database(moment: datetime) -> datetime:
    """Return the time of a moment that a statement read with other columns. Tests replace this."""
    return moment
