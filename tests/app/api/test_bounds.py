"""What others hear of is bounded for each player: nobody can have them told of the same thing for ever."""

from datetime import timedelta

import pytest

from games.lobby import limits, vacations
from games.models import PrivateEvent, Question, Submission
from games.play import answers
from tests.app.api.calls import (
    DAY,
    decline_seat,
    hand,
    offer_seat,
    order_of,
    post_vacation,
    put_order,
    resign,
    withdraw_offer,
)
from tests.app.api.calls import vote_pause as agree_to_pause
from tests.app.api.conftest import Table
from tests.app.api.events import log
from tests.app.api.refusals import nothing_changes, refused
from tests.app.api.threads import threads
from tests.event_log import logged_events
from tests.people import Answer, Person

pytestmark = pytest.mark.usefixtures("time")


def withdraw_answer(person: Person, game: str) -> Answer:
    return person.delete(f"/games/{game}/turns/1/submission")


def test_an_answer_is_changed_so_often_in_a_turn_and_then_stays(ann, bob, cat, table) -> None:
    game = table()
    actions = ann.sees(game)["mine"]["legal_actions"][:2]
    assert ann.seals(game, actions[0]).status == 200
    for place in range(answers.MAX_CHANGES_PER_TURN - 1):
        assert ann.seals(game, actions[(place + 1) % 2]).status == 200
    assert withdraw_answer(ann, game).status < 300
    last = ann.seals(game, actions[0]).json
    with nothing_changes():
        refused(ann.seals(game, actions[1]), 409, "too_many_changes")
        refused(withdraw_answer(ann, game), 409, "too_many_changes")
        assert ann.seals(game, actions[0]).json == last, "the same again is no change"
    assert len(log(ann, game, "sealed", "withdrawn")) == answers.MAX_CHANGES_PER_TURN + 2
    # It is ann's alone, and for this turn alone.
    others = bob.sees(game)["mine"]["legal_actions"][:2]
    assert [bob.seals(game, action).status for action in others] == [200, 200]
    cat.seals_anything(game)
    action = ann.sees(game)["mine"]["legal_actions"]
    assert [ann.seals(game, one).status for one in action[:2]] == [200, 200]


@pytest.mark.django_db(transaction=True)
def test_changes_that_come_at_once_are_each_counted(ann, table, monkeypatch) -> None:
    monkeypatch.setattr(answers, "MAX_CHANGES_PER_TURN", 3)
    game = table()
    actions = ann.sees(game)["mine"]["legal_actions"]
    ann.seals(game, actions[0], 1)
    with threads() as at_once:
        calls = [at_once.start(ann.seals, game, action, 1) for action in actions[1:9]]
        said = [call.result().status for call in calls]
    assert sorted(said) == [200] * 3 + [409] * 5
    assert len(logged_events(game, "sealed")) == 4
    asked = Question.objects.filter(game=game).order_by("seat__number")
    assert [*asked.values_list("changes", flat=True)] == [3, 0, 0]
    assert Submission.objects.filter(game=game).count() == 1


def test_orders_are_given_so_often_in_a_turn(ann, bob, cat, table) -> None:
    game = table()
    held = hand(ann, game)
    for place in range(limits.MAX_OTHER_ACTIONS):
        assert put_order(ann, game, order_of(held[place % 2])).status == 200
    with nothing_changes():
        refused(put_order(ann, game, order_of(held[0])), 409, "too_many_changes")
    assert ann.delete(f"/games/{game}/standing-order").status == 204, "what stands can be ended"
    assert put_order(bob, game, order_of(hand(bob, game)[0])).status == 200
    for person in (ann, bob, cat):
        person.seals_anything(game)
    assert put_order(ann, game, order_of(hand(ann, game)[0])).status == 200


def test_pauses_are_proposed_so_often_in_a_turn(ann: Person, bob: Person, table: Table) -> None:
    game = table()
    for hours in range(1, limits.MAX_OTHER_ACTIONS + 1):
        assert agree_to_pause(ann, game, f"PT{hours}H").status == 200
        if hours % 2:
            assert bob.delete(f"/games/{game}/pause").status == 204
    with nothing_changes():
        refused(agree_to_pause(ann, game, "PT99H"), 409, "too_many_changes")
    agreed_before = f"PT{limits.MAX_OTHER_ACTIONS}H"
    assert agree_to_pause(ann, game, agreed_before).status == 200
    assert bob.delete(f"/games/{game}/pause").status == 204
    assert agree_to_pause(bob, game, "PT5H").status == 200


def test_seats_are_offered_so_often(ann, bob, dan, table, monkeypatch) -> None:
    game = table()
    resign(bob, game)
    for place in range(limits.MAX_OFFERS_PER_PLAYER):
        assert offer_seat(ann, game, 1, "dan").status == 200
        assert (withdraw_offer(ann, game, 1) if place else decline_seat(dan, game, 1)).status == 204
    with nothing_changes():
        refused(offer_seat(ann, game, 1, "dan"), 409, "too_many_changes")
    told = PrivateEvent.objects.filter(type="offered_to_you").count()
    assert told == limits.MAX_OFFERS_PER_PLAYER
    for name in ("eve", "fay"):
        Person.signs_up(name)
    assert offer_seat(ann, game, 1, "eve").status == 200
    # Altogether too.
    monkeypatch.setattr(limits, "MAX_OFFERS_PER_GAME", limits.MAX_OFFERS_PER_PLAYER + 1)
    with nothing_changes():
        refused(offer_seat(ann, game, 1, "fay"), 409, "too_many_changes")


def test_a_player_sits_down_so_often_before_the_start(ann, bob, cat) -> None:
    game = ann.opens(3)
    for _ in range(limits.MAX_JOINS_PER_PLAYER):
        bob.joins(game)
        assert bob.post(f"/games/{game}/leave").status == 204
    with nothing_changes():
        refused(bob.post(f"/games/{game}/join"), 409, "too_many_changes")
    cat.joins(game)


def test_vacations_are_announced_so_often_even_if_each_is_called_off(ann, table, time) -> None:
    game = table()
    for _ in range(vacations.MAX_ANNOUNCED):
        said = post_vacation(ann, time.now + DAY, time.now + 2 * DAY)
        assert said.status == 201
        assert ann.delete(f"/me/vacations/{said.json['id']}").status == 204
    with nothing_changes():
        refused(post_vacation(ann, time.now, time.now + DAY), 409, "too_many_changes")
    assert len(log(ann, game, "vacation")) == 2 * vacations.MAX_ANNOUNCED
    time.advance(days=vacations.COUNTED / timedelta(days=1))
    assert post_vacation(ann, time.now, time.now + DAY).status == 201
