"""Compare every request at every moment: `python -m tests.thorough.interference [GAME …]`."""

import os
import sys
from pathlib import Path

import pytest

from tests.thorough.interference.conftest import EVERYTHING


def main() -> int:
    os.environ[EVERYTHING] = "yes"
    chosen = ["-k", " or ".join(sys.argv[1:])] if sys.argv[1:] else []
    options = ["-q", "-s", "-p", "no:cacheprovider", "--show-capture=no"]
    return int(pytest.main([*options, *chosen, str(Path(__file__).with_name("test_games.py"))]))


if __name__ == "__main__":
    sys.exit(main())
