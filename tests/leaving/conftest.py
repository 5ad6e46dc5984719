from collections.abc import Callable, Iterator

import pytest

from tests.leaving.world import World, made
from tests.moving_time import Time, standing
from tests.people import PASSWORD, Answer, Person
from tests.verify.conftest import both, javascript

__all__ = ["both", "javascript"]


@pytest.fixture(autouse=True)
def time() -> Iterator[Time]:
    with standing() as time:
        yield time


@pytest.fixture
def world(db: None, time: Time) -> World:
    return made(time)


@pytest.fixture
def leaves(time: Time) -> Callable[[Person], Answer]:
    """Somebody signs in and ends her account; the answer."""

    def ends(person: Person) -> Answer:
        return signs_in(person).delete("/me")

    return ends


def signs_in(person: Person) -> Person:
    """The same person with a new token."""
    said = Person().post("/tokens", {"username": person.name, "password": PASSWORD})
    assert said.status == 201, said.json
    return Person(said.json["token"], person.name)
