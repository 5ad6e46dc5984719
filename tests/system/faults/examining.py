"""`manage.py doctor` many times in one process: for each line that comes in, a line with what it found.

To start it anew each time costs more than all that it looks at. `python -m tests.system.faults.examining`
"""

import io
import sys

import django
from django.core.management import call_command
from django.db import connection


def main() -> None:
    django.setup()
    for _ in sys.stdin:
        said = io.StringIO()
        try:
            call_command("doctor", "--json", stdout=said)
            wrong = False
        except SystemExit:
            wrong = True
        connection.close()
        print(f"{int(wrong)} {said.getvalue().strip()}", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
