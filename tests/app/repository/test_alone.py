"""A card that closes no turn is sealed without a lock, unless somebody else has been faster."""

from collections.abc import Callable

import pytest

from games.background import due_turns
from games.clock.now import now
from games.models import Log, PrivateEvent, Turn
from games.play import submissions
from games.repository import loader
from games.repository.game_state import GameState
from games.repository.unit_of_work import save
from tests.factories import expire_turn
from tests.people import Person

pytestmark = pytest.mark.django_db

Meanwhile = Callable[[Callable[[], object]], None]


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Meanwhile:
    """Have something else happen between the reading of a game and the writing of a card."""

    def happens(something: Callable[[], object]) -> None:
        def late(game: GameState, *, if_unchanged: bool) -> bool:
            monkeypatch.setattr(submissions, "save", save)
            something()
            done = save(game, if_unchanged=if_unchanged)
            assert not done, "it would have been written over what has happened meanwhile"
            return done

        monkeypatch.setattr(submissions, "save", late)

    return happens


def answered(person: Person, game: str) -> list[bool]:
    return [one["answered"] for one in person.sees(game)["turn"]["asked"]]


def numbers(person: Person, game: str) -> list[int]:
    said = person.get(f"/games/{game}/events", page_size=100).json["results"]
    return [event["number"] for event in said]


def test_a_card_goes_without_a_lock_while_nobody_else_writes(
    ann: Person, table: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table()

    def lock(*_: object) -> GameState:
        raise AssertionError("There was no need for a lock.")

    monkeypatch.setattr(loader, "load_for_update", lock)
    assert ann.seals_anything(game).status == 200
    assert answered(ann, game) == [True, False, False]


def test_two_cards_at_once_are_both_sealed(
    ann: Person, bob: Person, table: Callable[..., str], meanwhile: Meanwhile
) -> None:
    game = table()
    meanwhile(lambda: bob.seals_anything(game))
    assert ann.seals_anything(game).status == 200
    assert answered(ann, game) == [True, True, False]
    told = numbers(ann, game)
    assert told == list(range(1, len(told) + 1))


def test_a_standing_order_that_is_given_meanwhile_keeps_its_number(
    ann: Person, bob: Person, table: Callable[..., str], meanwhile: Meanwhile
) -> None:
    """It adds no event to the log, but a private one, which has a number of its own."""
    game = table()
    order = {"order": {"plays": [{"card": first_card(bob, game)}]}}
    meanwhile(lambda: bob.put(f"/games/{game}/standing-order", order))
    assert ann.seals_anything(game).status == 200
    assert bob.sees(game)["mine"]["standing_order"]["order"] == order["order"]
    assert (
        Log.objects.get(pk=game).private_number
        == PrivateEvent.objects.filter(game=game).count()
        == 1
    )


def test_what_an_operator_changes_meanwhile_is_not_undone_by_a_card_that_replaces_another(
    ann: Person, table: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """To have a turn checked at once adds no event, so the card is written all the same."""
    game = table()
    first, second = ann.sees(game)["mine"]["legal_actions"][:2]
    assert ann.seals(game, first).status == 200
    open_turn = Turn.objects.filter(game=game)
    soon = now()

    def late(game: GameState, *, if_unchanged: bool) -> bool:
        open_turn.update(next_check_at=soon, bots_at=soon)
        done = save(game, if_unchanged=if_unchanged)
        assert done
        return done

    monkeypatch.setattr(submissions, "save", late)
    assert ann.seals(game, second).status == 200
    turn = open_turn.get()
    assert (turn.next_check_at, turn.bots_at) == (soon, soon)
    assert turn.changes[0] == 1


def first_card(person: Person, game: str) -> int:
    return int(person.sees(game)["mine"]["hand"][0])


def test_a_card_for_a_turn_that_closes_meanwhile_is_refused(
    ann: Person, table: Callable[..., str], meanwhile: Meanwhile
) -> None:
    game = table()

    def closes() -> None:
        expire_turn(game)
        due_turns.sweep_due_turns()

    meanwhile(closes)
    said = ann.seals_anything(game)
    assert (said.status, said.code) == (409, "turn_closed")
    assert ann.get(f"/games/{game}/turns/1").json["actions"][0]["by"] == "clock"


def test_the_same_card_twice_at_once_gives_the_same_receipt(
    ann: Person, table: Callable[..., str], meanwhile: Meanwhile
) -> None:
    game = table()
    card = {"type": "play", "card": ann.sees(game)["mine"]["hand"][0]}
    first: list[object] = []
    meanwhile(lambda: first.append(ann.seals(game, card).json))
    assert [ann.seals(game, card).json] == first
