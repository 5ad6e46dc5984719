"""How far a player can be relied on: on her profile, and as what a host may ask for."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.app.api.refusals import nothing_changes, refused
from tests.moving_time import Time
from tests.people import Person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("time")]

NEVER_ASKED = {"required": 0, "answered": 0, "percent": None}


def relied_on(name: str) -> dict[str, Any]:
    shown: dict[str, Any] = Person().get(f"/players/{name}").json["reliability"]
    return shown


def has_answered(person: Person, time: Time, answered: int, of: int) -> None:
    """Play so many turns of a game with bots, and leave the rest to the clock."""
    game = person.opens(3, bots=["random", "random"], absence={"bot_after": 100})
    for turn in range(of):
        if turn < answered:
            assert person.seals_anything(game).status == 200
        time.passes(hours=24)


def test_whoever_was_never_asked_has_none(ann: Person, table: Callable[..., str]) -> None:
    assert relied_on("ann") == NEVER_ASKED
    table()
    assert relied_on("ann") == NEVER_ASKED, "the question is still open"


def test_it_is_the_share_of_closed_questions_that_she_answered_herself(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    for person in (ann, bob):
        person.seals_anything(game)
    assert relied_on("ann") == NEVER_ASKED
    time.passes(hours=24)
    assert relied_on("ann") == {"required": 1, "answered": 1, "percent": 100}
    assert relied_on("cat") == {"required": 1, "answered": 0, "percent": 0}
    cat.seals_anything(game)
    time.passes(hours=24)
    assert relied_on("ann") == {"required": 2, "answered": 1, "percent": 50}
    assert relied_on("cat") == {"required": 2, "answered": 1, "percent": 50}


def test_an_answer_that_was_withdrawn_is_none(
    ann: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    ann.seals_anything(game)
    ann.delete(f"/games/{game}/turns/1/submission")
    time.passes(hours=24)
    assert relied_on("ann") == {"required": 1, "answered": 0, "percent": 0}


def test_all_her_games_count_together(ann: Person, time: Time) -> None:
    has_answered(ann, time, 2, of=2)
    first = ann.opens(3, bots=["random", "random"])
    second = ann.opens(3, bots=["random", "random"])
    ann.seals_anything(first)
    time.passes(hours=24)
    assert first != second
    assert relied_on("ann")["percent"] == 60, "two of three, one of one, none of one"


def test_nobody_can_watch_private_games_by_it(
    ann: Person, table: Callable[..., str], time: Time
) -> None:
    game = table(private=True)
    ann.seals_anything(game)
    time.passes(hours=24)
    assert relied_on("ann") == NEVER_ASKED


# -- what a host asks for


def test_a_host_can_ask_for_players_who_answer(ann: Person, bob: Person, time: Time) -> None:
    has_answered(bob, time, 3, of=4)
    strict = ann.opens(4, absence={"least_reliability": 76})
    assert ann.sees(strict)["absence"]["least_reliability"] == 76
    with nothing_changes():
        said = bob.post(f"/games/{strict}/join")
        refused(said, 403, "too_unreliable")
    assert "76" in said.json["detail"]
    assert "75" in said.json["detail"]
    just_so = ann.opens(4, absence={"least_reliability": 75})
    assert bob.post(f"/games/{just_so}/join").status == 200


def test_whoever_was_never_asked_may_join(ann: Person, bob: Person) -> None:
    game = ann.opens(4, absence={"least_reliability": 100})
    assert bob.post(f"/games/{game}/join").status == 200


def test_the_host_is_not_asked_herself(ann: Person, time: Time) -> None:
    has_answered(ann, time, 0, of=1)
    ann.opens(4, absence={"least_reliability": 100})
