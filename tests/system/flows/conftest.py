"""People who signed up at the running server."""

from collections.abc import Callable
from itertools import count

import pytest

from tests.running import Server
from tests.system.flows.client import Person

NUMBERS = count(1)


@pytest.fixture(scope="session")
def newcomers(server: Server) -> Callable[[int], list[Person]]:
    """So many people nobody has met before."""
    return lambda many: [Person.signs_up(server.url, f"guest{next(NUMBERS)}") for _ in range(many)]
