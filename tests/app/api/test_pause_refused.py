"""Pauses that are refused: lengths, bodies, and games in which none can begin or end."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests import dealing
from tests.app.api.pausing import DAY, agrees, ends
from tests.app.api.refusals import nothing_changes, refused
from tests.moving_time import Time, standing
from tests.people import Person

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def time() -> Iterator[Time]:
    with dealing.alike(), standing() as time:
        yield time


@pytest.fixture
def paused(ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time) -> Any:
    """A game that is paused for two days, an hour after it began."""

    def play(**wish: Any) -> str:
        game = table(**wish)
        time.goes_on(hours=1)
        for person in (ann, bob, cat):
            assert agrees(person, game).status == 200
        return game

    return play


# -- refused


@pytest.mark.parametrize(
    "length", ["PT59S", "PT0S", "P30DT1S", "P999999D", "P", "PT", "P1M", "P1DT", "P1H"]
)
def test_a_length_that_no_pause_has_is_refused(
    ann: Person, table: Callable[..., str], length: str
) -> None:
    game = table()
    with nothing_changes():
        said = agrees(ann, game, length)
        code = "wrong_format" if length == "P" else "invalid_pause"
        refused(said, 400, code, "/length")


@pytest.mark.parametrize("length", ["PT1M", "P30D"])
def test_the_shortest_and_the_longest_pause(
    ann: Person, table: Callable[..., str], length: str
) -> None:
    game = table()
    assert agrees(ann, game, length).status == 200


def test_the_operator_says_how_long_a_pause_may_be(
    ann: Person, table: Callable[..., str], settings: Any
) -> None:
    settings.TIDE_MAX_PAUSE = DAY
    game = table()
    refused(agrees(ann, game, "PT24H1S"), 400, "invalid_pause", "/length")
    assert agrees(ann, game, "PT24H").status == 200


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ({}, "missing_field", "/length"),
        ({"length": None}, "wrong_type", "/length"),
        ({"length": 3600}, "wrong_type", "/length"),
        ({"length": "two days"}, "wrong_format", "/length"),
        ({"length": f"PT{'9' * 40}H"}, "too_long", "/length"),
        ({"length": "PT1H", "from": "now"}, "unknown_field", "/from"),
    ],
    ids=str,
)
def test_a_body_out_of_shape_is_refused(
    ann: Person, table: Callable[..., str], body: Any, code: str, pointer: str
) -> None:
    game = table()
    with nothing_changes():
        refused(ann.put(f"/games/{game}/pause", body), 400, code, pointer)


def test_a_game_that_is_paused_is_not_paused_again(ann: Person, paused: Callable[..., str]) -> None:
    game = paused()
    with nothing_changes():
        refused(agrees(ann, game), 409, "already_paused")
        refused(agrees(ann, game, "PT1H"), 409, "already_paused")


def test_where_none_is_proposed_none_is_ended(ann: Person, table: Callable[..., str]) -> None:
    game = table()
    with nothing_changes():
        refused(ends(ann, game), 404, "not_paused")


def test_only_who_plays_may_pause(
    ann: Person, dan: Person, stranger: Person, table: Callable[..., str]
) -> None:
    public, private = table(), table(private=True)
    agrees(ann, public)
    with nothing_changes():
        for call in (agrees, ends):
            refused(call(dan, public), 403, "not_a_player")
            refused(call(dan, private), 404, "game_not_found")
            refused(call(dan, "nosuchgame"), 404, "game_not_found")
            refused(call(stranger, public), 401, "not_authenticated")


def test_before_the_start_and_after_the_end_nothing_is_paused(
    ann: Person, finished: Callable[..., str]
) -> None:
    not_begun, called_off, over = ann.opens(3), ann.opens(3), finished()
    ann.post(f"/games/{called_off}/cancel")
    with nothing_changes():
        for call in (agrees, ends):
            refused(call(ann, not_begun), 409, "game_not_started")
            refused(call(ann, called_off), 409, "game_cancelled")
            refused(call(ann, over), 409, "game_finished")
