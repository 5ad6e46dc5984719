"""schemathesis as a plugin, as in the thorough tier."""

from tests.thorough.openapi.conftest import pytest_configure, renewed, town

__all__ = ["pytest_configure", "renewed", "town"]
