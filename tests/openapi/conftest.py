"""The document as the server makes it now."""

from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator


def pytest_configure(config: pytest.Config) -> None:
    """Load what collects schemathesis' tests; only here, because that takes longer than most tests."""
    from schemathesis.pytest import plugin  # noqa: PLC0415

    config.pluginmanager.register(plugin, "schemathesis, asked for")


@pytest.fixture(scope="session")
def document() -> dict[str, Any]:
    made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return made
