"""A statement written by hand notices a connection that is gone, as Django's own would."""

import select
from typing import Any

import psycopg
import pytest
from django.db import Error, InterfaceError, OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext

from common.db.sql import fetch_row
from common.rest.outages import is_away
from tideapi.environment import Environment

ONE = "SELECT 1"


@pytest.fixture
def lost_connection(transactional_db: None) -> None:
    """A request begins, and the connection that the process has is cut off."""
    connection.ensure_connection()
    connection.close_if_unusable_or_obsolete()
    params = connection.get_connection_params()
    wanted = {"host", "port", "dbname", "user", "password"}
    with psycopg.connect(**{name: params[name] for name in wanted if name in params}) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [backend_pid()])


def backend_pid() -> int:
    assert connection.connection is not None
    return int(connection.connection.info.backend_pid)


def test_the_first_statement_of_a_request_is_asked_again_over_a_new_connection(
    lost_connection: None,
) -> None:
    before = backend_pid()
    assert fetch_row(ONE) == (1,)
    assert backend_pid() != before


def test_in_the_middle_of_a_request_it_is_not_asked_again(
    transactional_db: None, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetch_row(ONE)
    request.getfixturevalue("lost_connection")
    monkeypatch.setattr(connection, "health_check_done", True)
    with pytest.raises((OperationalError, InterfaceError)):
        fetch_row(ONE)
    connection.close()


@pytest.mark.django_db
def test_a_statement_is_prepared_once_and_seen_by_those_who_watch() -> None:
    seen: list[str] = []

    def note(execute: Any, sql: str, *rest: Any) -> Any:
        seen.append(sql)
        return execute(sql, *rest)

    statement = "SELECT %(secret)s::text AS watched"
    with connection.execute_wrapper(note), CaptureQueriesContext(connection) as captured:
        assert fetch_row(statement, secret="first") == ("first",)
        assert fetch_row(statement, secret="second") == ("second",)
    assert seen == [statement] * 2
    assert len(captured) == 2
    prepared = "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%%AS watched'"
    assert fetch_row(prepared) == (1,)


def test_what_pgoptions_and_the_url_ask_for_holds_beside_what_every_connection_has(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An operator says so how long a migration may wait for a lock (docs/operators/backup-and-update.md)."""
    monkeypatch.setenv("PGOPTIONS", "-c lock_timeout=2s -c idle_in_transaction_session_timeout=5s")
    monkeypatch.setenv("DATABASE_URL", "postgresql://tide@localhost/tide?tcp_user_timeout=9000")
    options = Environment().read_database("DATABASE_URL", default="")["OPTIONS"]
    assert (options["tcp_user_timeout"], options["keepalives_idle"]) == (9000, 20)
    monkeypatch.setitem(connection.settings_dict, "OPTIONS", options)
    connection.close()
    try:
        for name, value in (
            ("lock_timeout", "2s"),
            ("idle_in_transaction_session_timeout", "5s"),
            ("plan_cache_mode", "force_generic_plan"),
        ):
            assert fetch_row(f"SHOW {name}") == (value,)
    finally:
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_a_transaction_that_stood_still_is_no_fault_of_the_call() -> None:
    with pytest.raises(Error) as raised, transaction.atomic(), connection.cursor() as cursor:  # noqa: PT012
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = '1ms'")
        # PostgreSQL says that it ends it.
        select.select([connection.connection.fileno()], [], [], 60)
        cursor.execute("SELECT 1")
    assert is_away(raised.value)
