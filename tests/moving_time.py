"""A test's own time: it stands still until the test moves it, and the database's clock with it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import time_machine
from django.utils import timezone

from games.background import due_turns

MONDAY = datetime(2027, 3, 1, 12, tzinfo=UTC)


class Time:
    """Made by `frozen_time`."""

    def __init__(self, traveller: time_machine.Traveller) -> None:
        self._traveller = traveller

    @property
    def now(self) -> datetime:
        return timezone.now()

    def advance(self, **length: float) -> None:
        """It is later, and nobody has noticed yet: `advance(hours=3)`."""
        self._traveller.shift(timedelta(**length))

    def sweep_after(self, **length: float) -> None:
        """It is later, and the sweep has done what is due."""
        self.advance(**length)
        due_turns.sweep_due_turns()

    def sweep_at(self, moment: datetime) -> None:
        """It is this moment, and the sweep has done what is due."""
        self._traveller.move_to(moment)
        due_turns.sweep_due_turns()


@contextmanager
def frozen_time(at: datetime = MONDAY) -> Iterator[Time]:
    with time_machine.travel(at, tick=False) as traveller:
        yield Time(traveller)


def moment(written: str) -> datetime:
    """The moment that the API has written."""
    return datetime.fromisoformat(written)
