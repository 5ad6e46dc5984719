"""Django's own commands in a clone, beside servers that `make manage` has started for one of them."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.system.flows.client import Person
from tests.system.flows.table import play, turn_the_tide
from tests.system.local.project import OWN, eventually
from tideapi.local.up import ROOT, ready
from tideapi.local.valkey import free_port

MANAGE = str(ROOT / "manage.py")
WITH_SERVERS = ("-m", "tideapi.local.run", MANAGE)
TOLD = (*OWN, "SECRET_KEY", "TIDE_DEBUG")
"""What a clone's environment does not say."""


class Clone:
    """A folder in which nothing has been started yet."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {name: one for name, one in os.environ.items() if name not in TOLD}
        self.environment["PYTHONPATH"] = str(ROOT)

    def prints(self, *words: str) -> str:
        """What a command says that ends by itself."""
        return subprocess.run(
            [sys.executable, MANAGE, *words],
            cwd=self.folder,
            env=self.environment,
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    @contextmanager
    def running(self, *command: str) -> Iterator[subprocess.Popen[bytes]]:
        """A command that goes on until it is asked to end, and is gone then with all that it started."""
        with (self.folder / f"{len([*self.folder.iterdir()])}.log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, *command],
                cwd=self.folder,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        try:
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(60)
            eventually(lambda: not is_group_alive(process.pid), f"the end of {command}")


def is_group_alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    return Clone(tmp_path)


def test_migrate_runserver_and_worker_are_a_server_that_plays(clone: Clone) -> None:
    port = free_port()
    with ExitStack() as stack:
        stack.enter_context(clone.running(*WITH_SERVERS, "runserver", str(port)))
        # It says no before a worker is there.
        eventually(lambda: "sweep" in ready(port)[1], "the web server")
        assert "No migrations to apply." in clone.prints("migrate")
        stack.enter_context(clone.running(MANAGE, "worker"))
        eventually(lambda: ready(port)[0], "the worker")
        ann = Person.signs_up(f"http://127.0.0.1:{port}", "ann")
        record = play([ann], turn_the_tide("amigo"), ["random", "random"], seed=1).record
    assert record["result"]["winners"]


def test_a_checkout_can_be_installed_to_be_worked_on() -> None:
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run(
        [*pip, "--dry-run", "--no-deps", "--no-build-isolation", "--editable", ROOT], check=True
    )
