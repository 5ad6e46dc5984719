"""Two at once around standing orders: real threads on a real PostgreSQL, and one defined outcome."""

from functools import partial
from typing import Any

import pytest

from games.background import due_turns
from games.models import Submission
from tests.app.repository.racing import without_gaps
from tests.app.repository.test_races import ROUNDS, at_once, card, closings, opened
from tests.event_log import logged_events
from tests.factories import expire_turn
from tests.people import Person

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def people() -> list[Person]:
    return [Person.signs_up(name) for name in ("ann", "bob", "cat")]


# -- orders


def order(person: Person, game: str, number: int, *, at_once: bool = False) -> Any:
    plays = {"plays": [{"card": number}]}
    body = {"order": plays, "at_once": at_once}
    return partial(person.put, f"/games/{game}/standing-order", body)


def test_an_order_played_at_once_and_the_last_card_of_another_close_the_turn_once(
    people: list[Person],
) -> None:
    ann, bob, cat = people
    for _ in range(ROUNDS):
        game = opened(people)
        cat.seals_anything(game)
        mine, of_bob = card(ann, game), card(bob, game)
        answers = at_once(
            order(ann, game, mine["card"], at_once=True), partial(bob.seals, game, of_bob, 1)
        )
        assert [answer.status for answer in answers] == [200, 200]
        assert closings(game, 1) == 1
        actions = ann.get(f"/games/{game}/turns/1").json["actions"]
        assert (actions[0]["action"], actions[0]["by"]) == (mine, "order")


def test_an_order_changed_while_the_deadline_passes_is_the_old_or_the_new_one(
    people: list[Person],
) -> None:
    ann = people[0]
    for _ in range(ROUNDS):
        game = opened(people)
        old, new = card(ann, game, 1), card(ann, game, 2)
        order(ann, game, old["card"])()
        expire_turn(game)
        changed, _ = at_once(order(ann, game, new["card"]), due_turns.sweep_due_turns)
        due_turns.sweep_due_turns()
        played = ann.get(f"/games/{game}/turns/1").json["actions"][0]
        assert played["by"] == "order"
        # Once it was used the new one may speak of a card that is gone; none of these is.
        assert changed.status == 200
        assert played["action"] in (old, new)


def test_an_order_given_while_the_turn_closes_is_played_in_the_next_whoever_was_first(
    people: list[Person],
) -> None:
    ann, bob, cat = people
    for _ in range(2 * ROUNDS):
        game = opened(people)
        ann.seals(game, card(ann, game, 0), 1)
        bob.seals_anything(game)
        given, sealed = at_once(
            order(ann, game, card(ann, game, -1)["card"], at_once=True),
            partial(cat.seals, game, card(cat, game), 1),
        )
        assert (given.status, sealed.status) == (200, 200)
        assert [one["answered"] for one in ann.sees(game)["turn"]["asked"]] == [True, False, False]
        assert without_gaps(game)


def test_her_own_card_and_her_order_at_once_leave_her_own_card(people: list[Person]) -> None:
    ann = people[0]
    for _ in range(ROUNDS):
        game = opened(people)
        mine, ordered = card(ann, game, 0), card(ann, game, 1)
        sealed, given = at_once(
            partial(ann.seals, game, mine, 1), order(ann, game, ordered["card"], at_once=True)
        )
        assert (sealed.status, given.status) == (200, 200)
        row = Submission.objects.get(game=game, seat=0)
        assert (row.action, row.by) == (mine, "player")
        # Her order sealed nothing after her own card, and was replaced if it was first.
        first, *replaced = logged_events(game, "sealed")
        assert first.data["replaces"] is None
        assert [one.data["replaces"] for one in replaced] in ([], [first.data["commitment"]])
        assert [*[first], *replaced][-1].data["commitment"] == sealed.json["commitment"]
