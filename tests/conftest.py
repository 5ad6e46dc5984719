"""What every test may ask for: people, and tables with people at them."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.people import Person
from tests.running import server

__all__ = ["server"]


@pytest.fixture(autouse=True)
def quick_passwords(settings: Any) -> None:
    """Hash passwords in no time: that it takes long in earnest is not what is tested."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def stranger() -> Person:
    """Somebody without a token."""
    return Person()


@pytest.fixture
def ann(db: None) -> Person:
    return Person.signs_up("ann")


@pytest.fixture
def bob(db: None) -> Person:
    return Person.signs_up("bob")


@pytest.fixture
def cat(db: None) -> Person:
    return Person.signs_up("cat")


@pytest.fixture
def dan(db: None) -> Person:
    """Somebody with an account who sits at no table."""
    return Person.signs_up("dan")


@pytest.fixture
def table(ann: Person, bob: Person, cat: Person) -> Callable[..., str]:
    """Open a game of three, everybody seated; gives its id."""

    def seat(**wish: object) -> str:
        game = ann.opens(3, **wish)
        bob.joins(game)
        cat.joins(game)
        return game

    return seat
