"""What every test may ask for: people, and tables with people at them."""

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from games import checks
from games.clock import now as the_clock
from packages.verify import build
from tests import migrated, sampling
from tests.factories import make_game
from tests.kept_problems import problems_are_kept
from tests.people import Person
from tests.running import server
from tests.said import guarded

__all__ = ["problems_are_kept", "server"]

sampling.register()


def pytest_sessionstart(session: pytest.Session) -> None:
    """Refuse to run without a game that TIDE_RULESETS names: no suite would miss it.

    The verifiers of records are built, as the server hands them out.
    """
    if not hasattr(session.config, "workerinput"):
        build.write_files()
    if faults := checks.check_rulesets(None):
        raise pytest.UsageError(*[f"{one.msg}\n{one.hint}" for one in faults])


def pytest_collection_finish() -> None:
    """What is there by now stays: as in production, it is not looked through for garbage again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    backing: None, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """What pytest-django asks for before it makes a database: here the servers are started."""
    if migrated.FOLDER in os.environ:
        connection.settings_dict["TEST"]["TEMPLATE"] = migrated.TEMPLATE
    connection.ops.sql_flush = delete_rows  # type: ignore[method-assign]


def delete_rows(style: Any, tables: Sequence[str], **_: Any) -> list[str]:
    """Empty the tables when those who write are done: TRUNCATE takes 150 ms more, because it makes files."""
    names = [connection.ops.quote_name(table) for table in tables]
    return [f"LOCK TABLE {', '.join(names)}", *(f"DELETE FROM {name}" for name in names)]


@pytest.fixture(autouse=True)
def quick_passwords(settings: Any) -> None:
    """Hash passwords in no time: that it takes long in earnest is not what is tested."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def the_database_travels_along() -> Iterator[None]:
    """A test that travels in time takes the database's clock with it."""

    def from_database(moment: datetime) -> datetime:
        return timezone.now() if time_machine.escape_hatch.is_travelling() else moment

    # A patch of its own: a test may undo all of `monkeypatch`.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(the_clock, "from_database", from_database)
        yield


@pytest.fixture(autouse=True)
def unsaid() -> Iterator[list[str]]:
    """No decision changes a row that was read without a word."""
    with guarded() as found:
        yield found
    assert found == []


@pytest.fixture
def stranger() -> Person:
    """Somebody without a token."""
    return Person()


@pytest.fixture
def ann(db: None) -> Person:
    return Person.signs_up("ann")


@pytest.fixture
def bob(db: None) -> Person:
    return Person.signs_up("bob")


@pytest.fixture
def cat(db: None) -> Person:
    return Person.signs_up("cat")


@pytest.fixture
def dan(db: None) -> Person:
    """Somebody with an account who sits at no table."""
    return Person.signs_up("dan")


@pytest.fixture
def table(ann: Person, bob: Person, cat: Person) -> Callable[..., str]:
    """Make a game of three, everybody seated; gives its id."""
    return partial(make_game, (ann, bob, cat))
