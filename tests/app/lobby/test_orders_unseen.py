"""Standing orders in a game: nobody else can tell that there is one."""

import json
import logging
from collections.abc import Callable, Iterator

import pytest

from games.background import due_turns
from games.models import StandingOrder, Turn
from tests import dealing
from tests.app.api.events import Json, feed
from tests.app.api.looking import Look, looks
from tests.app.lobby.orders import BANKS, hand, orders, plays
from tests.moving_time import Time, standing
from tests.people import Person
from tests.twins import undone

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def time() -> Iterator[Time]:
    with dealing.alike(), standing() as time:
        yield time


# -- nobody else can tell


def seen_by_others(game: str, people: list[Person]) -> dict[str, dict[str, Look]]:
    """Every byte and every tag that others are shown."""
    return {person.name or "stranger": looks(person, game) for person in people}


@pytest.fixture
def others(bob: Person, stranger: Person) -> list[Person]:
    """One at the table, and one who only watches."""
    return [bob, stranger]


def test_whether_she_has_an_order_and_which_changes_no_byte_for_others(
    ann: Person, others: list[Person], table: Callable[..., str], time: Time
) -> None:
    game = table()
    cards = hand(ann, game)
    before = seen_by_others(game, others)
    time.goes_on(hours=1)
    orders(ann, game, cards[0])
    assert seen_by_others(game, others) == before
    orders(ann, game, cards[-1], cards[3])
    assert seen_by_others(game, others) == before
    ann.put(f"/games/{game}/standing-order", {"order": {"plays": [{"card": 61}]}})
    assert seen_by_others(game, others) == before
    ann.delete(f"/games/{game}/standing-order")
    assert seen_by_others(game, others) == before


def test_an_order_played_at_once_looks_like_a_card_that_she_has_sealed(
    ann: Person, others: list[Person], table: Callable[..., str], time: Time
) -> None:
    game = table()
    cards = hand(ann, game)
    seen = []
    with undone():
        plays(ann, game, cards[0])
        seen.append(seen_by_others(game, others))
    for ordered in (cards[0], cards[-1]):
        with undone():
            orders(ann, game, ordered, at_once=True)
            seen.append(seen_by_others(game, others))
    assert seen == [seen[0]] * 3


def test_a_card_in_the_place_of_what_her_order_has_sealed_looks_like_a_second_thought(
    ann: Person, others: list[Person], table: Callable[..., str], time: Time
) -> None:
    game = table()
    cards = hand(ann, game)
    seen = []
    with undone():
        plays(ann, game, cards[0])
        plays(ann, game, cards[3])
        seen.append(seen_by_others(game, others))
    for ordered in (cards[0], cards[-1]):
        with undone():
            orders(ann, game, ordered, at_once=True)
            plays(ann, game, cards[3])
            seen.append(seen_by_others(game, others))
    assert seen == [seen[0]] * 3


def test_at_her_deadline_nobody_can_tell_what_was_played_nor_by_whom(
    ann: Person,
    bob: Person,
    cat: Person,
    others: list[Person],
    table: Callable[..., str],
    time: Time,
) -> None:
    game = table(clock=BANKS)
    bob.seals_anything(game)
    cat.seals_anything(game)
    time.goes_on(hours=14)
    played = hand(ann, game)[0]
    plays(ann, game, played)
    cards = hand(ann, game)
    time.goes_on(hours=10)
    seen, kinds = [], []
    for ordered in ([], [cards[0]], [cards[-1]], [cards[5], cards[0]]):
        with undone():
            if ordered:
                orders(ann, game, *ordered)
            due_turns.sweep_due_turns()
            seen.append(seen_by_others(game, others))
            kinds.append(Turn.objects.get(closed_at=None).submissions.get().by)
    with undone():
        orders(ann, game, cards[0])
        # As if she had given it before this card left her hand.
        StandingOrder.objects.update(order={"plays": [{"card": played}]})
        due_turns.sweep_due_turns()
        assert len(feed(ann, "order_failed")) == 1
        seen.append(seen_by_others(game, others))
    assert kinds == ["clock", "order", "order", "order"]
    assert seen == [seen[0]] * 5


def test_an_order_for_the_card_of_the_fallback_is_told_of_like_the_fallback_but_for_its_name(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], time: Time
) -> None:
    game = table()
    fallback = ann.sees(game)["mine"]["fallback"]["card"]
    time.goes_on(hours=24)
    seen = []
    for ordered in (False, True):
        with undone():
            if ordered:
                orders(ann, game, fallback)
            due_turns.sweep_due_turns()
            # Whose name it is stands in the log, so that its hashes differ from there on.
            seen.append([without_hashes(feed(person)) for person in (bob, cat)])
    without, with_order = seen
    assert without != with_order
    assert json.loads(json.dumps(with_order).replace('"order"', '"clock"')) == without


def without_hashes(events: list[Json]) -> list[Json]:
    return [{**event, "hash": None} for event in events]


def test_the_log_names_no_card_of_an_order(
    ann: Person, table: Callable[..., str], time: Time, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    game = table()
    *_, third, second, first = hand(ann, game)
    orders(ann, game, first, second, third)
    ann.put(f"/games/{game}/standing-order", {"order": {"plays": [{"card": first, "x": 1}]}})
    ann.put(f"/games/{game}/standing-order", {"order": {"plays": [{"card": 0}]}})
    time.passes(hours=24)
    assert "card" not in caplog.text
    assert "plays" not in caplog.text
