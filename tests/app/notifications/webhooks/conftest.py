"""Receivers on this machine."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.receiver import Receiver, receiving


@pytest.fixture(autouse=True)
def development(settings: Any) -> None:
    """The receivers are on this machine."""
    settings.TIDE_PRIVATE_ADDRESSES_ENABLED = True


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver
