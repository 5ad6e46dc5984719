"""Which files and functions of the project a card, the card that closes its turn, and a read go through.

Each function is counted once, however often it is called. Why so: docs/decisions/database.md.
"""

import argparse
import os
import sys
from pathlib import Path

import pytest

from tools.walk.walking import SHOW


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.walk", description=__doc__)
    parser.add_argument("--each", action="store_true", help="name every function, in its file")
    os.environ[SHOW] = "each" if parser.parse_args().each else "table"
    walk = str(Path(__file__).parents[2] / "tests/app/walk/test_walk.py")
    return int(pytest.main(["-q", "-s", "-p", "no:cacheprovider", walk]))


if __name__ == "__main__":
    sys.exit(main())
