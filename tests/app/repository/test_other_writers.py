"""Reads and cards beside other writers: what is shown is of one moment, and nothing written is lost.

A card that closes no turn is sealed without a lock, unless somebody else has been faster. A game that was
read before its lock was taken is good as long as nobody has written to it since.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

import pytest

from common.db.sql import fetch_row
from games.background import due_turns
from games.clock.now import now
from games.models import Game, Log, PrivateEvent, Question, Submission, Turn
from games.play import submissions
from games.repository import games
from games.repository.game_state import GameState
from games.repository.games import LOCK, save_games
from games.visibility.game_view import GameView
from players.models import Player
from tests.app.api.calls import hand, order_of, play, put_order, seal_all
from tests.app.repository.racing import has_no_gaps
from tests.factories import answers_to, expire_turn, make_game
from tests.people import People, Person

pytestmark = pytest.mark.django_db

BeforeSave = Callable[[Callable[[], object]], None]


@pytest.fixture
def before_save(monkeypatch: pytest.MonkeyPatch) -> BeforeSave:
    """Have something else happen between the reading of a game and the writing of a card."""

    def arrange(something: Callable[[], object]) -> None:
        def save_late(some: Sequence[GameState], *, if_unchanged: bool) -> bool:
            monkeypatch.setattr(submissions, "save_games", save_games)
            something()
            done = save_games(some, if_unchanged=if_unchanged)
            assert not done, "it would have been written over what has happened meanwhile"
            return done

        monkeypatch.setattr(submissions, "save_games", save_late)

    return arrange


def answered(person: Person, game: str) -> list[bool]:
    return [one["answered"] for one in person.sees(game)["turn"]["asked"]]


def test_a_card_needs_no_lock(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_game(people)

    def lock(*_: object, **__: object) -> GameState:
        raise AssertionError("There was no need for a lock.")

    monkeypatch.setattr(games, "load_for_update", lock)
    assert people[0].seals_anything(game).status == 200
    assert answered(people[0], game) == [True, False, False]


def test_two_cards_at_once_are_both_sealed(people: People, before_save: BeforeSave) -> None:
    (ann, bob, _), game = people, make_game(people)
    before_save(lambda: bob.seals_anything(game))
    assert ann.seals_anything(game).status == 200
    assert answered(ann, game) == [True, True, False]
    assert has_no_gaps(game)


def test_an_order_given_meanwhile_keeps_its_number(people: People, before_save: BeforeSave) -> None:
    """It adds no event to the log, but a private one, which has a number of its own."""
    (ann, bob, _), game = people, make_game(people)
    order = order_of(hand(bob, game)[0])
    before_save(lambda: put_order(bob, game, order))
    assert ann.seals_anything(game).status == 200
    assert bob.sees(game)["mine"]["standing_order"]["order"] == order
    told = PrivateEvent.objects.filter(game=game)
    assert Log.objects.get(pk=game).private_number == told.count() == 1


def test_what_an_operator_changes_meanwhile_is_not_undone(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To have a turn checked at once adds no event, so the card is written all the same."""
    ann, game = people[0], make_game(people)
    first, second = ann.sees(game)["mine"]["legal_actions"][:2]
    assert ann.seals(game, first).status == 200
    open_turn = Turn.objects.filter(game=game)
    soon = now()

    def save_late(some: Sequence[GameState], *, if_unchanged: bool) -> bool:
        open_turn.update(next_check_at=soon, bots_at=soon)
        done = save_games(some, if_unchanged=if_unchanged)
        assert done
        return done

    monkeypatch.setattr(submissions, "save_games", save_late)
    assert ann.seals(game, second).status == 200
    turn = open_turn.get()
    changes = Question.objects.filter(turn=turn, seat__number=0).values_list("changes", flat=True)
    assert (turn.next_check_at, turn.bots_at, *changes) == (soon, soon, 1)


def test_a_card_for_a_turn_that_closes_is_refused(people: People, before_save: BeforeSave) -> None:
    ann, game = people[0], make_game(people)

    def close_turn() -> None:
        expire_turn(game)
        due_turns.sweep_due_turns()

    before_save(close_turn)
    said = ann.seals_anything(game)
    assert (said.status, said.code) == (409, "turn_closed")
    assert ann.get(f"/games/{game}/turns/1").json["actions"][0]["by"] == "clock"


def test_the_same_card_at_once_has_the_same_receipt(
    people: People, before_save: BeforeSave
) -> None:
    ann, game = people[0], make_game(people)
    card = play(hand(ann, game)[0])
    first: list[object] = []
    before_save(lambda: first.append(ann.seals(game, card).json))
    assert [ann.seals(game, card).json] == first


def test_the_last_card_closes_the_turn_with_what_others_have_changed(people: People) -> None:
    """A card in the place of another, and an order that is followed in the next turn."""
    (ann, bob, cat), game = people, make_game(people)
    seal_all(game, bob, cat)
    read = games.load(game)
    gone, *held = reversed(hand(bob, game))
    assert bob.seals(game, play(gone)).status == 200
    assert put_order(bob, game, order_of(*held), at_once=True).status == 200
    submissions.submit(game, 1, read.seats[0].owner_id or 0, play(hand(ann, game)[0]), read)
    assert ann.get(f"/games/{game}/turns/1").json["actions"][1]["action"] == play(gone)
    assert Game.objects.get(pk=game).turn_number == 2
    second = Turn.objects.get(game=game, number=2)
    assert answers_to(second).get(question__seat__number=1).by == Submission.By.ORDER


def test_a_slow_card_is_sealed_at_its_end(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, game = people[0], make_game(people)
    card = play(hand(ann, game)[0])
    opened = datetime.fromisoformat(ann.sees(game)["turn"]["opened_at"])
    monkeypatch.setattr(games, "monotonic", lambda: monotonic() + 300)
    sealed = datetime.fromisoformat(ann.seals(game, card).json["sealed_at"])
    assert sealed - opened >= timedelta(minutes=5)


def test_who_has_no_seat_is_refused_before_the_lock(people: People, dan: Person) -> None:
    game = make_game(people)
    assert fetch_row(LOCK, game=game, player=Player.objects.get(username="dan").pk) is None
    assert dan.seals(game, {"type": "play", "card": 1}, 1).code == "not_a_player"
    assert fetch_row(LOCK, game=game, player=Player.objects.get(username="ann").pk) is not None


def test_turn_hand_and_table_that_are_shown_are_of_one_moment(people: People) -> None:
    ann, game = people[0], make_game(people)
    seen = GameView.load(game, Player.objects.get(username="ann"))
    before = ann.sees(game)
    seal_all(game, *people)
    shown: Any = seen.get_game()
    assert ann.sees(game)["turn"]["number"] == 2
    assert shown["turn"]["number"] == 1
    assert shown["table"] == before["table"]
    assert shown["mine"]["legal_actions"] == before["mine"]["legal_actions"]
