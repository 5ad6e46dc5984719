"""Rules know neither passwords nor a database: what all other tests are given would only take time here."""

import pytest


@pytest.fixture(scope="session")
def quick_passwords() -> None:
    """Nothing to hash."""


@pytest.fixture(scope="session")
def the_database_travels_along() -> None:
    """No clock to set."""
