"""schemathesis as a plugin, for the tests that need it."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    """Load schemathesis here alone, because that takes longer than most tests."""
    from schemathesis.pytest import plugin  # noqa: PLC0415

    config.pluginmanager.register(plugin, "schemathesis, asked for")
