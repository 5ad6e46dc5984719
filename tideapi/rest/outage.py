"""Outages: errors of the database that mean it is away or full, not that the call is wrong."""

import psycopg
from django.db import InterfaceError, OperationalError

AWAY = ("08", "53", "57P", "58", "25006", "25P03")
"""How the codes begin (PostgreSQL's documentation, appendix A): no connection, no disk or memory or free
connection, starting or stopping, failures of the system beneath, read-only after a failover, ended because
this process stood still in a transaction."""
WITHOUT_A_CODE = (
    *(OperationalError, InterfaceError),
    *(psycopg.OperationalError, psycopg.InterfaceError, psycopg.InternalError),
)
"""What is raised where no answer came. The last: a server died while it committed."""


def is_away(error: BaseException) -> bool:
    """Return whether the same call may well succeed in a while."""
    if not isinstance(error, OperationalError | InterfaceError | psycopg.Error):
        return isinstance(error.__cause__, psycopg.Error) and is_away(error.__cause__)
    known = error if isinstance(error, psycopg.Error) else error.__cause__
    code = known.sqlstate if isinstance(known, psycopg.Error) else None
    if code is None:
        # No answer came, so there is no code: it cannot be reached, or has gone in the middle of a word.
        return isinstance(error, WITHOUT_A_CODE)
    return code.startswith(AWAY)
