"""The command `tideapi` of an installed wheel, like `make up` and `make manage` in a checkout."""

import os
import sys

from tideapi.local import run, up

USAGE = "tideapi up [--port PORT] [--state FOLDER]\ntideapi manage COMMAND…"


def main() -> int:
    """Run the server, or a command of Django beside it; return the exit code."""
    match sys.argv[1:]:
        case ["up", *options]:
            return up.main(options)
        case ["manage", *command]:
            os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tideapi.settings")
            return run.run_command(up.DEFAULT_STATE, ["-m", "django", *command])
    print(USAGE)
    return 2
