"""Locks of what has no row: a text, in a space of its own, to the end of the transaction.

A lock is a statement of its own: the next one sees what an earlier holder of the lock has written.
"""

from django.db import connection


def lock_text(text: str, space: int) -> None:
    """Wait for the lock of a text."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, %s))", [text, space])


def try_lock_text(text: str, space: int) -> bool:
    """Take the lock of a text, or return False if another transaction holds it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(hashtextextended(%s, %s))", [text, space])
        return bool(cursor.fetchone()[0])
