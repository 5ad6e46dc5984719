"""A game that was read before its lock was taken: good as long as nobody has written to it since."""

from collections.abc import Callable
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

import pytest

from games.models import Game, Submission, Turn
from games.play import submissions
from games.repository import loader
from tests.people import Person

pytestmark = pytest.mark.django_db


def all_but(last: Person, people: list[Person], game: str) -> None:
    for person in people:
        if person is not last:
            person.seals_anything(game)


def test_the_last_card_closes_the_turn_with_what_others_have_sealed_by_then(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    """Also where another has put one card in the place of the other since."""
    game = table()
    all_but(ann, [ann, bob, cat], game)
    read = loader.load(game)
    anew = bob.sees(game)["mine"]["legal_actions"][1]
    assert bob.seals(game, anew).status == 200
    card = ann.sees(game)["mine"]["legal_actions"][0]
    submissions.submit(game, 1, read.seats[0].owner_id or 0, card, read)
    assert ann.get(f"/games/{game}/turns/1").json["actions"][1]["action"] == anew
    assert Game.objects.get(pk=game).turn_number == 2


def test_an_order_that_was_given_meanwhile_is_followed_in_the_next_turn(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str]
) -> None:
    game = table()
    all_but(ann, [ann, bob, cat], game)
    read = loader.load(game)
    hand = bob.sees(game)["mine"]["hand"]
    plays = {"plays": [{"card": card} for card in hand]}
    order = {"order": plays, "at_once": True}
    assert bob.put(f"/games/{game}/standing-order", order).status == 200
    card = ann.sees(game)["mine"]["legal_actions"][0]
    submissions.submit(game, 1, read.seats[0].owner_id or 0, card, read)
    second = Turn.objects.get(game=game, number=2)
    assert second.submissions.get(seat=1).by == Submission.By.ORDER


def test_a_card_whose_body_takes_its_time_is_sealed_when_it_is_there(
    ann: Person, table: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table()
    card: Any = ann.sees(game)["mine"]["legal_actions"][0]
    opened = datetime.fromisoformat(ann.sees(game)["turn"]["opened_at"])
    monkeypatch.setattr(loader, "monotonic", lambda: monotonic() + 300)
    sealed = datetime.fromisoformat(ann.seals(game, card).json["sealed_at"])
    assert sealed - opened >= timedelta(minutes=5)
