"""How long the ways through the house are. The bounds only ever go down.

`SHOW_WALK=each pytest -s tests/app/walk` names every function on them.

They went up once, by 2 files and 12 to 14 functions: every head is bounded before it is read, every answer
has the same headers, and what a body shows follows from the token's scopes (docs/security.md).
"""

import os
from collections.abc import Callable, Iterator

import pytest

from tests.app.walk.walking import SHOW, Walk, walked
from tests.people import Person

AT_MOST = {
    "a sealed card": (27, 132),
    "a card that closes its turn": (41, 223),
    "reading a game": (27, 107),
}
"""Files and functions of ours, comprehensions and the rules' own included."""


@pytest.fixture(scope="module", autouse=True)
def shown(request: pytest.FixtureRequest) -> Iterator[dict[str, Walk]]:
    """What was walked; printed at the end where somebody has asked for it."""
    found: dict[str, Walk] = {}
    yield found
    if SHOW in os.environ:
        print(f"\n\n{'':<30}{'files':>6}{'functions':>11}")
        for name, walk in found.items():
            files, functions = walk.size
            print(f"{name:<30}{files:>6}{functions:>11}")
            if os.environ[SHOW] == "each":
                for file, some in walk.functions().items():
                    print(f"    {file}: {', '.join(some)}")


def card(person: Person, game: str, place: int) -> Callable[[], object]:
    seen = person.sees(game)
    turn, action = seen["turn"]["number"], seen["mine"]["legal_actions"][place]
    return lambda: person.seals(game, action, turn)


def size_of(name: str, call: Callable[[], object], shown: dict[str, Walk]) -> tuple[int, int]:
    with walked() as walk:
        call()
    shown[name] = walk
    return walk.size


def is_short(name: str, size: tuple[int, int]) -> bool:
    return all(found <= most for found, most in zip(size, AT_MOST[name], strict=True))


def test_a_sealed_card_passes_few_files(
    table: Callable[..., str], ann: Person, shown: dict[str, Walk]
) -> None:
    game, name = table(), "a sealed card"
    for place in (0, 1):
        card(ann, game, place)()  # What is kept from a first call on is not walked again.
    assert is_short(name, size_of(name, card(ann, game, 2), shown))


def test_the_card_that_closes_its_turn_passes_few_files(
    table: Callable[..., str], ann: Person, bob: Person, cat: Person, shown: dict[str, Walk]
) -> None:
    game, name = table(), "a card that closes its turn"
    for person in (ann, bob, cat, ann, bob):
        card(person, game, 0)()
    assert is_short(name, size_of(name, card(cat, game, 0), shown))


def test_reading_a_game_passes_few_files(
    table: Callable[..., str], ann: Person, shown: dict[str, Walk]
) -> None:
    game, name = table(), "reading a game"
    ann.sees(game)
    assert is_short(name, size_of(name, lambda: ann.sees(game), shown))
