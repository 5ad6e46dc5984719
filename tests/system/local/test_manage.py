"""Django's own commands in a clone, beside servers that `make manage` has started for one of them."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.system.flows.client import Person
from tests.system.flows.table import play, turn_the_tide
from tests.system.local.project import OWN
from tests.waiting import eventually
from tideapi.local.up import ROOT, ready
from tideapi.local.valkey import free_port

MANAGE = str(ROOT / "manage.py")
TOLD = (*OWN, "SECRET_KEY", "TIDE_DEBUG")
"""What a clone's environment does not say."""


@contextmanager
def running(folder: Path, environment: dict[str, str], *command: str) -> Iterator[None]:
    """A command that goes on until it is asked to end, and is gone then with all that it started."""
    with (folder / f"{len([*folder.iterdir()])}.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, *command],
            cwd=folder,
            env=environment,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        yield
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


def test_migrate_runserver_and_worker_are_a_server_that_plays(tmp_path: Path) -> None:
    environment = {name: one for name, one in os.environ.items() if name not in TOLD}
    environment["PYTHONPATH"] = str(ROOT)
    port, with_servers = free_port(), ("-m", "tideapi.local.run", MANAGE)
    with ExitStack() as stack:
        command = (*with_servers, "runserver", str(port))
        stack.enter_context(running(tmp_path, environment, *command))
        # It says no before a worker is there.
        eventually(lambda: "sweep" in ready(port)[1], "the web server")
        migrate = [sys.executable, MANAGE, "migrate"]
        said = subprocess.check_output(migrate, cwd=tmp_path, env=environment, text=True)
        assert "No migrations to apply." in said
        stack.enter_context(running(tmp_path, environment, MANAGE, "worker"))
        eventually(lambda: ready(port)[0], "the worker")
        ann = Person.signs_up(f"http://127.0.0.1:{port}", "ann")
        record = play([ann], turn_the_tide("amigo"), ["random", "random"], seed=1).record
    assert record["result"]["winners"]


def test_a_checkout_can_be_installed_to_be_worked_on() -> None:
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    without = ["--dry-run", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, *without, "--editable", ROOT], check=True)
