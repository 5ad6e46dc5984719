"""One process that sweeps: it says that it is ready, begins when it is told, and ends with nothing to do."""

import json
import sys
import time

import django


def main() -> int:
    """Print how many turns were dealt with, and when that began and ended, in seconds of one clock."""
    django.setup()
    from games.sweep.due_turns import sweep_due_turns  # noqa: PLC0415  Django has to be set up before.

    sweep_due_turns()  # the connection, and all that is made once
    print("ready", flush=True)
    sys.stdin.readline()
    began = ended = time.monotonic()
    total = 0
    while some := sweep_due_turns(60):
        total += some
        ended = time.monotonic()
    print(json.dumps({"dealt_with": total, "began": began, "ended": ended}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
