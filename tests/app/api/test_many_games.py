"""A call costs as many statements with many games as with few."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.app.api.statements import statements
from tests.people import Person

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "path",
    [
        "/games",
        "/games?player=ann",
        "/me/games",
        "/me/turns",
        "/players/ann?include=games",
        "/me/events",
    ],
)
def test_a_list_costs_as_much_for_many_games_as_for_few(
    ann: Person, table: Callable[..., str], path: str
) -> None:
    costs = []
    for _ in range(2):
        for _ in range(2):
            ann.seals_anything(table())
        ann.get(path)  # Events are numbered in a feed when it is read.
        with statements() as asked:
            assert ann.get(path).status == 200
        costs.append(len(asked))
    assert costs[0] == costs[1]


def test_a_vacation_costs_as_much_in_many_games_as_in_few(
    ann: Person, table: Callable[..., str], django_capture_on_commit_callbacks: Any
) -> None:
    costs = []
    ann.get("/me")  # Once an hour it is noted that a token is used.
    for days in (10, 20):
        for _ in range(2):
            table()
        since = timezone.now() + timedelta(days=days)
        wish = {"from": f"{since:%FT%TZ}", "until": f"{since + timedelta(days=1):%FT%TZ}"}
        with statements() as asked, django_capture_on_commit_callbacks(execute=True):
            made = ann.post("/me/vacations", wish).json["id"]
            assert ann.delete(f"/me/vacations/{made}").status == 204
        costs.append(len(asked))
    assert costs[0] == costs[1]
