"""A frozen value with some fields changed is a value like any other, and the first stays as it was."""

import dataclasses
from dataclasses import FrozenInstanceError, dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rulesets.kit import values


@dataclass(frozen=True)
class Deckchair:
    beach: str
    space: int = 0
    wet: bool = False


names = st.text("blue", max_size=5)
chairs = st.builds(Deckchair, names, st.integers(), st.booleans())
changes = st.fixed_dictionaries(
    {}, optional={"beach": names, "space": st.integers(), "wet": st.booleans()}
)


@given(chairs, changes)
def test_it_is_what_the_standard_library_makes(chair: Deckchair, changed: dict[str, Any]) -> None:
    before = repr(chair)
    made, expected = values.replace(chair, **changed), dataclasses.replace(chair, **changed)
    assert made == expected
    assert (hash(made), repr(made)) == (hash(expected), repr(expected))
    assert repr(chair) == before


def test_it_is_as_frozen_as_the_first() -> None:
    moved = values.replace(Deckchair("blue"), space=3)
    with pytest.raises(FrozenInstanceError):
        moved.space = 4  # type: ignore[misc]


def test_it_can_be_changed_in_turn() -> None:
    moved = values.replace(Deckchair("blue"), space=3)
    assert values.replace(moved, wet=True) == Deckchair("blue", 3, wet=True)
    assert moved == Deckchair("blue", 3)


def test_a_field_that_is_not_there_is_refused() -> None:
    with pytest.raises(TypeError, match="depth"):
        values.replace(Deckchair("blue"), depth=3)  # type: ignore[call-arg]
