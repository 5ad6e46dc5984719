"""One PostgreSQL and one Valkey for a test session, unless DATABASE_URL and BROKER_URL name others.

Loaded with `-p tests.servers`, ahead of pytest-django, which reads the settings and so the
environment before any conftest is there. The URLs are known before the servers run: they are started
when the first test asks for them (the fixture `backing`), so tests of rules wait for none. Under xdist
the controller starts them and its workers ask it to: the first does before its first test, if any of its
tests will ask, so that they start while tests run that need none.
"""

import os
import sys
import tempfile
from collections.abc import Generator
from contextlib import ExitStack, suppress
from multiprocessing.connection import Client, Listener
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests import migrated
from tideapi.local.postgres import Postgres
from tideapi.local.processes import CannotStart
from tideapi.local.reaper import Reaper
from tideapi.local.services import Backing

FOR_TESTS = {
    "TIDE_DEBUG": "false",
    "SECRET_KEY": "only-for-tests-and-therefore-no-secret-at-all-0123456789",
    "TIDE_METRICS_TOKEN": "low-water",
    "ALLOWED_HOSTS": "testserver,localhost,127.0.0.1",
    # A game that the project does not know: every suite that looks at all games looks at it too.
    "TIDE_RULESETS": "examples.goofspiel:GAME",
    # Hundreds of tests call from one address; what limits do is tested on limits of its own.
    "TIDE_LIMIT_ADDRESS": "1000000/m",
    "TIDE_LIMIT_PLAYER": "1000000/m",
    "TIDE_LIMIT_SIGN_IN": "1000000/m",
    "TIDE_LIMIT_WRONG_PASSWORDS": "1000000/m",
    "TIDE_LIMIT_INVITATIONS": "1000000/m",
    "TIDE_LIMIT_MESSAGES": "1000000/m",
    "TIDE_LIMIT_REDELIVERIES": "1000000/m",
    "TIDE_LIMIT_APP_REGISTRATIONS": "1000000/m",
    # A busy machine may take its time to answer; what is done without an answer is tested by itself.
    "TIDE_CACHE_TIMEOUT_SECONDS": "10",
    "TIDE_BROKER_TIMEOUT_SECONDS": "10",
}
"""What the settings are in a test session when the environment does not say otherwise."""

DOORBELL = "TIDE_TEST_SERVERS"
"""The environment's name for the socket at which a process of the tests asks for the servers."""
READY = "ready"

if "tideapi.settings" in sys.modules:
    raise pytest.UsageError(
        "Importing the package tideapi has loaded the settings before the test servers have an "
        "address. Keep tideapi/__init__.py empty and import tideapi.celery when Django is set up: "
        "in the ready() of an AppConfig in tideapi/apps.py."
    )

AT_END = pytest.StashKey[ExitStack]()
ASKED = pytest.StashKey[Any]()
NEED_SERVERS = frozenset({"db", "transactional_db", "django_db_setup", "backing", "server"})
"""Fixtures that need the servers."""


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None, None, None]:
    """Make the servers, not yet running, and set what the settings read."""
    for name, value in FOR_TESTS.items():
        os.environ.setdefault(name, value)
    early_config.stash[AT_END] = at_end = ExitStack()
    if not {"DATABASE_URL", "BROKER_URL"} <= os.environ.keys():
        folder = Path(tempfile.mkdtemp(prefix="tide-tests-"))
        folder.chmod(0o755)  # root's PostgreSQL runs as another user
        many = getattr(early_config.known_args_namespace, "numprocesses", 0)
        if many and "DATABASE_URL" not in os.environ:
            os.environ[migrated.FOLDER] = str(folder / "migrated")
        reaper = Reaper()
        reaper.remove(folder)
        at_end.callback(reaper.close)
        backing = Backing(folder, reaper, durable=False)
        at_end.callback(backing.stop)
        os.environ.update(backing.environment)
        os.environ[DOORBELL] = str(folder / "doorbell")
        doorbell = Listener(os.environ[DOORBELL])
        at_end.callback(doorbell.close)
        Thread(target=_start_when_asked, args=(backing, doorbell), daemon=True).start()
    yield


def _start_when_asked(backing: Backing, doorbell: Listener) -> None:
    """Start the servers for the first who asks; tell everybody that they are ready, or why not."""
    said = ""
    while True:
        with doorbell.accept() as asking:
            if not said:
                said = _started(backing)
            with suppress(BrokenPipeError):  # A process that has ended meanwhile needs no answer.
                asking.send(said)


def _started(backing: Backing) -> str:
    copied = migrated.FOLDER in os.environ
    ours = [one for one in backing.servers if copied and isinstance(one, Postgres)]
    try:
        for server in ours:
            migrated.put_into(server)
        backing.start()
        for server in ours:
            migrated.make_template(server.url)
    except CannotStart as error:
        return str(error)
    return READY


def pytest_collection_finish(session: pytest.Session) -> None:
    """Have the servers started ahead of the first test that needs them."""
    first = os.environ.get("PYTEST_XDIST_WORKER") == "gw0"
    if first and DOORBELL in os.environ and any(map(needs_servers, session.items)):
        session.config.stash[ASKED] = Client(os.environ[DOORBELL])


def needs_servers(item: pytest.Item) -> bool:
    """Return whether a test asks for a database or a server."""
    asked = NEED_SERVERS.intersection(getattr(item, "fixturenames", ()))
    return bool(asked or item.get_closest_marker("django_db"))


@pytest.fixture(scope="session")
def backing(pytestconfig: pytest.Config) -> None:
    """PostgreSQL and Valkey are running from here on."""
    if DOORBELL in os.environ:
        asked = pytestconfig.stash.get(ASKED, None) or Client(os.environ[DOORBELL])
        with asked as servers:
            said = servers.recv()
        if said != READY:
            pytest.exit(f"The servers for the tests cannot be started: {said}", returncode=3)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop them; the reaper removes their folder."""
    config.stash[AT_END].close()
