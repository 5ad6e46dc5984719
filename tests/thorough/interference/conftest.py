"""How much is compared: little in the tests, more with `python -m tests.thorough.interference`."""

import json
import os
from typing import Any

import pytest

from tests.thorough.interference.hidden import Wish

WISH = "TIDE_INTERFERENCE"
"""The environment's name for a wish, as JSON."""


@pytest.fixture
def wish() -> Wish:
    wanted: dict[str, Any] = json.loads(os.environ.get(WISH, "{}"))
    return Wish(**wanted)


@pytest.fixture(autouse=True)
def a_sandbox(settings: Any) -> None:
    """So that nothing is refused only because this server is none."""
    settings.TIDE_SANDBOX_ENABLED = True
