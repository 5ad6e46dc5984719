"""What tests of calls ask for: the database, and a token that moves time in a sandbox."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.app.api.calls import with_test_token
from tests.people import Person

Table = Callable[..., str]
"""Makes a game, and returns its id."""


@pytest.fixture(autouse=True)
def database(db: None) -> None:
    """Every test of calls asks the database."""


@pytest.fixture(name="sandbox")
def a_sandbox(settings: Any) -> None:
    settings.TIDE_SANDBOX_ENABLED = True


@pytest.fixture
def tester(sandbox: None, ann: Person) -> Person:
    """ann, with a token that may move time."""
    return with_test_token(ann)
