"""One command with the settings, the database and the broker of the local server.

`python -m tideapi.local.run manage.py shell`: while `make up` runs on the same state folder the
command gets what that server has. Else PostgreSQL and Valkey are started on the folder's data,
migrated, and stopped again after the command. Until then other commands share them.
"""

import argparse
import os
import signal
import subprocess
import sys
from contextlib import ExitStack, suppress
from pathlib import Path

from tideapi.local import up
from tideapi.local.processes import CannotStart
from tideapi.local.services import Backing
from tideapi.local.state import StateFolder

PATIENCE = 20.0
"""Seconds for a command to end when asked to, with the processes that it has started."""


def given_environment(state: StateFolder, stack: ExitStack) -> dict[str, str]:
    """Return the environment for a command, from the running server or from a new one."""
    if remembered := state.remembered():
        return {**os.environ, **remembered}
    reaper = up.hold_state(state, stack)
    backing = Backing(state.folder, reaper)
    stack.callback(backing.stop)
    backing.start()
    environment = up.server_environment(state, backing)
    up.migrate_database(state, reaper, environment)
    up.share_environment(state, environment, backing, stack)
    return environment


def run_command(folder: Path, command: list[str]) -> int:
    """Run a Python program beside the server of this state folder; return its exit code."""
    signal.signal(signal.SIGTERM, up.interrupt)
    try:
        with ExitStack() as stack:
            environment = given_environment(StateFolder(folder), stack)
            child = subprocess.Popen([sys.executable, *command], env=environment)
            try:
                return child.wait()
            except KeyboardInterrupt:
                # At a terminal it has heard Ctrl-C too; told twice, nothing ends worse.
                child.terminate()
                with suppress(subprocess.TimeoutExpired):
                    child.wait(PATIENCE)
                child.kill()
                raise
    except CannotStart as error:
        up.print_line(str(error))
        return 1
    except KeyboardInterrupt:
        return 130


def main(arguments: list[str] | None = None) -> int:
    """Run the command in the arguments; return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tideapi.local.run", description=__doc__)
    parser.add_argument(
        "--state", type=Path, default=up.DEFAULT_STATE, help="folder for data and logs (.tide)"
    )
    parser.add_argument("command", nargs=argparse.REMAINDER, help="a Python program and arguments")
    options = parser.parse_args(arguments)
    if not options.command:
        parser.error("which command?")
    return run_command(options.state, options.command)


if __name__ == "__main__":
    sys.exit(main())
