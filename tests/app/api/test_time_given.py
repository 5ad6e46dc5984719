"""Time that one player gives another in a turn: told to all, and added to that player's deadline."""

from collections.abc import Callable, Iterator

import pytest

from tests.app.api.calls import banks, deadlines, resign
from tests.app.api.events import log
from tests.app.api.refusals import nothing_changes, refused
from tests.moving_time import MONDAY, Time, frozen_time
from tests.people import Answer, Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def time() -> Iterator[Time]:
    with frozen_time(MONDAY) as moving:
        yield moving


def give_time(person: Person, game: str, seat: int) -> Answer:
    return person.post(f"/games/{game}/seats/{seat}/time")


@pytest.mark.parametrize(("per_turn", "more"), [("PT24H", 24), ("PT1H", 1), ("P7D", 24)])
def test_it_adds_a_day_or_what_a_shorter_turn_has(
    ann: Person,
    bob: Person,
    cat: Person,
    time: Time,
    table: Callable[..., str],
    per_turn: str,
    more: int,
) -> None:
    game = table(clock={"per_turn": per_turn, "bank": "PT2H"})
    before = deadlines(ann, game)
    assert give_time(bob, game, 2).status == 200
    later = [after - due for after, due in zip(deadlines(ann, game), before, strict=True)]
    assert [one.total_seconds() / 3600 for one in later] == [0, 0, more]
    given, moved = log(cat, game)[-2:]
    assert (given["type"], given["data"]["by"], given["data"]["seat"]) == ("time_given", 1, 2)
    assert given["data"]["length"] in {f"PT{more}H", "P1D"}
    assert moved["type"] == "deadlines_moved"


def test_each_may_once_in_a_turn_and_what_is_given_adds_up(
    ann: Person, bob: Person, cat: Person, time: Time, table: Callable[..., str]
) -> None:
    game = table()
    before = deadlines(ann, game)[2]
    assert give_time(ann, game, 2).status == give_time(bob, game, 2).status == 200
    assert (deadlines(ann, game)[2] - before).total_seconds() == 48 * 3600
    with nothing_changes():
        refused(give_time(bob, game, 0), 409, "time_given")
    assert give_time(cat, game, 0).status == 200
    for one in (ann, bob, cat):
        one.seals_anything(game)
    assert give_time(bob, game, 2).status == 200, "it is another turn"


def test_the_clock_waits_for_this_player_alone_whose_bank_is_left_alone(
    ann: Person, bob: Person, cat: Person, time: Time, table: Callable[..., str]
) -> None:
    game = table(clock={"per_turn": "PT24H", "bank": "PT2H"})
    assert give_time(bob, game, 2).status == 200
    time.sweep_after(hours=27)
    assert [one["answered"] for one in ann.sees(game)["turn"]["asked"]] == [True, True, False]
    cat.seals_anything(game)
    assert banks(ann, game) == ["PT0S", "PT0S", "PT2H"]


def test_it_is_for_another_who_is_waited_for(
    ann: Person, bob: Person, cat: Person, dan: Person, time: Time, table: Callable[..., str]
) -> None:
    game = table()
    refused(give_time(ann, game, 0), 409, "not_yourself")
    refused(give_time(ann, game, 9), 404, "seat_not_found")
    refused(give_time(dan, game, 0), 403, "not_a_player")
    cat.seals_anything(game)
    refused(give_time(ann, game, 2), 409, "not_waited_for")
    resign(bob, game)
    refused(give_time(ann, game, 1), 409, "not_waited_for")
    refused(give_time(bob, game, 0), 403, "not_a_player")
    time.advance(hours=24)
    refused(give_time(cat, game, 0), 409, "not_waited_for")
    refused(give_time(ann, ann.opens(3), 0), 409, "game_not_started")


def test_a_player_for_whom_a_bot_plays_gives_nothing(
    ann: Person, bob: Person, cat: Person, time: Time, table: Callable[..., str]
) -> None:
    game = table(absence={"bot_after": 1})
    for one in (ann, cat):
        one.seals_anything(game)
    time.sweep_after(hours=25)
    assert ann.sees(game)["seats"][1]["away"] == "absent"
    refused(give_time(bob, game, 0), 403, "no_vote")
