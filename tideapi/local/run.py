"""One command with the settings, the database and the broker of the local server.

`python -m tideapi.local.run manage.py shell`: while `make up` runs on the same state folder the
command gets what that server has. Else PostgreSQL and Valkey are started on the folder's data,
migrated, and stopped again after the command.
"""

import argparse
import os
import signal
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

from tideapi.local import up
from tideapi.local.backing import Backing
from tideapi.local.processes import CannotStart
from tideapi.local.state import State


def given(state: State, stack: ExitStack) -> dict[str, str]:
    """The environment for a command, from the server that runs or from one of our own."""
    if remembered := state.remembered():
        return {**os.environ, **remembered, "SECRET_KEY": state.secret_key()}
    reaper = up.hold(state, stack)
    backing = Backing(state.folder, reaper)
    stack.callback(backing.stop)
    backing.start()
    environment = up.environment(state, backing)
    up.migrate(state, reaper, environment)
    return environment


def run_command(folder: Path, command: list[str]) -> int:
    """Run a Python program beside the server whose state is in this folder; the program's exit code."""
    signal.signal(signal.SIGTERM, up.interrupt)
    try:
        with ExitStack() as stack:
            environment = given(State(folder), stack)
            return subprocess.run(
                [sys.executable, *command], env=environment, check=False
            ).returncode
    except CannotStart as error:
        up.say(str(error))
        return 1
    except KeyboardInterrupt:
        return 130


def main(arguments: list[str] | None = None) -> int:
    """Run the command that the arguments name; its exit code."""
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
