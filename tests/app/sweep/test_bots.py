"""Bots at the table: moved by a task, shown no more than any client, and never waited for."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games.background import botplay, due_turns
from games.models import Submission, Turn
from games.repository import loader, signals
from games.rulesets import bots
from games.rulesets.bots import play_aimlessly
from games.visibility.seat_view import bot_view
from tests.app.api.refusals import refused
from tests.app.notifications.mail import tables as mail_tables
from tests.factories import expire_turn
from tests.people import Person
from tests.thorough.verify.verifiers import disagreements

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """One entry for each time that bots were rung for."""
    games: list[str] = []
    monkeypatch.setattr(signals.bots_due, "send", lambda _: games.append("rung"))
    return games


def test_bots_are_rung_for_when_a_turn_asks_them(ann: Person, sent: list[str]) -> None:
    ann.opens(3, bots=["random", "careful"])
    assert sent == ["rung"]


def test_bots_answer_and_then_only_people_are_waited_for(ann: Person) -> None:
    game = ann.opens(3, bots=["random", "careful"])
    botplay.move_bots(game)
    asked = ann.sees(game)["turn"]["asked"]
    assert [one["answered"] for one in asked] == [False, True, True]
    assert set(Submission.objects.values_list("by", flat=True)) == {"bot"}


def test_bots_that_are_rung_for_twice_answer_once(ann: Person) -> None:
    game = ann.opens(3, bots=["random", "random"])
    botplay.move_bots(game)
    first = list(Submission.objects.values_list("receipt", flat=True))
    botplay.move_bots(game)
    assert list(Submission.objects.values_list("receipt", flat=True)) == first


def test_a_game_against_bots_goes_on_to_its_end(ann: Person) -> None:
    game = ann.opens(3, bots=["random", "careful"])
    while ann.sees(game)["status"] == "running":
        botplay.move_bots(game)
        ann.seals_anything(game)
    by = {action["by"] for action in ann.get(f"/games/{game}/turns/1").json["actions"]}
    assert by == {"player", "bot"}


def test_a_bot_is_shown_what_a_client_with_its_seat_is_shown(
    ann: Person, bob: Person, table: Callable[..., str]
) -> None:
    game = table()
    shown = bot_view(loader.load(game), 1)
    seen = bob.sees(game)
    assert shown[0] == seen["table"]
    # What her clock says and what she has sealed or ordered is no bot's business.
    own = ("submission", "standing_order", "fallback_by", "due_at", "bank", "bank_seconds")
    hers = {key: seen["mine"].pop(key) for key in own}
    # She can remember what she was shown: nothing yet but the tides.
    remembered = shown[1].pop("remembered")
    assert (remembered["held"], remembered["played"]) == ([], [])
    assert shown[1] == seen["mine"]
    assert hers["due_at"] == seen["turn"]["due_at"]


def test_a_lost_bell_is_made_up_for_by_the_sweep(ann: Person, sent: list[str]) -> None:
    game = ann.opens(3, bots=["random", "random"])
    sent.clear()
    with time_machine.travel(timezone.now() + timedelta(seconds=4), tick=True):
        due_turns.sweep_due_turns()
    assert sent == ["rung"]
    assert Turn.objects.get(game=game).closed_at is None


def test_a_bot_takes_the_seat_of_who_has_missed_three_turns_in_a_row(
    ann: Person, bob: Person, cat: Person, table: Callable[..., str], sent: list[str]
) -> None:
    game = table()
    for _ in range(3):
        assert [seat["away"] for seat in ann.sees(game)["seats"]] == [None] * 3
        for person in (ann, bob):
            person.seals_anything(game)
        assert sent == []
        expire_turn(game)
        due_turns.sweep_due_turns()
    seats = ann.sees(game)["seats"]
    assert [seat["away"] for seat in seats] == [None, None, "absent"]
    assert (seats[2]["player"], seats[2]["bot"], seats[2]["missed"]) == ("cat", "strong", 3)
    # Others are there to wait for her, so the bot moves at once.
    assert sent
    botplay.move_bots(game)
    asked = ann.sees(game)["turn"]["asked"]
    assert [one["answered"] for one in asked] == [False, False, True]


def test_bots_that_stand_in_where_nobody_is_left_take_their_time(
    ann: Person, table: Callable[..., str], sent: list[str]
) -> None:
    game = table(clock={"per_turn": "PT1H"}, absence={"bot_after": 1})
    expire_turn(game)
    due_turns.sweep_due_turns()
    seats = ann.sees(game)["seats"]
    assert [seat["away"] for seat in seats] == ["absent"] * 3
    botplay.move_bots(game)
    assert sent == []
    assert not Turn.objects.get(closed_at=None).submissions.exists(), "ann may still come back"
    with time_machine.travel(Turn.objects.get(closed_at=None).due_at - timedelta(seconds=2)):
        due_turns.sweep_due_turns()
        assert sent == ["rung"]
        botplay.move_bots(game)
    actions = ann.get(f"/games/{game}/turns/2").json["actions"]
    assert [action["by"] for action in actions] == ["bot"] * 3


@pytest.mark.parametrize("answer", [{"type": "play", "card": 61}, {"type": "fold"}])
def test_a_bot_that_errs_is_refused_aloud_and_the_clock_plays_for_it(
    ann: Person,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    answer: dict[str, Any],
) -> None:
    game = ann.opens(3, bots=["random", "random"])
    monkeypatch.setattr(bots, "find_bot", lambda *_: lambda *_: answer)
    botplay.move_bots(game)
    assert [record.levelname for record in caplog.records] == ["ERROR", "ERROR"]
    assert Submission.objects.count() == 0
    ann.seals_anything(game)
    with time_machine.travel(timezone.now() + timedelta(hours=25), tick=True):
        due_turns.sweep_due_turns()
    actions = ann.get(f"/games/{game}/turns/1").json["actions"]
    assert [action["by"] for action in actions] == ["player", "clock", "clock"]


def test_a_game_that_names_a_retired_bot_keeps_the_name_and_another_bot_plays(
    ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    wish = {"ruleset": "high_tide", "bots": ["strong", "random"]}
    refused(ann.post("/games", {**wish, "seat_count": 3}), 400, "unknown_bot", "/bots/0")
    with monkeypatch.context() as earlier:
        earlier.setitem(bots.FOR_ONE, "high_tide", {"strong": play_aimlessly})
        game = ann.opens(3, **wish)
    assert mail_tables.play(ann, game, mail_tables.MOST)["status"] == "finished"
    record = ann.get(f"/games/{game}/record").json
    (started,) = [one for one in record["log"]["events"] if one["type"] == "started"]
    assert [one["bot"] for one in started["data"]["seats"]] == [None, "strong", "random"]
    assert disagreements(record) == []
    again = ann.post(f"/games/{game}/rematch").json["id"]
    assert [seat["bot"] for seat in ann.sees(again)["seats"]] == [None, "careful", "random"]


# -- bots that think long


@pytest.fixture
def expert(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server on which it can be had."""
    monkeypatch.setattr(bots, "UNAVAILABLE", {})


def test_a_bot_that_lacks_what_it_thinks_with_is_refused_and_plays_on_where_it_sits(
    ann: Person, expert: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ann.opens(3, bots=["expert", "expert"])
    monkeypatch.setattr(bots, "UNAVAILABLE", {"expert": "strong"})
    body = {"ruleset": "turn_the_tide", "seat_count": 3, "bots": ["expert"]}
    refused(ann.post("/games", body), 400, "unknown_bot", "/bots/0")
    botplay.move_due(thinkers=True)
    assert answered(ann, game) == [False, True, True]


def test_a_bot_that_thinks_is_moved_by_workers_of_its_own(ann: Person, expert: None) -> None:
    game = ann.opens(3, bots=["random", "expert"])
    botplay.move_due()
    assert answered(ann, game) == [False, True, False]
    botplay.move_due(thinkers=True)
    assert answered(ann, game) == [False, True, True]
    turn = Turn.objects.get(game=game, closed_at=None)
    assert (turn.bots_at, turn.thinkers_at) == (None, None)


def answered(person: Person, game: str) -> list[bool]:
    return [one["answered"] for one in person.sees(game)["turn"]["asked"]]


def test_workers_that_think_are_rung_for_where_somebody_thinks(
    ann: Person, expert: None, sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signals.thinkers_due, "send", lambda _: sent.append("thinkers"))
    ann.opens(3, bots=["random", "random"])
    assert sent == ["rung"]
    ann.opens(3, bots=["expert", "expert"])
    assert sent == ["rung", "thinkers"]


def test_the_sweep_rings_for_a_bot_that_thinks_and_whose_message_was_lost(
    ann: Person, expert: None, sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann.opens(3, bots=["expert", "expert"])
    monkeypatch.setattr(signals.thinkers_due, "send", lambda _: sent.append("thinkers"))
    sent.clear()
    due_turns.sweep_due_turns()
    assert sent == ["thinkers"]


def test_messages_for_bots_that_think_go_to_a_queue_of_their_own(
    sent_tasks: list[tuple[Any, ...]], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        signals.thinkers_due.send(None)
    assert sent_tasks == [("move_thinkers", "thinkers")]
