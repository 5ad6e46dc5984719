"""What players are told alone is bound in the order in which they were told, whatever plans PostgreSQL makes.

A row's id says nothing about that: rows that are written together get theirs in the order of a join.
"""

import json
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from games.models import Log, PrivateEvent
from games.repository import saving
from tests.app.api.calls import hand, order_of, put_order
from tests.app.api.events import feed
from tests.factories import make_game
from tests.people import People
from tests.proving import proves
from tests.sampling import sample

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("time")]

PLANS = ("hashjoin", "mergejoin", "nestloop", "sort", "hashagg")
TURNED = "last row first"


WAYS = ["any", TURNED, "merges alone", "hash joins alone", *(f"no {way}" for way in PLANS)]


@pytest.fixture(params=sample(WAYS, 3))
def plans(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """One way in which PostgreSQL may have to join rows, or the other order in which a join may give them."""
    write = saving._to_json
    if request.param == TURNED:

        def turned(*some: Any) -> str:
            return json.dumps(json.loads(write(*some))[::-1])

        monkeypatch.setattr(saving, "_to_json", turned)
    return str(request.param)


def force_plans(plans: str) -> None:
    """Let PostgreSQL know its tables, and leave it only some ways to join them."""
    off = {
        "any": (),
        TURNED: (),
        "hash joins alone": ("mergejoin", "nestloop"),
        "merges alone": ("hashjoin", "nestloop"),
    }.get(plans, (plans.removeprefix("no "),))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        for way in off:
            cursor.execute(f"SET LOCAL enable_{way} = off")


def give_orders(people: People, game: str, number: int = 1) -> None:
    """Have so many of the next cards of each hand played as soon as they can be."""
    for person in people:
        order = order_of(*hand(person, game)[:number])
        assert put_order(person, game, order, at_once=True).status == 200


@pytest.mark.parametrize("number", sample([3, 1, 12], 1))
def test_private_lists_are_as_they_were_hashed(people: People, number: int, plans: str) -> None:
    for _ in range(3):
        make_game(people)
    game = make_game(people)
    force_plans(plans)
    while people[0].sees(game)["status"] == "running":
        give_orders(people, game, number)
    record = people[0].get(f"/games/{game}/record").json
    told = [turn["private"]["told"] for turn in record["turns"]]
    assert sum(len(some) > 1 for some in told) > len(told) // 3
    proves(record)
    for some in told:
        for place, one in enumerate(some):
            if one["type"] == "order_given":
                assert some[place + 1]["type"] == "order_followed"
                assert some[place + 1]["player"] == one["player"]
    assert sum(map(len, told)) == PrivateEvent.objects.filter(game=game).count()


def test_a_feed_has_them_in_the_order_in_which_they_were_told(people: People, plans: str) -> None:
    game = make_game(people)
    force_plans(plans)
    for _ in range(3):
        give_orders(people, game)
    for person in people:
        told = [one["type"] for one in feed(person) if one["event"] is None and one["game"]]
        assert told == ["order_given", "order_followed"] * 3


def test_they_are_numbered_in_each_game_for_itself_once_and_from_1(people: People) -> None:
    games = [make_game(people) for _ in range(2)]
    for game in games * 2:
        give_orders(people, game)
    for game in games:
        rows = PrivateEvent.objects.filter(game=game).order_by("number")
        assert [row.number for row in rows] == list(range(1, 13))
        assert Log.objects.get(pk=game).private_number == 12
    told = rows[0]
    for number in (1, 0, None):
        told.pk, told.number = None, number
        with pytest.raises(IntegrityError), transaction.atomic():
            told.save()
