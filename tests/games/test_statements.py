"""A statement written by hand notices a connection that is gone, as Django's own would."""

import psycopg
import pytest
from django.db import InterfaceError, OperationalError, connection

from tests.people import Person
from tideapi.statements import Statement

ONE = Statement("SELECT 1")


@pytest.fixture
def gone(transactional_db: None) -> None:
    """A request begins, and the connection that the process has is cut off."""
    connection.ensure_connection()
    connection.close_if_unusable_or_obsolete()
    params = connection.get_connection_params()
    wanted = {"host", "port", "dbname", "user", "password"}
    with psycopg.connect(**{name: params[name] for name in wanted if name in params}) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [pid()])


def pid() -> int:
    assert connection.connection is not None
    return int(connection.connection.info.backend_pid)


def test_the_first_statement_of_a_request_is_asked_again_over_a_new_connection(gone: None) -> None:
    before = pid()
    assert ONE.row() == (1,)
    assert pid() != before


def test_whoever_calls_notices_nothing(
    transactional_db: None, request: pytest.FixtureRequest
) -> None:
    ann = Person.signs_up("ann")
    request.getfixturevalue("gone")
    assert ann.get("/me").status == 200


def test_in_the_middle_of_a_request_it_is_not_asked_again(
    transactional_db: None, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    ONE.row()
    request.getfixturevalue("gone")
    monkeypatch.setattr(connection, "health_check_done", True)
    with pytest.raises((OperationalError, InterfaceError)):
        ONE.row()
    connection.close()
