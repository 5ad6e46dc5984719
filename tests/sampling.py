"""Parts of what could be tried: a sample while a change is worked on, all of it before it lands.

One switch for both, hypothesis's own: `pytest --hypothesis-profile=thorough`, as `make test-thorough` has it.
"""

from collections.abc import Sequence
from typing import TypeVar

from hypothesis import HealthCheck, settings

T = TypeVar("T")

ALL = 100
"""Examples of a test that says nothing else, where everything is tried."""
QUICK = 15


def register() -> None:
    """Tell hypothesis of both; quick is what one gets who asks for nothing."""
    for name, examples in (("thorough", ALL), ("quick", QUICK)):
        settings.register_profile(
            name,
            max_examples=examples,
            # How long an example takes says how busy the machine is.
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow],
        )
    settings.load_profile("quick")


def share() -> float:
    """How much of everything is tried, up to 1."""
    return settings().max_examples / ALL


def sample_count(everything: int) -> int:
    """How many of so many are tried; at least one."""
    return max(1, round(everything * share()))


def sample(choices: Sequence[T], few: int) -> Sequence[T]:
    """Return all choices where everything is tried, else the first few."""
    return choices if share() == 1 else choices[:few]


def stride(few: int) -> int:
    """The step through what takes long: 1 where everything is tried, else as many as `few`."""
    return 1 if share() == 1 else few
