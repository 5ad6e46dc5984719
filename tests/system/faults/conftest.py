"""A server of their own for the tests that kill parts of it, and what has to be true after each of them."""

from collections.abc import Callable, Iterator
from itertools import count

import pytest

from tests import rows
from tests.retrying_person import Ledger, RetryingPerson
from tests.running import MortalServer, mortal_server
from tests.system.flows.client import Person

NUMBERS = count(1)


@pytest.fixture(scope="package")
def one_server() -> Iterator[MortalServer]:
    with mortal_server() as server:
        server.start()
        yield server


@pytest.fixture
def ledger() -> Ledger:
    return Ledger()


@pytest.fixture
def mortal(one_server: MortalServer, ledger: Ledger) -> Iterator[MortalServer]:
    """A server that plays, and that has lost nothing at the end and done nothing twice."""
    one_server.is_ready()
    yield one_server
    for name in one_server.dead:
        one_server.restart(name)
    one_server.is_ready()
    rows.leave_games_alone(one_server)
    assert rows.not_closed_once(one_server) == []
    assert rows.closed_early(one_server) == []
    assert rows.lost(one_server, ledger) == []


@pytest.fixture
def newcomers(mortal: MortalServer, ledger: Ledger) -> Callable[[int], list[RetryingPerson]]:
    """So many people nobody has met before."""

    def somebody() -> RetryingPerson:
        return RetryingPerson(Person.signs_up(mortal.url, f"guest{next(NUMBERS)}"), ledger)

    return lambda many: [somebody() for _ in range(many)]
