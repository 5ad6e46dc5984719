"""What one player alone is told stands in her feed among the events of her games."""

from collections.abc import Callable

import pytest

from games.background import due_turns
from tests.app.api.hearing import feed, types
from tests.app.api.refusals import nothing_changes
from tests.overdue import make_due
from tests.people import Person


def leaves_an_order(person: Person, game: str) -> None:
    plays = [{"card": person.sees(game)["mine"]["hand"][-1]}]
    said = person.put(f"/games/{game}/standing-order", {"order": {"plays": plays}})
    assert said.status == 200


@pytest.mark.django_db
def test_whispers_are_numbered_with_the_events_in_the_order_in_which_they_happened(
    ann: Person, table: Callable[..., str]
) -> None:
    game = table()
    leaves_an_order(ann, game)
    make_due(game)
    due_turns.sweep_due_turns()
    ann.seals_anything(game)
    heard = feed(ann)
    told = types(heard)
    assert told.count("order_followed") == 1
    assert told.index("turn_opened") < told.index("order_followed") < len(told) - 1
    assert [one["at"] for one in heard] == sorted(one["at"] for one in heard)


@pytest.mark.django_db
def test_a_whisper_that_was_read_is_read_the_same_again(
    ann: Person, table: Callable[..., str]
) -> None:
    game = table()
    leaves_an_order(ann, game)
    make_due(game)
    due_turns.sweep_due_turns()
    before = feed(ann)
    with nothing_changes():
        assert feed(ann) == before
    ann.seals_anything(game)
    assert feed(ann)[: len(before)] == before


@pytest.mark.django_db
def test_who_has_no_game_hears_of_the_seat_that_she_is_offered(
    ann: Person, bob: Person, dan: Person, table: Callable[..., str]
) -> None:
    game = table()
    assert feed(dan) == []
    bob.post(f"/games/{game}/resign")
    ann.put(f"/games/{game}/seats/1/offer", {"player": "dan"})
    (told,) = feed(dan)
    assert (told["type"], told["game"]) == ("offered_to_you", game)
