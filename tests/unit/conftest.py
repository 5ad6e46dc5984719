"""The unit tier's one rule: no test asks for a database or a server."""

from pathlib import Path

import pytest

from tests.servers import needs_servers


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents and needs_servers(item):
            raise pytest.UsageError(f"{item.nodeid} needs a database: it belongs to tests/app.")
