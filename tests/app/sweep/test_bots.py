"""Bots at the table: shown no more than any client, never waited for, and each game in its turn."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from games.background import botplay, due_turns
from games.models import Game, Submission, Turn
from games.play import faults
from games.repository import signals
from games.repository.game_state import GameState
from games.repository.games import load
from games.rulesets import bots
from games.rulesets.bots import play_aimlessly
from games.visibility.seat_view import bot_view
from tests.app.api.calls import seal_all
from tests.app.api.refusals import refused
from tests.app.api.threads import threads
from tests.app.notifications.mail import tables as mail_tables
from tests.factories import answers_to, expire_turn, make_game
from tests.moving_time import Time
from tests.people import People, Person
from tests.thorough.verify.verifiers import disagreements

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("time")]


@pytest.fixture
def bells(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """One entry for each time that bots were rung for: those that think, or the others."""
    games: list[str] = []
    monkeypatch.setattr(signals.bots_due, "send", lambda _: games.append("bots_due"))
    monkeypatch.setattr(signals.thinkers_due, "send", lambda _: games.append("thinkers_due"))
    return games


def answered(person: Person, game: str) -> list[bool]:
    return [one["answered"] for one in person.sees(game)["turn"]["asked"]]


def test_bots_are_rung_for_and_answer_once(ann: Person, bells: list[str]) -> None:
    game = ann.opens(3, bots=["random", "careful"])
    assert bells == ["bots_due"]
    botplay.move_bots(game)
    assert answered(ann, game) == [False, True, True]
    first = list(Submission.objects.values_list("receipt", "by"))
    assert [by for _, by in first] == ["bot", "bot"]
    botplay.move_bots(game)
    assert list(Submission.objects.values_list("receipt", "by")) == first
    while ann.sees(game)["status"] == "running":
        ann.seals_anything(game)
        botplay.move_bots(game)
    by = {action["by"] for action in ann.get(f"/games/{game}/turns/1").json["actions"]}
    assert by == {"player", "bot"}


def test_a_bot_is_shown_what_a_client_with_its_seat_is_shown(people: People) -> None:
    game = make_game(people)
    shown = bot_view(load(game), 1)
    seen = people[1].sees(game)
    assert shown[0] == seen["table"]
    # What a player's clock says and what the player has sealed or ordered is no bot's business.
    own = ("submission", "standing_order", "fallback_by", "due_at", "bank", "bank_seconds")
    players = {key: seen["mine"].pop(key) for key in own}
    # The player can remember what was shown: nothing yet but the tides.
    remembered = shown[1].pop("remembered")
    assert (remembered["held"], remembered["played"]) == ([], [])
    assert shown[1] == seen["mine"]
    assert players["due_at"] == seen["turn"]["due_at"]


def test_bots_that_stand_in_move_if_somebody_waits(
    people: People, bells: list[str], time: Time
) -> None:
    attended, left = (make_game(people, absence={"bot_after": 1}) for _ in range(2))
    seal_all(attended, *people[:2])
    expire_turn(attended)
    due_turns.sweep_due_turns()
    assert bells, "the others wait"
    botplay.move_bots(attended)
    assert answered(people[0], attended) == [False, False, True]
    bells.clear()
    expire_turn(left)
    due_turns.sweep_due_turns()
    assert [seat["away"] for seat in people[0].sees(left)["seats"]] == ["absent"] * 3
    botplay.move_bots(left)
    assert bells == []
    turn = Turn.objects.get(game=left, closed_at=None)
    assert not answers_to(turn).exists(), "ann may still come back"
    time.sweep_at(turn.due_at - timedelta(seconds=2))
    assert bells == ["bots_due"]
    botplay.move_bots(left)
    actions = people[0].get(f"/games/{left}/turns/2").json["actions"]
    assert [action["by"] for action in actions] == ["bot"] * 3


@pytest.mark.parametrize("answer", [{"type": "play", "card": 61}, {"type": "fold"}])
def test_a_bot_that_errs_is_refused_aloud_and_the_clock_plays_for_it(
    ann: Person,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    answer: dict[str, Any],
    time: Time,
) -> None:
    game = ann.opens(3, bots=["random", "random"])
    monkeypatch.setattr(bots, "find_bot", lambda *_: lambda *_: answer)
    botplay.move_bots(game)
    assert [record.levelname for record in caplog.records] == ["ERROR", "ERROR"]
    assert Submission.objects.count() == 0
    ann.seals_anything(game)
    time.sweep_after(hours=25)
    actions = ann.get(f"/games/{game}/turns/1").json["actions"]
    assert [action["by"] for action in actions] == ["player", "clock", "clock"]


def test_another_bot_plays_for_a_retired_one(ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_bot_that_thinks_has_its_own_workers(ann: Person, expert: None, bells: list[str]) -> None:
    game = ann.opens(3, bots=["random", "expert"])
    assert sorted(bells) == ["bots_due", "thinkers_due"]
    bells.clear()
    due_turns.sweep_due_turns()
    assert "thinkers_due" in bells, "the sweep makes up for a message that was lost"
    botplay.move_due()
    assert answered(ann, game) == [False, True, False]
    botplay.move_due(thinkers=True)
    assert answered(ann, game) == [False, True, True]
    turn = Turn.objects.get(game=game, closed_at=None)
    assert (turn.bots_at, turn.thinkers_at) == (None, None)


def test_messages_for_bots_that_think_go_to_a_queue_of_their_own(
    sent_tasks: list[tuple[Any, ...]], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        signals.thinkers_due.send(None)
    assert sent_tasks == [("move_thinkers", "thinkers")]


# -- whose bots and deadlines go first

BOTS = ["random", "random"]


@pytest.fixture
def moved(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The games whose bots have moved, in their order."""
    games: list[str] = []
    move = botplay.move_bots

    def note_and_move(game: str, *, thinkers: bool) -> None:
        games.append(game)
        move(game, thinkers=thinkers)

    monkeypatch.setattr(botplay, "move_bots", note_and_move)
    return games


def test_the_games_of_one_player_have_the_part_of_one(people: People, moved: list[str]) -> None:
    """However many of ann's came first."""
    ann, bob, cat = people
    for person in (*[ann] * 6, bob, bob, cat):
        person.opens(3, bots=BOTS)
    botplay.move_due(60)
    assert len(set(moved)) == len(moved) == 9
    hosts = [Game.objects.select_related("host").get(pk=game).host.username for game in moved]
    assert hosts == ["ann", "bob", "cat", "ann", "bob", *["ann"] * 4]
    assert Submission.objects.filter(by="bot").count() == 18


def test_bots_waited_for_go_first(ann: Person, bob: Person, moved: list[str], time: Time) -> None:
    left = bob.opens(3, bots=BOTS, absence={"bot_after": 1}, clock={"per_turn": "PT1H"})
    time.sweep_after(hours=1)
    assert bob.sees(left)["seats"][0]["away"] == "absent"
    time.advance(minutes=59, seconds=58)
    attended = [ann.opens(3, bots=BOTS) for _ in range(3)]
    botplay.move_due(60)
    assert moved == [*attended, left]


def test_a_game_is_one_workers_until_its_lease_is_over(
    ann: Person, moved: list[str], time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ann.opens(3, bots=BOTS)
    monkeypatch.setattr(bots, "find_bot", lambda *_: 1 / 0)
    botplay.move_due(60)
    botplay.move_due(60)
    assert moved == [game]
    monkeypatch.undo()
    time.advance(seconds=botplay.LEASE.total_seconds())
    botplay.move_due(60)
    assert answered(ann, game) == [False, True, True]


def test_a_bot_that_raises_holds_up_no_other_game(
    ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = ann.opens(3, bots=BOTS), bob.opens(3, bots=BOTS)

    def fail(table: GameState, seat: int) -> Any:
        if table.row.pk == broken:
            raise RuntimeError("the hand is 1, 2, 3")
        return bot_view(table, seat)

    monkeypatch.setattr(botplay, "bot_view", fail)
    botplay.move_due(60)
    assert answered(bob, sound) == [False, True, True]
    (record,) = caplog.records
    assert broken in record.getMessage()
    assert "the hand" not in caplog.text


@pytest.mark.django_db(transaction=True)
def test_two_workers_take_two_games(ann: Person, bob: Person) -> None:
    games = {ann.opens(3, bots=BOTS), bob.opens(3, bots=BOTS)}
    with threads() as at_once:
        claims = [at_once.start(partial(botplay._claim_game, thinkers=False)) for _ in range(2)]
        assert {one.result() for one in claims} == games
    assert botplay._claim_game(thinkers=False) is None


def test_the_sweep_rings_for_waiting_bots(ann: Person, bells: list[str]) -> None:
    for _ in range(2):
        ann.opens(3, bots=BOTS)
    bells.clear()
    due_turns.sweep_due_turns()
    assert len(bells) == Turn.objects.filter(bots_at__isnull=False).count() == 2
    botplay.move_due(60)
    due_turns.sweep_due_turns()
    assert len(bells) == 2
    assert not Turn.objects.filter(bots_at__isnull=False).exists()


def test_deadlines_waited_for_go_before_those_of_bots(
    people: People, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many of those there are, and however long they have been due."""
    monkeypatch.setattr(due_turns, "BATCH", 1)
    wish: dict[str, Any] = {"absence": {"bot_after": 1}, "clock": {"per_turn": "PT1H"}}
    alone = [people[1].opens(3, bots=BOTS, **wish) for _ in range(4)]
    time.sweep_after(hours=1)
    waited_for = make_game(people)
    time.advance(hours=2)
    expire_turn(waited_for)
    checked: list[str] = []
    check = due_turns.check

    def note_and_check(one: Any) -> None:
        checked.append(one.row.pk)
        check(one)

    monkeypatch.setattr(due_turns, "check", note_and_check)
    rows = Turn.objects.filter(game__in=alone, closed_at=None)
    next_check = Turn.objects.get(game=waited_for).next_check_at
    assert max(rows.values_list("next_check_at", flat=True)) < next_check
    due_turns.sweep_due_turns()
    assert checked[0] == waited_for
    assert sorted(checked[1:]) == sorted(alone)


def test_games_that_nobody_joined_are_called_off(
    people: People, time: Time, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.TIDE_OPEN_GAME_DAYS = 3
    monkeypatch.setattr(due_turns, "BATCH", 2)
    ann, bob, _ = people
    running, old = make_game(people), []
    for _ in range(3):
        old.append(ann.opens(3, private=True))
        time.advance(seconds=1)
    time.sweep_after(days=2)
    young = ann.opens(3)
    bob.joins(young)
    assert [ann.sees(game)["status"] for game in old] == ["open"] * 3
    time.sweep_after(days=1)
    assert [ann.sees(game)["status"] for game in old] == ["cancelled", "cancelled", "open"]
    assert ann.get(f"/games/{old[0]}/events").json["results"][-1]["data"] == {"reason": "time"}
    assert ann.sees(old[0])["cancel_reason"] == "time"
    time.sweep_after(seconds=1)
    assert ann.sees(old[2])["status"] == "cancelled"
    assert [ann.sees(one)["status"] for one in (young, running)] == ["open", "running"]
    time.sweep_after(days=2)
    assert ann.sees(young)["status"] == "cancelled"


def test_a_game_called_off_while_it_was_set_aside_is_tried_no_more(ann: Person, time: Time) -> None:
    game = ann.opens(3, bots=BOTS)
    Turn.objects.filter(game=game).update(faults=3, next_check_at=time.now + timedelta(hours=1))
    ann.post(f"/games/{game}/resign")
    assert faults.find_games_set_aside() == []
    assert not faults.retry_game(game)
    assert due_turns.sweep_due_turns() == 0
