"""How the tests are shared out among processes (`make test`): what takes long begins first.

Otherwise pytest-xdist begins with the files that have the most tests, and the long ones come last, when
the other processes have nothing to do any more.
"""

from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

TOGETHER = {
    "tests/faults/": "servers of which parts are killed, where much is waited for",
    "tests/flows/": "the server",
    "tests/browser/": "the server",
    "tests/openapi/test_running_server.py": "the server",
    "tests/docs/test_examples.py": "the server",
}
"""What uses the same server, and goes to one process for that; everything else goes there by files."""
APART = ("tests/interference/test_games.py",)
"""Each test of these files goes wherever there is room."""
LONG = (
    "tests/faults/",
    "tests/flows/",
    "tests/browser/",
    "tests/openapi/",
    "tests/local/",
    "tests/siege/",
    "tests/interference/",
    "tests/docker/",
)


class Sharing(LoadScopeScheduling):  # type: ignore[misc]  # It has no types.
    def _split_scope(self, nodeid: str) -> str:
        """The group of a test."""
        if nodeid.startswith(APART):
            return nodeid
        together = (group for start, group in TOGETHER.items() if nodeid.startswith(start))
        return next(together, nodeid.split("::", maxsplit=1)[0])


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Sharing | None:
    if config.option.dist != "load":
        return None  # Somebody wants it otherwise.
    config.option.loadscopereorder = False
    return Sharing(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=_place)


def _place(item: pytest.Item) -> int:
    starts = (place for place, long in enumerate(LONG) if item.nodeid.startswith(long))
    return next(starts, len(LONG))
