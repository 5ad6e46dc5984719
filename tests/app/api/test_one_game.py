"""GET /games/{id}."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from games.fairness.commitments import utc
from tests.app.api.conftest import TimePasses
from tests.people import Person

pytestmark = pytest.mark.django_db


def test_a_running_game_shows_the_table_and_the_open_turn(
    ann: Person, table: Callable[..., str]
) -> None:
    game = table(clock={"per_turn": "PT1H"})
    seen = ann.sees(game)
    assert (seen["stage"], seen["stages"], seen["turn"]["number"]) == (1, 3, 1)
    due_at = utc(datetime.fromisoformat(seen["started_at"]) + timedelta(hours=1))
    assert seen["turn"] == {
        "number": 1,
        "decision": "play_card",
        "opened_at": seen["started_at"],
        "due_at": due_at,
        "asked": [{"seat": seat, "answered": False, "due_at": due_at} for seat in range(3)],
    }
    assert (seen["mine"]["due_at"], seen["mine"]["bank"]) == (due_at, None)
    assert len(seen["table"]["tides"]) == 2
    assert seen["mine"]["legal_actions"] == [
        {"type": "play", "card": card} for card in seen["mine"]["hand"]
    ]
    assert seen["mine"]["fallback"] in seen["mine"]["legal_actions"]
    assert seen["mine"]["fallback_by"] == "clock"


def test_the_turn_tells_who_has_answered(
    ann: Person, bob: Person, table: Callable[..., str]
) -> None:
    game = table()
    bob.seals_anything(game)
    answered = [one["answered"] for one in ann.sees(game)["turn"]["asked"]]
    assert answered == [False, True, False]


def test_what_the_clock_played_is_marked(
    ann: Person, bob: Person, table: Callable[..., str], time_passes: TimePasses
) -> None:
    game = table()
    fallback = bob.sees(game)["mine"]["fallback"]
    ann.seals_anything(game)
    time_passes(game)
    actions = ann.get(f"/games/{game}/turns/1").json["actions"]
    assert [one["by"] for one in actions] == ["player", "clock", "clock"]
    assert actions[1]["action"] == fallback


def test_a_finished_game_shows_its_result(ann: Person, finished: Callable[..., str]) -> None:
    seen = ann.sees(finished())
    scores = seen["result"]["scores"]
    assert scores == [seat["score"] for seat in seen["seats"]]
    assert scores == [seat["score"] for seat in seen["table"]["seats"]]
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    assert seen["result"]["winners"] == best
    assert [seen["result"]["ranks"][seat] for seat in best] == [1] * len(best)
    assert seen["turn"] is None
    assert seen["mine"]["legal_actions"] == []
    assert seen["mine"]["due_at"] is seen["mine"]["fallback_by"] is None
    assert seen["ended_at"] > seen["started_at"]
