"""What players are told alone is bound in the order in which they were told, whatever plans PostgreSQL makes.

A row's id says nothing about that: rows that are written together get theirs in the order of a join.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from games.models import Log, PrivateEvent
from games.repository import unit_of_work
from tests import dealing
from tests.app.api.events import feed
from tests.people import Person
from tests.proving import proves
from tests.sampling import sample

pytestmark = pytest.mark.django_db

PLANS = ("hashjoin", "mergejoin", "nestloop", "sort", "hashagg")
TURNED = "last row first"


@pytest.fixture(autouse=True)
def known_cards() -> Iterator[None]:
    with dealing.alike():
        yield


WAYS = ["any", TURNED, "merges alone", "hash joins alone", *(f"no {way}" for way in PLANS)]


@pytest.fixture(params=sample(WAYS, 3))
def plans(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """One way in which PostgreSQL may have to join rows, or the other order in which a join may give them."""
    parts = unit_of_work._changes_to_json
    if request.param == TURNED:

        def turned(*some: Any) -> dict[str, str]:
            return {name: json.dumps(json.loads(rows)[::-1]) for name, rows in parts(*some).items()}

        monkeypatch.setattr(unit_of_work, "_changes_to_json", turned)
    return str(request.param)


def forces(plans: str) -> None:
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


def orders(person: Person, game: str, cards: int) -> None:
    """Have the next cards of her hand played as soon as she is asked."""
    hand = person.sees(game)["mine"]["hand"]
    plays = [{"card": card} for card in hand[:cards]]
    said = person.put(f"/games/{game}/standing-order", {"order": {"plays": plays}, "at_once": True})
    assert said.status == 200, said.json


@pytest.mark.parametrize("cards", sample([3, 1, 12], 1))
def test_private_lists_come_in_the_order_in_which_they_were_hashed(
    ann: Person,
    bob: Person,
    cat: Person,
    table: Callable[..., str],
    cards: int,
    plans: str,
) -> None:
    for _ in range(3):
        table()
    game = table()
    forces(plans)
    while ann.sees(game)["status"] == "running":
        for person in (ann, bob, cat):
            orders(person, game, cards)
    record = ann.get(f"/games/{game}/record").json
    told = [turn["private"]["told"] for turn in record["turns"]]
    assert sum(len(some) > 1 for some in told) > len(told) // 3
    proves(record)
    assert order_of(told) == PrivateEvent.objects.filter(game=game).count()


def order_of(told: list[Any]) -> int:
    """How many were told, each order being followed after it was given."""
    for some in told:
        for place, one in enumerate(some):
            if one["type"] == "order_given":
                assert some[place + 1]["type"] == "order_followed"
                assert some[place + 1]["player"] == one["player"]
    return sum(map(len, told))


def test_a_feed_has_them_in_the_order_in_which_they_were_told(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], plans: str
) -> None:
    game = table()
    forces(plans)
    for _ in range(3):
        for person in (ann, bob, cat):
            orders(person, game, 1)
    for person in (ann, bob, cat):
        told = [one["type"] for one in feed(person) if one["event"] is None and one["game"]]
        assert told == ["order_given", "order_followed"] * 3


def test_they_are_numbered_in_each_game_for_itself(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    games = [table(), table()]
    for _ in range(2):
        for game in games:
            for person in (ann, bob, cat):
                orders(person, game, 1)
    for game in games:
        rows = PrivateEvent.objects.filter(game=game).order_by("number")
        assert [row.number for row in rows] == list(range(1, 13))
        assert Log.objects.get(pk=game).private_number == 12


@pytest.mark.parametrize("number", [1, 0, None])
def test_the_database_refuses_two_of_one_number_and_none(
    ann: Person, table: Callable[..., str], number: int | None
) -> None:
    game = table()
    orders(ann, game, 1)
    told = PrivateEvent.objects.filter(game=game).order_by("number")[0]
    told.pk, told.number = None, number
    with pytest.raises(IntegrityError), transaction.atomic():
        told.save()
