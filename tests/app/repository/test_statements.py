"""A statement written by hand notices a connection that is gone, as Django's own would."""

import select
from contextlib import ExitStack
from datetime import UTC, datetime
from typing import Any

import psycopg
import pytest
from django.db import Error, InterfaceError, OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from common.db import statements
from common.db.statements import Statement
from common.rest.outages import is_away
from tests.people import Person

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
    assert ONE.fetch_row() == (1,)
    assert pid() != before


def test_a_caller_notices_nothing(transactional_db: None, request: pytest.FixtureRequest) -> None:
    ann = Person.signs_up("ann")
    request.getfixturevalue("gone")
    assert ann.get("/me").status == 200


def test_in_the_middle_of_a_request_it_is_not_asked_again(
    transactional_db: None, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    ONE.fetch_row()
    request.getfixturevalue("gone")
    monkeypatch.setattr(connection, "health_check_done", True)
    with pytest.raises((OperationalError, InterfaceError)):
        ONE.fetch_row()
    connection.close()


TEXTS = st.text().filter(lambda text: "\0" not in text and text.isprintable())


@pytest.mark.django_db
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    text=TEXTS | st.none(),
    number=st.integers(-(2**63), 2**63 - 1) | st.none(),
    raw=st.binary() | st.none(),
    moment=st.datetimes(min_value=datetime(1, 1, 2), timezones=st.just(UTC)),  # noqa: DTZ001
    texts=st.lists(TEXTS | st.sampled_from(["NULL", "", "a1", "1,2", "{}", '"']), max_size=4),
    numbers=st.lists(st.integers(-(2**63), 2**63 - 1), max_size=4),
)
def test_every_value_comes_back_as_it_was_sent(
    text: str | None,
    number: int | None,
    raw: bytes | None,
    moment: datetime,
    texts: list[str],
    numbers: list[int],
) -> None:
    echo = Statement(
        "SELECT %(a)s::text, %(b)s::bigint, %(c)s::bytea, %(d)s::timestamptz, %(e)s::text[],"
        " %(f)s::bigint[], %(a)s::text"
    )
    sent = (text, number, raw, moment, texts, numbers)
    assert echo.fetch_row(**dict(zip("abcdef", sent, strict=True))) == (*sent, text)


@pytest.mark.django_db
@pytest.mark.parametrize("watched", ["wrapper", "log", "debug"])
def test_a_watched_statement_goes_the_same_way(
    watched: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DEBUG = watched == "debug"
    ways = []
    libpq = statements._run_prepared

    def run(*given: Any) -> Any:
        ways.append(given)
        return libpq(*given)

    monkeypatch.setattr(statements, "_run_prepared", run)
    seen: list[str] = []

    def note(execute: Any, sql: str, *rest: Any) -> Any:
        seen.append(sql)
        return execute(sql, *rest)

    statement = Statement(f"SELECT %(secret)s::text AS {watched}")
    connection.queries_log.clear()
    with ExitStack() as watching:
        if watched == "wrapper":
            watching.enter_context(connection.execute_wrapper(note))
        if watched == "log":
            watching.enter_context(CaptureQueriesContext(connection))
        assert statement.fetch_row(secret="canary") == ("canary",)
    seen += [one["sql"] for one in connection.queries_log]
    assert seen == [statement.text]
    assert len(ways) == 1
    assert statement.text in connection.kept.names  # type: ignore[attr-defined]  # our backend's


@pytest.mark.django_db
def test_whoever_wraps_statements_can_keep_one_from_being_asked() -> None:
    def no(*_: Any) -> Any:
        raise OperationalError("not now")

    with connection.execute_wrapper(no), pytest.raises(OperationalError, match="not now"):
        ONE.fetch_row()


@pytest.mark.django_db(transaction=True)
def test_a_statement_stays_prepared_when_a_transaction_is_undone() -> None:
    with transaction.atomic():
        assert ONE.fetch_row() == (1,)
        transaction.set_rollback(True)
    assert ONE.fetch_row() == (1,)


def settings_of_connection(*names: str) -> list[str]:
    """Return what PostgreSQL says of a new connection, and close it."""
    connection.close()
    try:
        with connection.cursor() as cursor:
            return [cursor.execute(f"SHOW {name}").fetchone()[0] for name in names]
    finally:
        connection.close()


def test_what_pgoptions_asks_for_holds_beside_what_every_connection_has(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An operator who migrates says so how long to wait for a lock (docs/operators/backup-and-update.md)."""
    monkeypatch.setenv("PGOPTIONS", "-c lock_timeout=2s")
    names = ("lock_timeout", "plan_cache_mode", "idle_in_transaction_session_timeout")
    assert settings_of_connection(*names) == ["2s", "force_generic_plan", "1min"]


def test_who_names_a_database_may_say_when_a_silent_peer_is_given_up(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = {"options": "-c idle_in_transaction_session_timeout=5s", "tcp_user_timeout": 9000}
    monkeypatch.setitem(connection.settings_dict, "OPTIONS", given)
    params = connection.get_connection_params()
    assert (params["tcp_user_timeout"], params["keepalives_idle"]) == (9000, 20)
    assert settings_of_connection("idle_in_transaction_session_timeout") == ["5s"]


@pytest.mark.django_db(transaction=True)
def test_a_transaction_that_stood_still_is_no_fault_of_the_call() -> None:
    with pytest.raises(Error) as raised, transaction.atomic(), connection.cursor() as cursor:  # noqa: PT012
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = '1ms'")
        select.select(
            [connection.connection.fileno()], [], [], 60
        )  # What PostgreSQL says when it ends it.
        cursor.execute("SELECT 1")
    assert is_away(raised.value)
