"""Compare more than the tests do: every request, every secret for itself, with every viewer."""

import argparse
import json
import os
import sys
from pathlib import Path

import pytest

from tests.thorough.interference.conftest import WISH

HERE = Path(__file__).parent
LEAKS = "leaks"
"""What is chosen beside the games: whether a fault that is planted is found."""


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.thorough.interference", description=__doc__
    )
    parser.add_argument(
        "what",
        nargs="*",
        metavar="WHAT",
        help="ids of games, or leaks; everything if none is named",
    )
    parser.add_argument(
        "--every", type=int, default=1, help="one request of so many at a moment, in turns (all)"
    )
    parser.add_argument(
        "--moments", type=int, default=1, help="each twin world at one moment of so many (all)"
    )
    parser.add_argument(
        "--outsiders", type=int, default=1, help="one of so many who do not play, in turns (all)"
    )
    parser.add_argument("--each", action="store_true", help="each secret for itself, too")
    parser.add_argument("--hosts", action="store_true", help="the secrets of the host, too")
    parser.add_argument("--private", action="store_true", help="private games, too")
    given = vars(parser.parse_args())
    what = given.pop("what")
    os.environ[WISH] = json.dumps(given)
    options = ["-q", "-s", "-p", "no:cacheprovider", "--show-capture=no"]
    files = [str(HERE / f"test_{name}.py") for name in ("games", LEAKS)]
    chosen = ["-k", " or ".join(what)] if what else []
    return int(pytest.main([*options, *chosen, *files]))


if __name__ == "__main__":
    sys.exit(main())
