"""A call costs as many statements with many games as with few."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.app.api.calls import DAY, post_vacation
from tests.app.api.statements import statements
from tests.factories import make_game
from tests.people import People

pytestmark = pytest.mark.django_db

LISTS = ("/games", "/games?player=ann", "/me/games", "/me/turns", "/me/events")


def costs_as_much(people: People, call: Callable[[], Any]) -> bool:
    """Whether a call asks as many statements with four games as with two."""
    costs = []
    for _ in range(2):
        for _ in range(2):
            people[0].seals_anything(make_game(people))
        people[0].get("/me/events")  # Events are numbered in a feed when it is read.
        with statements() as asked:
            call()
        costs.append(len(asked))
    return costs[0] == costs[1]


@pytest.mark.parametrize("path", [*LISTS, "/players/ann?include=games"])
def test_a_list_costs_as_much_for_many_games_as_for_few(people: People, path: str) -> None:
    assert costs_as_much(people, lambda: people[0].get(path))


def test_so_does_a_vacation(people: People, django_capture_on_commit_callbacks: Any) -> None:
    since = timezone.now() + timedelta(days=10)

    def announce_and_end() -> None:
        with django_capture_on_commit_callbacks(execute=True):
            made = post_vacation(people[0], since, since + DAY).json["id"]
            assert people[0].delete(f"/me/vacations/{made}").status == 204

    assert costs_as_much(people, announce_and_end)
