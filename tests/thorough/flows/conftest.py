"""People who have signed up at the running server, as in the system tier, and a game of theirs."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.system.flows.client import Person
from tests.system.flows.conftest import newcomers
from tests.system.flows.table import play, turn_the_tide

__all__ = ["newcomers", "record"]


@pytest.fixture(scope="session")
def record(newcomers: Callable[[int], list[Person]]) -> dict[str, Any]:
    """The record of a finished game of four, nobody of them a bot."""
    return play(newcomers(4), turn_the_tide("amigo"), bots=[], seed=4).record
