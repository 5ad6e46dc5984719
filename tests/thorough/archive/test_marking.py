"""How far a player has read is the same whether a game is archived or not."""

from random import Random
from typing import Any

import pytest

from games.background import archiving
from games.models import Log
from players.models import Player
from tests import played
from tests.people import Person
from tests.twins import rolled_back


def two_games(bob: Person) -> list[str]:
    """Two games of the same people, turn by turn in turns; bob gives orders, of which he alone is told."""
    people = list(Player.objects.filter(username__in=["ann", "bob", "cat"]).order_by("pk"))
    games = [played.opened("turn_the_tide", people) for _ in range(2)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(played, "MOST_TURNS", 1)
        for turn in range(6):
            for game in games:
                card = bob.sees(game)["mine"]["hand"][turn % 3]
                order = {"order": {"plays": [{"card": card}]}}
                assert bob.put(f"/games/{game}/standing-order", order).status == 200
                played.play(game, Random(turn), followed=True)
    for game in games:
        played.play(game, Random(7), followed=True)
    return games


def unread(person: Person) -> dict[str, int]:
    shown = person.get("/me/games").json["results"]
    return {one["id"]: one["mine"]["unread"] for one in shown}


@pytest.mark.django_db
def test_a_mark_goes_as_far_in_the_midst_of_archived_games(
    ann: Person, bob: Person, cat: Person
) -> None:
    games = two_games(bob)
    # Else what bob has done last in the games would stand for most marks.
    Log.objects.update(acted=None)
    last = bob.get("/me/events", after="latest").json["last"]
    marks: list[dict[str, Any]] = [
        {"number": number, **more}
        for number in (1, 2, *range(3, last, last // 9), last)
        for more in ({}, {"game": games[0]})
    ]

    def marked() -> list[dict[str, int]]:
        found = []
        for mark in marks:
            with rolled_back():
                assert bob.put("/me/read", mark).status == 204
                found.append(unread(bob))
        return found

    before = marked()
    assert len({str(one) for one in before}) > 9
    assert archiving.archive_game(games[0]) == archiving.ARCHIVED
    assert marked() == before, "with one of them archived"
    assert archiving.archive_game(games[1]) == archiving.ARCHIVED
    assert marked() == before, "with both"
