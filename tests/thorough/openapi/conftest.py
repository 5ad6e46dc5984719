"""schemathesis as a plugin, and the people whose requests it changes."""

import pytest

from tests.running import Server
from tests.thorough.openapi.town import Town


def pytest_configure(config: pytest.Config) -> None:
    """Load schemathesis here alone, because that takes longer than most tests."""
    from schemathesis.pytest import plugin  # noqa: PLC0415

    if not config.pluginmanager.has_plugin(PLUGIN):
        config.pluginmanager.register(plugin, PLUGIN)


PLUGIN = "schemathesis, asked for"


@pytest.fixture(scope="module")
def town(server: Server) -> Town:
    return Town(server.url)


@pytest.fixture
def renewed(town: Town) -> Town:
    town.renew()
    return town
