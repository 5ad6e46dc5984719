"""What the flows share: people who signed up at the running server, and one game played to its end."""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from tests.running import Server
from tests.system.flows.client import Person
from tests.system.flows.table import play, turn_the_tide

Json = dict[str, Any]
NUMBERS = count(1)


@pytest.fixture(scope="session")
def newcomers(server: Server) -> Callable[[int], list[Person]]:
    """So many people nobody has met before."""
    return lambda many: [Person.signs_up(server.url, f"guest{next(NUMBERS)}") for _ in range(many)]


@pytest.fixture(scope="session")
def record(newcomers: Callable[[int], list[Person]]) -> Json:
    """The record of a finished game of four, nobody of them a bot."""
    return play(newcomers(4), turn_the_tide("amigo"), bots=[], seed=4).record
