"""One PostgreSQL and one Valkey for a test session, unless DATABASE_URL and BROKER_URL name others.

Loaded with `-p tests.servers`, ahead of pytest-django, which reads the settings and so the
environment before any conftest is there. The URLs are known before the servers run, so a run that
only lists tests starts none. Under xdist the controller starts them; its workers inherit the URLs.
"""

import os
import sys
import tempfile
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tideapi.local.backing import Backing
from tideapi.local.guard import Guard

FOR_TESTS = {
    "TIDE_DEBUG": "false",
    "SECRET_KEY": "only-for-tests-and-therefore-no-secret-at-all-0123456789",
    "ALLOWED_HOSTS": "testserver,localhost,127.0.0.1",
    # Hundreds of tests call from one address; what limits do is tested on limits of its own.
    "TIDE_LIMIT_ADDRESS": "1000000/m",
    "TIDE_LIMIT_PLAYER": "1000000/m",
    "TIDE_LIMIT_SIGN_IN": "1000000/m",
}
"""What the settings are in a test session when the environment does not say otherwise."""

if "tideapi.settings" in sys.modules:
    raise pytest.UsageError(
        "Importing the package tideapi has loaded the settings before the test servers have an "
        "address. Keep tideapi/__init__.py empty and import tideapi.celery when Django is set up: "
        "in the ready() of an AppConfig in tideapi/apps.py."
    )

BACKING = pytest.StashKey[Backing]()
AT_END = pytest.StashKey[ExitStack]()


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None, None, None]:
    """Make the servers, not yet running, and set what the settings read."""
    for name, value in FOR_TESTS.items():
        os.environ.setdefault(name, value)
    early_config.stash[AT_END] = at_end = ExitStack()
    if not {"DATABASE_URL", "BROKER_URL"} <= os.environ.keys():
        folder = Path(tempfile.mkdtemp(prefix="tide-tests-"))
        folder.chmod(0o755)  # root's PostgreSQL runs as another user
        guard = Guard()
        guard.remove(folder)
        at_end.callback(guard.close)
        early_config.stash[BACKING] = backing = Backing(folder, guard, durable=False)
        os.environ.update(backing.environment)
    yield


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Start them before xdist starts its workers."""
    backing = session.config.stash.get(BACKING, None)
    if backing is not None and not session.config.option.collectonly:
        session.config.stash[AT_END].callback(backing.stop)
        backing.start()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop them; the guard removes their folder."""
    config.stash[AT_END].close()
