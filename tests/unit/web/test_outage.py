"""Which errors of the database say that it is away, so that the same call may well succeed in a while."""

import psycopg
import pytest
from django.db import DataError, InternalError

from common.rest.outages import is_away


class ReadOnly(psycopg.errors.ReadOnlySqlTransaction):
    sqlstate = "25006"


def raised_from(cause: psycopg.Error) -> Exception:
    """As Django hands it on."""
    error = InternalError(str(cause))
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    "cause",
    [
        psycopg.OperationalError("the connection is lost"),
        psycopg.InternalError("unexpected result from command COMMIT"),
        ReadOnly("cannot execute UPDATE in a read-only transaction"),
    ],
)
def test_a_server_that_is_gone_or_takes_no_writes_is_away(cause: psycopg.Error) -> None:
    assert is_away(cause)
    assert is_away(raised_from(cause))


@pytest.mark.parametrize(
    "cause", [psycopg.errors.InFailedSqlTransaction("aborted"), psycopg.DataError("too long")]
)
def test_what_is_wrong_with_a_statement_is_not(cause: psycopg.Error) -> None:
    assert not is_away(cause)
    assert not is_away(raised_from(cause))


def test_what_django_finds_by_itself_is_not() -> None:
    assert not is_away(DataError("too long"))
