from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest
from django.db import transaction
from django.test import override_settings
from django.utils import timezone

from games.clock import now as the_clock
from tests.app.privacy.world import World, made
from tests.moving_time import MONDAY, Time, frozen_time
from tests.people import PASSWORD, Answer, Person
from tests.thorough.verify.conftest import both, javascript

__all__ = ["both", "javascript"]
QUICK = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(scope="module")
def settled(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[World, datetime]]:
    """A world, and when it was ready: made once for a module. What a test does in it is undone.

    All tests of such a module ask for `world`; others would find its people among theirs.
    """
    with (
        django_db_blocker.unblock(),
        transaction.atomic(),
        override_settings(PASSWORD_HASHERS=QUICK),
        pytest.MonkeyPatch.context() as patch,
    ):
        with frozen_time() as time:
            patch.setattr(the_clock, "from_database", lambda moment: timezone.now())
            world, ready = made(time), time.now
        patch.undo()
        yield world, ready
        transaction.set_rollback(True)


@pytest.fixture(autouse=True)
def time(request: pytest.FixtureRequest) -> Iterator[Time]:
    at = MONDAY
    if "world" in request.fixturenames:
        _, at = request.getfixturevalue("settled")
    with frozen_time(at) as time:
        yield time


@pytest.fixture
def world(settled: tuple[World, datetime], db: None) -> World:
    return settled[0]


@pytest.fixture
def leaves() -> Callable[[Person], Answer]:
    """A player signs in and ends the account; gives the answer."""
    return lambda person: signs_in(person).delete("/me")


def signs_in(person: Person) -> Person:
    """The same person with a new token."""
    said = Person().post("/me/tokens", {"username": person.name, "password": PASSWORD})
    assert said.status == 201, said.json
    return Person(said.json["token"], person.name)
