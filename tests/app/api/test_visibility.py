"""Who sees what of a game: field by field, and byte by byte.

That no secret changes a byte for those who may not know it is for tests/thorough/interference.

ann, bob and cat sit at the table; dan sits at another one; the stranger has no account.
"""

import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from celery import Celery

from games.models import Game, Turn
from games.play import submissions, turns
from tests.app.api.conftest import TimePasses
from tests.app.api.events import feed, sealing, types
from tests.app.api.looking import Look, looks
from tests.app.api.refusals import refused
from tests.people import Person

pytestmark = pytest.mark.django_db

SUMMARY = {
    *("id", "ruleset", "options", "options.edition", "status", "private", "host", "seat_count"),
    *("messages", "bot_accounts", "rematch_of"),
    *("start", "seats", "seats[].seat", "seats[].player", "seats[].participant", "seats[].bot"),
    *("seats[].account", "seats[].score"),
    *("seats[].away", "seats[].missed", "seats[].bank", "seats[].bank_seconds"),
    *("seats[].offered_to", "clock", "clock.hours"),
    *("clock.per_turn", "clock.bank", "clock.increment", "clock.grace", "clock.ahead"),
    *("clock.per_turn_seconds", "clock.bank_seconds", "clock.increment_seconds"),
    *("clock.grace_seconds", "clock.ahead_seconds"),
    *("absence", "absence.bot_after", "absence.vacations", "absence.least_reliability"),
    *("absence.most_stopped", "absence.most_stopped_seconds", "stage", "stages"),
    *("created_at", "started_at", "ended_at", "turn", "result", "cancel_reason"),
    *("log", "log.events", "log.head"),
    *("last_event", "last_event.number", "last_event.type", "last_event.at"),
}
GAME = SUMMARY | {"table", "mine", "pause", "vacations", "fairness"}
GAME |= {"fairness.commitment", "fairness.entropy", "fairness.algorithm", "fairness.server_seed"}
ENTROPY = {"fairness.entropy[]"}
OPEN_TURN = {
    *("turn.number", "turn.decision", "turn.opened_at", "turn.due_at", "turn.asked"),
    *("turn.asked[].seat", "turn.asked[].answered", "turn.asked[].due_at"),
}
TABLE = {
    *("table.stage", "table.round", "table.rounds", "table.tides", "table.seats"),
    *("table.seats[].seat", "table.seats[].tide_level", "table.seats[].preservers"),
    *("table.seats[].preservers_at_start", "table.seats[].cards_left", "table.seats[].played"),
    *("table.seats[].eliminated", "table.seats[].stage_scores", "table.seats[].score"),
    "table.last_round",
}
TIDES = {"table.tides[]"}
LAST_ROUND = {
    *("table.seats[].played[]", "table.last_round.stage", "table.last_round.round"),
    *("table.last_round.tides", "table.last_round.tides[]", "table.last_round.cards"),
    *("table.last_round.cards[].seat", "table.last_round.cards[].card", "table.last_round.losses"),
}
LOSSES = {"table.last_round.losses[].seat", "table.last_round.losses[].kind"}
MINE = {
    *("mine.seat", "mine.hand", "mine.legal_actions", "mine.fallback", "mine.fallback_by"),
    *("mine.due_at", "mine.bank", "mine.bank_seconds", "mine.submission", "mine.standing_order"),
}
CHOICES = {
    *("mine.hand[]", "mine.legal_actions[].type", "mine.legal_actions[].card"),
    *("mine.fallback.type", "mine.fallback.card"),
}
SUBMISSION = {
    *("mine.submission.game", "mine.submission.turn", "mine.submission.seat", "mine.submission.by"),
    *("mine.submission.receipt", "mine.submission.sealed_at", "mine.submission.action"),
    *("mine.submission.commitment", "mine.submission.nonce"),
    *("mine.submission.action.type", "mine.submission.action.card"),
}
RESULT = {"result.scores", "result.scores[]", "result.winners", "result.winners[]"}
RESULT |= {"result.ranks", "result.ranks[]"}
STAGE_SCORES = {"table.seats[].stage_scores[]"}


def fields(value: Any, place: str = "") -> set[str]:
    """The place of every field in a JSON value: `seats[].score`."""
    if isinstance(value, dict):
        dot = f"{place}." if place else ""
        return {f"{dot}{name}" for name in value}.union(
            *(fields(inner, f"{dot}{name}") for name, inner in value.items())
        )
    if isinstance(value, list):
        own = {f"{place}[]"} if any(not isinstance(one, dict) for one in value) else set()
        return own.union(*(fields(one, f"{place}[]") for one in value))
    return set()


@dataclass
class Viewers:
    ann: Person
    bob: Person
    cat: Person
    dan: Person
    stranger: Person

    def members(self) -> Iterator[tuple[int, Person]]:
        yield from enumerate((self.ann, self.bob, self.cat))

    def outsiders(self) -> Iterator[Person]:
        yield from (self.dan, self.stranger)

    def all(self) -> Iterator[Person]:
        yield from (self.ann, self.bob, self.cat, self.dan, self.stranger)


@pytest.fixture
def viewers(ann: Person, bob: Person, cat: Person, dan: Person, stranger: Person) -> Viewers:
    dan.opens(3, bots=["random", "random"])
    return Viewers(ann, bob, cat, dan, stranger)


# -- field by field


@pytest.mark.parametrize("private", [False, True])
def test_an_open_game_looks_the_same_to_all_who_know_its_id(
    viewers: Viewers, private: bool
) -> None:
    game = viewers.ann.opens(4, private=private)
    viewers.bob.joins(game)
    seen = [person.get(f"/games/{game}") for person in viewers.all()]
    assert len({one.raw for one in seen}) == 1
    assert fields(seen[0].json) == GAME | ENTROPY
    assert {name for name, value in seen[0].json.items() if value is None} == {
        *("stage", "stages", "started_at", "ended_at", "turn", "table", "mine", "pause", "result"),
        *("rematch_of", "cancel_reason"),
    }
    assert seen[0].json["vacations"] == []
    assert seen[0].json["fairness"]["entropy"] == [None, None]


def test_of_a_running_game_each_seat_sees_the_table_and_its_own_hand(
    viewers: Viewers, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    time_passes(game)
    viewers.ann.seals_anything(game)
    for_all = GAME | ENTROPY | OPEN_TURN | TABLE | TIDES | LAST_ROUND
    state = Game.objects.get(pk=game).state
    assert state is not None
    for seat, person in viewers.members():
        seen = person.sees(game)
        own = SUBMISSION if seat == 0 else set()
        assert fields(seen) - LOSSES == for_all | MINE | CHOICES | own
        assert seen["mine"]["seat"] == seat
        assert seen["mine"]["hand"] == sorted(
            set(state["dealt"][seat]) - set(state["played"][seat])
        )
        due_at = seen["turn"]["due_at"]
        assert seen["turn"]["asked"] == [
            {"seat": 0, "answered": True, "due_at": due_at},
            {"seat": 1, "answered": False, "due_at": due_at},
            {"seat": 2, "answered": False, "due_at": due_at},
        ]
    for person in viewers.outsiders():
        seen = person.sees(game)
        assert fields(seen) - LOSSES == for_all
        assert seen == {**viewers.bob.sees(game), "mine": None}
        (turn,) = [person.get(f"/games/{game}/turns/2").json]
        assert turn["mine"] is turn["actions"] is None


def test_a_finished_game_hides_nothing_but_the_cards_left_in_hands(
    viewers: Viewers, finished: Callable[..., str]
) -> None:
    game = finished()
    for_all = GAME | ENTROPY | TABLE | LAST_ROUND | LOSSES | RESULT | STAGE_SCORES
    for person in viewers.outsiders():
        seen = person.sees(game)
        assert fields(seen) | LOSSES == for_all
        assert seen["table"]["tides"] == []
    for seat, person in viewers.members():
        mine = person.sees(game)["mine"]
        assert {f"mine.{name}" for name in mine} == MINE
        assert (mine["seat"], mine["legal_actions"]) == (seat, [])
        assert mine["fallback"] is mine["fallback_by"] is mine["submission"] is None
        assert mine["due_at"] is mine["bank"] is None
        assert {**person.sees(game), "mine": None} == viewers.stranger.sees(game)


def test_every_other_look_at_a_game_is_the_same_for_all(
    viewers: Viewers, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    viewers.ann.seals_anything(game)
    time_passes(game)
    viewers.bob.seals_anything(game)
    for rest in ("/events", "/stages", "/record", "/turns/1"):
        seen = {person.get(f"/games/{game}{rest}").raw_but_id for person in viewers.all()}
        assert len(seen) == 1, rest


# -- private games


def test_private_games_leave_no_trace_in_what_others_see(
    viewers: Viewers, table: Callable[..., str], time_passes: TimePasses
) -> None:
    shown = table()
    before = {person: looks(person, shown) for person in viewers.outsiders()}
    game = table(private=True)
    viewers.ann.seals_anything(game)
    time_passes(game, 2)
    for person, seen in before.items():
        assert looks(person, shown) == seen


# -- sealed means sealed


def all_looks(viewers: Viewers, game: str, *, but: Person) -> dict[str, dict[str, Look]]:
    return {
        person.name or "stranger": looks(person, game)
        for person in viewers.all()
        if person is not but
    }


def test_a_refused_card_changes_no_byte_for_anybody(
    viewers: Viewers, table: Callable[..., str]
) -> None:
    game = table()
    viewers.ann.seals_anything(game)
    nobody = Person()
    before = all_looks(viewers, game, but=nobody)
    hand = viewers.bob.sees(game)["mine"]["hand"]
    refused(viewers.ann.seals(game, {"type": "play", "card": hand[0]}), 422, "not_your_card")
    assert all_looks(viewers, game, but=nobody) == before


def test_that_an_order_was_given_is_told_to_its_player_alone(
    viewers: Viewers, table: Callable[..., str]
) -> None:
    game = table()
    hand = viewers.ann.sees(game)["mine"]["hand"]
    before = all_looks(viewers, game, but=viewers.ann)
    for card in (hand[3], hand[5]):
        order = {"order": {"plays": [{"card": card}]}}
        assert viewers.ann.put(f"/games/{game}/standing-order", order).status == 200
    assert viewers.ann.delete(f"/games/{game}/standing-order").status == 204
    told = feed(viewers.ann)[-3:]
    assert types(told) == ["order_given", "order_given", "order_taken_back"]
    assert [one["event"] for one in told] == [None] * 3, "not in the log"
    assert all_looks(viewers, game, but=viewers.ann) == before


def test_events_say_that_somebody_has_sealed_and_never_what(
    viewers: Viewers, table: Callable[..., str]
) -> None:
    game = table()
    first = viewers.ann.seals_anything(game).json
    viewers.ann.delete(f"/games/{game}/turns/1/submission")
    second = viewers.ann.seals_anything(game).json
    assert (second["turn"], second["seat"]) == (1, 0)
    for person in viewers.all():
        told = person.get(f"/games/{game}/events", after=8).json["results"]
        assert [(one["type"], one["data"]) for one in told] == [
            ("sealed", sealing(first)),
            ("withdrawn", {"turn": 1, "seat": 0, "commitment": first["commitment"]}),
            ("sealed", sealing(second)),
        ]
    mine = viewers.ann.get("/me/events", page_size=100).json["results"]
    assert mine[-1]["data"] == sealing(second)


A_CARD = re.compile(r"card\W{1,4}\d|hand\w*\W{1,4}\d", re.IGNORECASE)


def test_the_log_names_no_card(
    viewers: Viewers,
    table: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fails(*_: object) -> None:
        raise ArithmeticError("of the rules")

    caplog.set_level(logging.DEBUG)
    game = table()
    receipt = viewers.ann.seals_anything(game).json
    of_bob = viewers.bob.sees(game)["mine"]["legal_actions"]
    viewers.ann.seals(game, of_bob[0])
    viewers.ann.put(f"/games/{game}/turns/1/submission", {"action": {**of_bob[0], "x": 1}})
    viewers.bob.seals(game, of_bob[0])
    with monkeypatch.context() as patch:
        patch.setattr(submissions, "answer_receipt", fails)
        card = {"action": viewers.cat.sees(game)["mine"]["legal_actions"][0]}
        said = viewers.cat.call("PUT", f"/games/{game}/turns/1/submission", card, fault=True)
    assert said.status == 500
    log = caplog.text
    assert "ArithmeticError" in log
    assert "of the rules" not in log
    caplog.clear()
    with monkeypatch.context() as patch:
        patch.setattr(turns, "_open_turn", fails)
        of_cat = viewers.cat.seals(game, card["action"]).json
    secrets = [one[name] for one in (receipt, of_cat) for name in ("receipt", "nonce")]
    assert "ArithmeticError" in caplog.text
    # What the rules say when they raise may hold cards.
    kept = Turn.objects.get(game=game).fault
    assert "ArithmeticError" in kept
    assert "of the rules" not in caplog.text + kept
    log += caplog.text + kept
    assert A_CARD.search(str(card))
    assert not A_CARD.search(log)
    assert all(one not in log for one in secrets)
    for _, person in viewers.members():
        assert person.token is not None
        assert person.token not in log


def test_tasks_are_told_nothing(
    viewers: Viewers,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    sent: list[tuple[Any, ...]] = []

    def send(app: Celery, name: str, args: Any, kwargs: Any, **more: Any) -> None:
        sent.append((name, args, more["queue"]))

    monkeypatch.setattr(Celery, "send_task", send)
    with django_capture_on_commit_callbacks(execute=True):
        game = viewers.ann.opens(3, bots=["random", "careful"])
        viewers.ann.seals_anything(game)
    assert sent == [("games.tasks.move_bots", (), None)]
