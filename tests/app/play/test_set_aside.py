"""A game whose rules raise: nothing acknowledged is lost, nothing sealed is told, and it is tried again."""

import logging
from collections.abc import Callable, Iterator
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
from tests import dealing
from tests.app.api.refusals import nothing_changes, refused
from tests.event_log import logged_events
from tests.moving_time import MONDAY, Time, standing
from tests.people import PASSWORD, Person

pytestmark = pytest.mark.django_db

SECRET = "the queen of shells lies face down"


@pytest.fixture(autouse=True)
def time() -> Iterator[Time]:
    with dealing.alike(), standing() as time:
        yield time


@pytest.fixture
def ill(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """The rules raise whenever a round is to be closed, with cards in what they say."""

    def raises(state: TurnTheTideState, *_: Any) -> Any:
        cause = LookupError(f"{SECRET}: {state.dealt}")
        raise RuntimeError(f"{SECRET}: {state.tides_left}") from cause

    with monkeypatch.context() as patch:
        patch.setattr(TurnTheTide, "close_turn", staticmethod(raises))
        yield patch


def open_turn(game: str) -> Turn:
    return Turn.objects.get(game=game, closed_at=None)


def all_seal(game: str, *people: Person) -> list[Any]:
    said = [person.seals_anything(game) for person in people]
    assert [one.status for one in said] == [200] * len(people)
    return [one.json for one in said]


# -- in a sandbox


def test_time_that_was_moved_stays_moved_though_the_turn_cannot_be_closed(
    ann: Person, bob: Person, table: Callable[..., str], settings: Any, ill: pytest.MonkeyPatch
) -> None:
    settings.TIDE_SANDBOX_ENABLED = True
    wish = {"username": "ann", "password": PASSWORD, "test": True}
    tester = Person(ann.post("/me/tokens", wish).json["token"], "ann")
    game = table()
    said = tester.post(f"/games/{game}/clock/forward", {"by": "PT24H"})
    assert (said.status, said.json["turn"]["number"]) == (200, 1)
    assert said.json["clock"]["ahead"] == "PT24H"
    assert (open_turn(game).faults, Submission.objects.count()) == (1, 0)
    kinds = [event["type"] for event in bob.get(f"/games/{game}/events").json["results"]]
    assert kinds[-2:] == ["turn_opened", "clock_moved"]


# -- the last answer comes from a player


def test_the_last_answer_is_acknowledged_and_kept_though_the_turn_cannot_be_closed(
    ann: Person,
    bob: Person,
    cat: Person,
    table: Callable[..., str],
    time: Time,
    ill: pytest.MonkeyPatch,
) -> None:
    game = table()
    time.goes_on(hours=1)
    receipts = all_seal(game, ann, bob, cat)
    turn = open_turn(game)
    assert (turn.number, turn.faults) == (1, 1)
    for person, receipt in zip((ann, bob, cat), receipts, strict=True):
        assert person.get(f"/games/{game}/turns/1/submission").json == receipt
    seen = ann.sees(game)
    assert (seen["status"], seen["turn"]["number"]) == ("running", 1)
    assert [one["answered"] for one in seen["turn"]["asked"]] == [True] * 3
    assert not logged_events(game, "turn_closed")


def test_what_was_sealed_is_played_once_the_rules_are_mended(
    ann: Person,
    bob: Person,
    cat: Person,
    table: Callable[..., str],
    time: Time,
    ill: pytest.MonkeyPatch,
) -> None:
    game = table()
    receipts = all_seal(game, ann, bob, cat)
    ill.undo()
    time.passes(seconds=4)
    assert open_turn(game).number == 1
    time.passes(seconds=1)
    assert open_turn(game).number == 2
    actions = ann.get(f"/games/{game}/turns/1").json["actions"]
    assert [one["action"] for one in actions] == [one["action"] for one in receipts]
    assert {one["by"] for one in actions} == {"player"}
    assert len(logged_events(game, "turn_closed")) == 1


def test_so_it_is_when_the_last_answer_is_a_standing_order(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], ill: pytest.MonkeyPatch
) -> None:
    game = table()
    all_seal(game, bob, cat)
    card = ann.sees(game)["mine"]["hand"][-1]
    order = {"order": {"plays": [{"card": card}]}, "at_once": True}
    assert ann.put(f"/games/{game}/standing-order", order).status == 200
    assert open_turn(game).faults == 1
    sealed = ann.get(f"/games/{game}/turns/1/submission").json
    assert (sealed["action"]["card"], sealed["by"]) == (card, "order")


def test_and_when_it_is_of_somebody_for_whom_a_bot_has_stood_in(
    ann: Person,
    bob: Person,
    cat: Person,
    table: Callable[..., str],
    time: Time,
    ill: pytest.MonkeyPatch,
) -> None:
    raises = TurnTheTide.close_turn
    ill.undo()
    game = table(absence={"bot_after": 1})
    all_seal(game, bob, cat)
    time.passes(hours=24)
    assert Seat.objects.get(game=game, number=0).away == "absent"
    ill.setattr(TurnTheTide, "close_turn", staticmethod(raises))
    all_seal(game, bob, cat, ann)
    turn = open_turn(game)
    assert (turn.number, turn.faults) == (2, 1)
    assert turn.next_check_at == time.now + faults.MIN_RETRY_DELAY
    assert Seat.objects.get(game=game, number=0).away is None


def test_and_when_it_is_a_bots(
    ann: Person, ill: pytest.MonkeyPatch, time: Time, caplog: pytest.LogCaptureFixture
) -> None:
    game = ann.opens(3, bots=["random", "random"])
    all_seal(game, ann)
    botplay.move_bots(game)
    turn = open_turn(game)
    assert (turn.number, turn.faults, turn.submissions.count()) == (1, 1, 3)
    assert SECRET not in caplog.text
    ill.undo()
    time.passes(seconds=5)
    assert open_turn(game).number == 2


def test_the_same_answer_again_has_the_same_receipt_and_tries_nothing(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], ill: pytest.MonkeyPatch
) -> None:
    game = table()
    *_, receipt = all_seal(game, ann, bob, cat)
    with nothing_changes():
        assert cat.seals(game, receipt["action"], 1).json == receipt


def test_while_it_is_set_aside_answers_can_be_replaced_and_withdrawn(
    ann: Person,
    bob: Person,
    cat: Person,
    table: Callable[..., str],
    time: Time,
    ill: pytest.MonkeyPatch,
) -> None:
    game = table()
    all_seal(game, ann, bob, cat)
    other = ann.sees(game)["mine"]["legal_actions"][5]
    assert ann.seals(game, other, 1).json["action"] == other
    assert open_turn(game).faults == 2
    assert bob.delete(f"/games/{game}/turns/1/submission").status == 200
    ill.undo()
    time.passes(minutes=1)
    assert open_turn(game).number == 1, "bob is waited for"
    all_seal(game, bob)
    assert open_turn(game).number == 2
    assert ann.get(f"/games/{game}/turns/1").json["actions"][0]["action"] == other


def test_a_fault_of_the_database_is_none_of_the_rules_and_acknowledges_nothing(
    ann: Person,
    bob: Person,
    cat: Person,
    table: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_: Any) -> None:
        raise OperationalError("the server closed the connection")

    game = table()
    all_seal(game, ann, bob)
    card = {"action": cat.sees(game)["mine"]["legal_actions"][0]}
    with monkeypatch.context() as patch, nothing_changes():
        patch.setattr(turns, "close", fails)
        said = cat.call("PUT", f"/games/{game}/turns/1/submission", card, fault=True)
        assert (said.status, said.code) == (503, "unavailable")
    assert cat.put(f"/games/{game}/turns/1/submission", card).status == 200
    assert open_turn(game).number == 2


# -- the sweep


def test_what_the_sweep_could_not_close_is_as_it_was(
    ann: Person, bob: Person, table: Callable[..., str], time: Time, ill: pytest.MonkeyPatch
) -> None:
    game = table()
    (receipt,) = all_seal(game, ann)
    dues = open_turn(game).dues
    time.passes(hours=24)
    turn = open_turn(game)
    assert (turn.number, turn.faults, turn.dues) == (1, 1, dues)
    assert [row.seat for row in turn.submissions.all()] == [0]
    assert Log.objects.get(pk=game).event_number == len(logged_events(game))
    assert [seat["missed"] for seat in ann.sees(game)["seats"]] == [0, 0, 0]
    assert bob.seals_anything(game).status == 200, "who comes late may still answer"
    ill.undo()
    time.passes(minutes=1)
    by = [one["by"] for one in ann.get(f"/games/{game}/turns/1").json["actions"]]
    assert by == ["player", "player", "clock"]
    assert ann.get(f"/games/{game}/turns/1/submission").json == receipt


def test_rules_that_cannot_even_say_what_the_clock_plays_hold_up_no_other_game(
    ann: Person, table: Callable[..., str], time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = table()
    time.goes_on(minutes=1)
    sound = ann.post(
        "/games", {"ruleset": "high_tide", "seat_count": 3, "bots": ["random"] * 2}
    ).json
    with monkeypatch.context() as patch:
        patch.setattr(TurnTheTide, "choose_fallback", lambda *_: 1 / 0)
        time.passes(hours=25)
        assert open_turn(broken).faults == 1
    assert Game.objects.get(pk=sound["id"]).turn_number > 1
    time.passes(minutes=1)
    assert open_turn(broken).number == 2


def test_a_game_whose_rules_are_not_here_any_more_holds_up_nobody(
    ann: Person, bob: Person, table: Callable[..., str], time: Time
) -> None:
    stranded, sound = table(), table()
    Game.objects.filter(pk=stranded).update(rules_version=99)
    time.passes(hours=25)
    assert (open_turn(stranded).number, open_turn(stranded).faults) == (1, 1)
    assert open_turn(sound).number == 2
    assert ann.post("/me/vacations", {"until": "2027-03-10T00:00:00Z"}).status == 201
    kinds = [event["type"] for event in bob.get(f"/games/{sound}/events").json["results"]]
    assert "vacation" in kinds


def test_it_is_tried_less_and_less_often_and_at_least_every_ten_minutes(
    table: Callable[..., str], time: Time, ill: pytest.MonkeyPatch
) -> None:
    game = table()
    time.passes(hours=24)
    waits = []
    for _ in range(12):
        turn = open_turn(game)
        waits.append((turn.next_check_at - time.now).total_seconds())
        time.comes(turn.next_check_at)
    assert waits == [5, 10, 20, 40, 80, 160, 320, 600, 600, 600, 600, 600]
    turn = open_turn(game)
    assert (turn.faults, turn.due_at) == (13, MONDAY + timedelta(hours=24))


def test_between_two_tries_the_sweep_leaves_it_alone(
    table: Callable[..., str], time: Time, ill: pytest.MonkeyPatch
) -> None:
    game = table()
    time.passes(hours=24)
    with nothing_changes():
        assert due_turns.sweep_due_turns() == 0
        time.passes(seconds=4)
    assert open_turn(game).faults == 1


def test_whoever_has_it_tried_at_once_need_not_wait(
    table: Callable[..., str], time: Time, ill: pytest.MonkeyPatch
) -> None:
    game, sound = table(), table(clock={"per_turn": "P2D"})
    time.passes(hours=24)
    ill.undo()
    assert faults.find_games_set_aside() == [game]
    assert faults.retry_game(sound) is False
    assert faults.retry_game("nosuchgame") is False
    assert faults.retry_game(game) is True
    time.passes(seconds=0)
    assert open_turn(game).number == 2
    assert faults.find_games_set_aside() == []
    assert faults.retry_game(game) is False


def test_a_turn_after_it_begins_with_no_fault(
    table: Callable[..., str], time: Time, ill: pytest.MonkeyPatch
) -> None:
    game = table()
    time.passes(hours=24)
    ill.undo()
    time.passes(seconds=5)
    turn = open_turn(game)
    assert (turn.number, turn.faults, turn.fault) == (2, 0, "")
    assert turn.due_at == time.now + timedelta(hours=24), "and with its whole time"


# -- what is told of it


def fault_everywhere(game: str, ann: Person, bob: Person, cat: Person, time: Time) -> None:
    """The rules raise for a player, and again for the sweep."""
    all_seal(game, ann, bob, cat)
    time.passes(seconds=5)
    assert open_turn(game).faults == 2


def cards_of(game: str) -> list[str]:
    """Hands, tides to come and what is sealed, as they would stand in a message."""
    state: Any = Game.objects.get(pk=game).state
    sealed = [one.action for one in Submission.objects.filter(game=game)]
    hidden = [*state["dealt"], state["tides_left"], *sealed]
    return [str(one).strip("[]{}") for one in hidden]


def test_no_message_of_the_rules_reaches_the_log(
    ann: Person,
    bob: Person,
    cat: Person,
    table: Callable[..., str],
    time: Time,
    ill: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.DEBUG)
    game = table()
    fault_everywhere(game, ann, bob, cat, time)
    said = [record for record in caplog.records if record.name == "games.play.faults"]
    assert [record.levelname for record in said] == ["ERROR", "ERROR"]
    for record in said:
        assert game in record.getMessage()
        assert "RuntimeError" in record.getMessage()
        assert record.exc_info is None
    assert SECRET not in caplog.text
    for cards in cards_of(game):
        assert cards not in caplog.text


def test_nor_the_row_but_where_it_was_does(
    ann: Person,
    bob: Person,
    cat: Person,
    table: Callable[..., str],
    time: Time,
    ill: pytest.MonkeyPatch,
) -> None:
    game = table()
    fault_everywhere(game, ann, bob, cat, time)
    fault = open_turn(game).fault
    kind, *lines = fault.splitlines()
    assert kind == "RuntimeError"
    assert any("turns.py" in line and line.endswith(" _close_one") for line in lines)
    assert SECRET not in fault
    for cards in cards_of(game):
        assert cards not in fault


def test_an_operator_sees_it_in_the_admin_and_can_have_it_tried_again(
    ann: Person,
    bob: Person,
    cat: Person,
    table: Callable[..., str],
    time: Time,
    ill: pytest.MonkeyPatch,
) -> None:
    Player.objects.create_superuser("olga", password=PASSWORD)
    operator = Client()
    assert operator.login(username="olga", password=PASSWORD)
    game = table()
    fault_everywhere(game, ann, bob, cat, time)
    turn = open_turn(game)
    aside = "/admin/games/game/?clock=aside"
    listed = operator.get(aside).content.decode()
    shown = operator.get(f"/admin/games/turn/{turn.pk}/change/").content.decode()
    assert game in listed
    assert "RuntimeError" in shown
    for page in (listed, shown):
        assert SECRET not in page
        for cards in cards_of(game):
            assert cards not in page
    ill.undo()
    said = operator.post(aside, {"action": "retry", "_selected_action": [game]}, follow=True)
    assert said.status_code == 200
    assert open_turn(game).next_check_at == time.now
    time.passes(seconds=0)
    assert open_turn(game).number == 2
    assert game not in operator.get(aside).content.decode()


def test_players_are_not_told_of_it(
    ann: Person,
    bob: Person,
    cat: Person,
    stranger: Person,
    table: Callable[..., str],
    ill: pytest.MonkeyPatch,
) -> None:
    game = table()
    all_seal(game, ann, bob, cat)
    for person in (ann, stranger):
        for rest in ("", "/events", "/turns/1", "/stages"):
            assert SECRET not in person.get(f"/games/{game}{rest}").raw.decode()


def test_a_game_that_nobody_can_close_ends_no_other_call_with_an_error(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], ill: pytest.MonkeyPatch
) -> None:
    game = table()
    all_seal(game, ann, bob, cat)
    assert [one["game"] for one in ann.get("/me/turns").json["results"]] == [game]
    assert ann.get("/me/events").status == 200
    assert ann.put(f"/games/{game}/pause", {"length": "P1D"}).status == 200
    assert cat.post(f"/games/{game}/resign").status == 204
    with nothing_changes():
        refused(ann.get(f"/games/{game}/record"), 409, "game_not_finished")
