"""Distribution of the tests among processes: the longest groups begin first.

pytest-xdist by itself begins with the files that have the most tests, and the long ones come last, when
the other processes have nothing left to do.
"""

from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

GROUPS = {
    "tests/system/browser/test_table_": "a server with browsers at its tables",
    "tests/system/browser/": "a server with browsers",
    "tests/system/flows/": "a server",
    "tests/system/docs/": "a server",
    "tests/system/openapi/": "a server",
    "tests/system/faults/": "a server that is killed",
    "tests/thorough/browser/": "a server with browsers",
    "tests/thorough/flows/": "a server",
    "tests/thorough/openapi/test_running_server.py": "a server",
    "tests/thorough/faults/": "a server that is killed",
}
"""Tests that share a server run in one process; all others are distributed by their files."""
SPLIT = ("tests/thorough/interference/test_games.py",)
"""Files whose tests are distributed one by one."""
FIRST = (
    "tests/system/faults/",
    "tests/system/flows/",
    # Browsers load a machine so much that deadlines beside them are late; what is killed has ended by then.
    "tests/system/browser/",
    # The longest of the rest, so that no process ends long before the other.
    "tests/system/local/test_up.py",
    "tests/system/docker/",
    "tests/system/",
    "tests/thorough/openapi/",
    "tests/thorough/",
)


class TierScheduling(LoadScopeScheduling):  # type: ignore[misc]  # It has no types.
    """Scheduling by the groups above."""

    def _split_scope(self, nodeid: str) -> str:
        """Return the group of a test."""
        if nodeid.startswith(SPLIT):
            return nodeid
        groups = (group for start, group in GROUPS.items() if nodeid.startswith(start))
        return next(groups, nodeid.split("::", maxsplit=1)[0])


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> TierScheduling | None:
    if config.option.dist != "load":
        return None  # The command line asks for another distribution.
    config.option.loadscopereorder = False
    return TierScheduling(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=_rank)


def _rank(item: pytest.Item) -> int:
    ranks = (rank for rank, start in enumerate(FIRST) if item.nodeid.startswith(start))
    return next(ranks, len(FIRST))
