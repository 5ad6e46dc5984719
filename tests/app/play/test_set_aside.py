"""A game whose rules raise: nothing acknowledged is lost, nothing sealed is told, and it is tried again."""

import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from games.background import botplay, due_turns
from games.models import Game, Log, Seat, Submission, Turn
from games.play import faults, turns
from games.rulesets.turn_the_tide.rules.ruleset import TurnTheTide
from games.rulesets.turn_the_tide.rules.state import TurnTheTideState
from players.models import Player
from tests.app.api.calls import hand, order_of, play, put_order, seal_all, with_test_token
from tests.app.api.events import log, types
from tests.app.api.refusals import nothing_changes, refused, rows
from tests.event_log import logged_events
from tests.factories import answers_to, deadlines_of, make_game
from tests.moving_time import MONDAY, Time
from tests.people import PASSWORD, People, Person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("time")]

SECRET = "the queen of shells lies face down"


def fail(state: TurnTheTideState, *_: Any) -> Any:
    cause = LookupError(f"{SECRET}: {state.dealt}")
    raise RuntimeError(f"{SECRET}: {state.tides_left}") from cause


@pytest.fixture
def fault(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """The rules raise whenever a round is to be closed, with cards in what they say."""
    with monkeypatch.context() as patch:
        patch.setattr(TurnTheTide, "close_turn", staticmethod(fail))
        yield patch


def open_turn(game: str) -> Turn:
    return Turn.objects.get(game=game, closed_at=None)


# -- the last answer


@pytest.mark.parametrize("late", [False, True])
def test_the_last_answer_is_kept(
    people: People, time: Time, fault: pytest.MonkeyPatch, late: bool
) -> None:
    if late:
        fault.undo()
    ann, game = people[0], make_game(people)
    if late:  # The round is closed, and the next turn cannot be opened.
        fault.setattr(TurnTheTide, "turn_heading", staticmethod(fail))
    time.advance(hours=1)
    receipts = [person.seals_anything(game).json for person in people[:2]]
    before = rows()
    receipts.append(people[2].seals_anything(game).json)
    after = rows()
    assert (open_turn(game).number, open_turn(game).faults) == (1, 1)
    # Nothing else has changed but the event, and when the turn is tried again.
    changed = {name for name in after if after[name] != before[name]}
    assert changed == {"Submission", "Log", "Event", "Turn"}
    (old,), (new,) = before["Turn"], after["Turn"]
    assert {name for name in new if new[name] != old[name]} == {"faults", "fault", "next_check_at"}
    for person, receipt in zip(people, receipts, strict=True):
        assert person.get(f"/games/{game}/turns/1/submission").json == receipt
    seen = ann.sees(game)
    assert (seen["status"], seen["turn"]["number"]) == ("running", 1)
    assert [one["answered"] for one in seen["turn"]["asked"]] == [True] * 3
    with nothing_changes():
        # The same answer again tries nothing.
        assert people[2].seals(game, receipts[2]["action"], 1).json == receipts[2]
    fault.undo()
    time.sweep_after(seconds=4)
    assert open_turn(game).number == 1
    time.sweep_after(seconds=1)
    assert open_turn(game).number == 2
    actions = ann.get(f"/games/{game}/turns/1").json["actions"]
    for name in ("action", "nonce"):
        assert [one[name] for one in actions] == [one[name] for one in receipts]
    assert {one["by"] for one in actions} == {"player"}
    assert len(logged_events(game, "turn_closed")) == 1


def test_so_is_one_by_a_standing_order(people: People, fault: pytest.MonkeyPatch) -> None:
    (ann, bob, cat), game = people, make_game(people)
    seal_all(game, bob, cat)
    card = hand(ann, game)[-1]
    assert put_order(ann, game, order_of(card), at_once=True).status == 200
    assert open_turn(game).faults == 1
    sealed = ann.get(f"/games/{game}/turns/1/submission").json
    assert (sealed["action"], sealed["by"]) == (play(card), "order")


def test_so_is_one_by_an_absent_player(
    people: People, time: Time, fault: pytest.MonkeyPatch
) -> None:
    fail = TurnTheTide.close_turn
    fault.undo()
    (ann, bob, cat), game = people, make_game(people, absence={"bot_after": 1})
    seal_all(game, bob, cat)
    time.sweep_after(hours=24)
    assert Seat.objects.get(game=game, number=0).away == "absent"
    fault.setattr(TurnTheTide, "close_turn", staticmethod(fail))
    seal_all(game, bob, cat, ann)
    turn = open_turn(game)
    assert (turn.number, turn.faults) == (2, 1)
    assert turn.next_check_at == time.now + faults.MIN_RETRY_DELAY
    sealed = [*answers_to(turn).values_list("question__seat__number", "by")]
    assert sealed == [(seat, "player") for seat in range(3)]
    assert Seat.objects.get(game=game, number=0).away is None


def test_so_is_one_by_a_bot(
    ann: Person, fault: pytest.MonkeyPatch, time: Time, caplog: pytest.LogCaptureFixture
) -> None:
    game = ann.opens(3, bots=["random", "random"])
    seal_all(game, ann)
    botplay.move_bots(game)
    turn = open_turn(game)
    assert (turn.number, turn.faults, answers_to(turn).count()) == (1, 1, 3)
    assert SECRET not in caplog.text
    fault.undo()
    time.sweep_after(seconds=5)
    assert open_turn(game).number == 2


def test_answers_can_be_changed_then(people: People, time: Time, fault: pytest.MonkeyPatch) -> None:
    (ann, bob, _), game = people, make_game(people)
    seal_all(game, *people)
    other = ann.sees(game)["mine"]["legal_actions"][5]
    assert ann.seals(game, other, 1).json["action"] == other
    assert open_turn(game).faults == 2
    assert bob.delete(f"/games/{game}/turns/1/submission").status == 200
    fault.undo()
    time.sweep_after(minutes=1)
    assert open_turn(game).number == 1, "bob is waited for"
    seal_all(game, bob)
    assert open_turn(game).number == 2
    assert ann.get(f"/games/{game}/turns/1").json["actions"][0]["action"] == other


def test_a_fault_of_the_database_is_another(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise OperationalError("the server closed the connection")

    (ann, bob, cat), game = people, make_game(people)
    seal_all(game, ann, bob)
    address, card = f"/games/{game}/turns/1/submission", {"action": play(hand(cat, game)[0])}
    with monkeypatch.context() as patch, nothing_changes():
        patch.setattr(turns, "close", fail)
        said = cat.call("PUT", address, card, fault=True)
        assert (said.status, said.code) == (503, "unavailable")
    assert cat.put(address, card).status == 200
    assert open_turn(game).number == 2


# -- the sweep


def test_an_open_turn_is_as_it_was(people: People, time: Time, fault: pytest.MonkeyPatch) -> None:
    (ann, bob, _), game = people, make_game(people)
    receipt = ann.seals_anything(game).json
    dues = deadlines_of(open_turn(game))
    time.sweep_after(hours=24)
    turn = open_turn(game)
    assert (turn.number, turn.faults, deadlines_of(turn)) == (1, 1, dues)
    assert [row.question.seat.number for row in answers_to(turn)] == [0]
    assert Log.objects.get(pk=game).event_number == len(logged_events(game))
    assert [seat["missed"] for seat in ann.sees(game)["seats"]] == [0, 0, 0]
    assert bob.seals_anything(game).status == 200, "who comes late may still answer"
    fault.undo()
    time.sweep_after(minutes=1)
    by = [one["by"] for one in ann.get(f"/games/{game}/turns/1").json["actions"]]
    assert by == ["player", "player", "clock"]
    assert ann.get(f"/games/{game}/turns/1/submission").json == receipt
    turn = open_turn(game)
    assert (turn.number, turn.faults, turn.fault) == (2, 0, "")
    assert turn.due_at == time.now + timedelta(hours=24), "and with its whole time"


def test_a_game_whose_rules_are_gone_holds_up_nobody(people: People, time: Time) -> None:
    (ann, bob, _), stranded, sound = people, make_game(people), make_game(people)
    Game.objects.filter(pk=stranded).update(rules_version=99)
    time.sweep_after(hours=25)
    assert (open_turn(stranded).number, open_turn(stranded).faults) == (1, 1)
    assert open_turn(sound).number == 2
    assert ann.post("/me/vacations", {"until": "2027-03-10T00:00:00Z"}).status == 201
    assert len(log(bob, sound, "vacation")) == 1


def test_it_is_tried_ever_less_often(people: People, time: Time, fault: pytest.MonkeyPatch) -> None:
    game = make_game(people)
    time.sweep_after(hours=24)
    with nothing_changes():
        assert due_turns.sweep_due_turns() == 0, "between two tries it is left alone"
    waits = []
    for _ in range(12):
        turn = open_turn(game)
        waits.append((turn.next_check_at - time.now).total_seconds())
        time.sweep_at(turn.next_check_at)
    assert waits == [5, 10, 20, 40, 80, 160, 320, 600, 600, 600, 600, 600]
    turn = open_turn(game)
    assert (turn.faults, turn.due_at) == (13, MONDAY + timedelta(hours=24))


def test_moved_time_stays_moved(people: People, settings: Any, fault: pytest.MonkeyPatch) -> None:
    settings.TIDE_SANDBOX_ENABLED = True
    tester, game = with_test_token(people[0]), make_game(people)
    said = tester.post(f"/games/{game}/clock/forward", {"by": "PT24H"})
    assert (said.status, said.json["turn"]["number"]) == (200, 1)
    assert said.json["clock"]["ahead"] == "PT24H"
    assert (open_turn(game).faults, Submission.objects.count()) == (1, 0)
    assert types(log(people[1], game))[-2:] == ["turn_opened", "clock_moved"]


# -- what is told of it


def list_secrets(game: str) -> list[str]:
    """Return what the rules say, hands, tides to come and what is sealed, as a message would have them."""
    state: Any = Game.objects.get(pk=game).state
    sealed = [one.action for one in Submission.objects.filter(game=game)]
    hidden = [*state["dealt"], state["tides_left"], *sealed]
    return [SECRET, *(str(one).strip("[]{}") for one in hidden)]


def test_nothing_that_the_rules_say_reaches_anybody(
    people: People, time: Time, fault: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    Player.objects.create_superuser("olga", password=PASSWORD)
    operator, game = Client(), make_game(people)
    assert operator.login(username="olga", password=PASSWORD)
    # The rules raise for a player, and again for the sweep.
    receipts = [person.seals_anything(game).json for person in people]
    time.sweep_after(seconds=5)
    turn = open_turn(game)
    assert turn.faults == 2
    written = [record for record in caplog.records if record.name == "games.play.faults"]
    assert [record.levelname for record in written] == ["ERROR", "ERROR"]
    for record in written:
        assert game in record.getMessage()
        assert "RuntimeError" in record.getMessage()
        assert record.exc_info is None
    kind, *lines = turn.fault.splitlines()
    assert kind == "RuntimeError"
    assert any("turns.py" in line and line.endswith(" _close_turn") for line in lines)
    aside = "/admin/games/game/?clock=aside"
    listed = operator.get(aside).content.decode()
    shown = operator.get(f"/admin/games/turn/{turn.pk}/change/").content.decode()
    assert game in listed
    assert "RuntimeError" in shown
    drawn = [one[name] for one in receipts for name in ("receipt", "nonce")]
    for secret in (*drawn, *list_secrets(game)):
        for place in (caplog.text, turn.fault, listed, shown):
            assert secret not in place
    for person in (people[0], Person()):
        for rest in ("", "/events", "/turns/1", "/stages"):
            assert SECRET not in person.get(f"/games/{game}{rest}").raw.decode()
    # An operator can have it tried again.
    fault.undo()
    said = operator.post(aside, {"action": "retry", "_selected_action": [game]}, follow=True)
    assert said.status_code == 200
    assert open_turn(game).next_check_at == time.now
    time.sweep_after(seconds=0)
    assert open_turn(game).number == 2
    assert game not in operator.get(aside).content.decode()


def test_no_other_call_ends_with_an_error(people: People, fault: pytest.MonkeyPatch) -> None:
    (ann, _, cat), game = people, make_game(people)
    seal_all(game, *people)
    assert [one["game"] for one in ann.get("/me/turns").json["results"]] == [game]
    assert ann.get("/me/events").status == 200
    assert ann.put(f"/games/{game}/pause", {"length": "P1D"}).status == 200
    assert cat.post(f"/games/{game}/resign").status == 204
    with nothing_changes():
        refused(ann.get(f"/games/{game}/record"), 409, "game_not_finished")
