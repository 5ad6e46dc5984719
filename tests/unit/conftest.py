"""The unit tier's one rule: no test asks for a database or a server."""

from pathlib import Path

import pytest

SERVERS = frozenset({"db", "transactional_db", "django_db_setup", "backing", "server"})


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here not in item.path.parents:
            continue
        asked = SERVERS.intersection(getattr(item, "fixturenames", ()))
        if asked or item.get_closest_marker("django_db"):
            raise pytest.UsageError(f"{item.nodeid} needs a database: it belongs to tests/app.")
