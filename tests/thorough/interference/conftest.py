"""How much is compared: little in the tests, everything with `python -m tests.thorough.interference`."""

import os
from typing import Any

import pytest

from tests.thorough.interference.secret_kinds import Extent

EVERYTHING = "TIDE_INTERFERENCE"
"""The environment's name for that wish."""


@pytest.fixture
def extent() -> Extent:
    whole = Extent(every=1, moments=1, outsiders=1)
    return whole if EVERYTHING in os.environ else Extent()


@pytest.fixture(autouse=True)
def a_sandbox(settings: Any) -> None:
    """So that nothing is refused only because this server is none."""
    settings.TIDE_SANDBOX_ENABLED = True
