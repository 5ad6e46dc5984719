"""Standing orders in a game: nobody else can tell that there is one, by any byte or tag."""

import json
import logging

import pytest

from games.background import due_turns
from games.models import StandingOrder, Turn
from tests.app.api.calls import all_seal, cards, gives, hand, play
from tests.app.api.events import feed, types
from tests.app.api.looking import Look, looks
from tests.factories import make_game
from tests.moving_time import Time
from tests.people import Person
from tests.twins import undone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("time")]


def see_as_others(game: str, people: list[Person]) -> list[dict[str, Look]]:
    """Return what another player at the table and a stranger are shown of everything."""
    return [looks(person, game) for person in (people[1], Person())]


def test_no_call_about_an_order_changes_a_byte_for_others(people: list[Person], time: Time) -> None:
    ann, game = people[0], make_game(people)
    first, *_, fourth, last = hand(ann, game)
    before = see_as_others(game, people)
    time.goes_on(hours=1)
    for order in (cards(first), cards(last, fourth), cards(61)):
        gives(ann, game, order)
        assert see_as_others(game, people) == before
    assert ann.delete(f"/games/{game}/standing-order").status == 204
    assert see_as_others(game, people) == before
    told = feed(ann)[-3:]
    assert types(told) == ["order_given", "order_given", "order_taken_back"]
    assert [one["event"] for one in told] == [None] * 3, "not in the log"


def test_an_order_played_at_once_looks_like_a_card_that_was_sealed(people: list[Person]) -> None:
    ann, game = people[0], make_game(people)
    first, _, _, second, *_, last = hand(ann, game)
    seen = []
    for ordered in (0, first, last):
        with undone():
            if ordered:
                gives(ann, game, cards(ordered), at_once=True)
            else:
                ann.seals(game, play(first))
            sealed = see_as_others(game, people)
            # What replaces it is a second thought, whoever had the first.
            ann.seals(game, play(second))
            seen.append((sealed, see_as_others(game, people)))
    assert seen == [seen[0]] * 3


def test_at_the_deadline_nobody_can_tell_what_was_played_nor_by_whom(
    people: list[Person], time: Time
) -> None:
    (ann, bob, cat), game = people, make_game(people, clock={"per_turn": "PT10H", "bank": "PT4H"})
    all_seal(game, bob, cat)
    time.goes_on(hours=14)
    gone = hand(ann, game)[0]
    ann.seals(game, play(gone))
    held = hand(ann, game)
    time.goes_on(hours=10)
    seen, kinds = [], []
    for ordered in ([], [held[0]], [held[-1]], [held[5], held[0]]):
        with undone():
            if ordered:
                gives(ann, game, cards(*ordered))
            due_turns.sweep_due_turns()
            seen.append(see_as_others(game, people))
            kinds.append(Turn.objects.get(closed_at=None).submissions.get().by)
    with undone():
        gives(ann, game, cards(held[0]))
        # As if it had been given before this card left the hand.
        StandingOrder.objects.update(order=cards(gone))
        due_turns.sweep_due_turns()
        assert len(feed(ann, "order_failed")) == 1
        seen.append(see_as_others(game, people))
    assert kinds == ["clock", "order", "order", "order"]
    assert seen == [seen[0]] * 5


def test_an_order_for_the_card_of_the_fallback_is_told_of_like_the_fallback_but_for_its_name(
    people: list[Person], time: Time
) -> None:
    ann, game = people[0], make_game(people)
    fallback = ann.sees(game)["mine"]["fallback"]["card"]
    time.goes_on(hours=24)
    seen = []
    for ordered in (False, True):
        with undone():
            if ordered:
                gives(ann, game, cards(fallback))
            due_turns.sweep_due_turns()
            # Whose name it is stands in the log, so that its hashes differ from there on.
            told = [event for person in people[1:] for event in feed(person)]
            seen.append([{**event, "hash": None} for event in told])
    without, with_order = seen
    assert without != with_order
    assert json.loads(json.dumps(with_order).replace('"order"', '"clock"')) == without


def test_the_log_names_no_card_of_an_order(
    people: list[Person], time: Time, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    ann, game = people[0], make_game(people)
    *_, third, second, first = hand(ann, game)
    assert gives(ann, game, cards(first, second, third)).status == 200
    gives(ann, game, {"plays": [{"card": first, "x": 1}]})
    gives(ann, game, cards(0))
    time.passes(hours=24)
    assert "card" not in caplog.text
    assert "plays" not in caplog.text
