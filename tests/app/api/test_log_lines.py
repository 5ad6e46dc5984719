"""A line of the log as JSON: what it is about, and nothing that was not meant for it."""

import json
import logging
import logging.config
from collections.abc import Callable, Iterator
from copy import deepcopy
from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError

from common.rest.log_lines import REQUEST_ID_HEADER
from games import tasks
from games.background import botplay, due_turns
from games.rulesets import bots
from games.rulesets.turn_the_tide.rules.ruleset import TurnTheTide
from tests import dealing
from tests.moving_time import Time, standing
from tests.people import Person
from tideapi.environment import Environment

pytestmark = pytest.mark.django_db
Lines = Callable[[], list[dict[str, Any]]]


@pytest.fixture
def lines() -> Iterator[Lines]:
    """What would be written to standard error with TIDE_LOG_FORMAT=json."""
    config = deepcopy(
        {**settings.LOGGING, "filters": {"stamp": settings.LOGGING["filters"]["stamp"]}}
    )
    config["handlers"]["stderr"]["formatter"] = "json"
    config["loggers"] = {}
    root = logging.getLogger()
    level, handlers = root.level, root.handlers[:]
    said = StringIO()
    logging.config.dictConfig(config)
    (handler,) = root.handlers
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(said)
    yield lambda: [json.loads(line) for line in said.getvalue().splitlines()]
    root.handlers, root.level = handlers, level


def test_a_line_of_a_call_has_its_id_and_its_game(ann: Person, dan: Person, lines: Lines) -> None:
    game = ann.opens(3, private=True)
    said = dan.put(f"/games/{game}/turns/1/submission", {"action": {"type": "play", "card": 44}})
    (line,) = lines()
    assert set(line) == {"time", "level", "logger", "message", "request", "game"}
    assert (line["request"], line["game"]) == (said.headers[REQUEST_ID_HEADER], game)
    assert (line["level"], line["logger"]) == ("INFO", "tideapi.errors")
    assert line["message"].startswith("refused game_not_found: PUT api/v1/games/")
    assert line["time"].endswith("+00:00")


def test_what_is_said_after_a_call_is_not_about_its_game(
    ann: Person, dan: Person, lines: Lines
) -> None:
    dan.put(f"/games/{ann.opens(3, private=True)}/turns/1/submission", {"action": {}})
    dan.get("/nowhere")
    logging.getLogger("games").warning("later")
    _, nowhere, later = lines()
    assert "game" not in nowhere
    assert not {"game", "request", "task"} & set(later)


def test_a_game_that_cannot_be_closed_is_named(
    table: Callable[..., str], lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    with dealing.alike(), standing() as time:
        game = table()
        monkeypatch.setattr(TurnTheTide, "close_turn", lambda *_: 1 / 0)
        _past_the_deadline(time)
    assert [line["game"] for line in lines() if line["logger"] == "games.play.faults"] == [game]


def _past_the_deadline(time: Time) -> None:
    time.goes_on(hours=25)
    due_turns.sweep_due_turns()


def test_a_game_whose_bots_fail_is_named(
    ann: Person, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ann.opens(3, bots=["random", "random"])
    monkeypatch.setattr(bots, "find_bot", lambda *_: None)
    botplay.move_due()
    assert [line["game"] for line in lines()] == [game]


def test_a_line_of_a_task_has_the_tasks_id(lines: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a worker runs it: Celery's own line of how it went among them."""
    said: list[str] = []

    def says() -> None:
        logging.getLogger("games").warning("while it runs")

    monkeypatch.setattr(due_turns, "just_swept", says)
    monkeypatch.setattr(due_turns, "sweep_due_turns", lambda: said.append("swept"))
    tasks.sweep.apply(task_id="7b1c", throw=True)
    logging.getLogger("games").warning("afterwards")
    of_it = {line["message"]: line.get("task") for line in lines()}
    assert of_it["while it runs"] == "7b1c"
    assert of_it["afterwards"] is None
    assert said == ["swept"]


def test_a_database_that_is_away_is_one_line_and_not_a_traceback_for_each_task(
    lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose_connection() -> bool:
        raise OperationalError("connection failed\n\tIs the server running?")

    # Celery sets the logging up once more, in processes where it is used.
    for outages in logging.getLogger("celery.app.trace").filters:
        monkeypatch.setattr(outages, "_silent_until", 0.0)
    monkeypatch.setattr(due_turns, "just_swept", lose_connection)
    for _ in range(3):
        tasks.sweep.apply()
    (line,) = lines()
    assert line["message"] == "The database is away: connection failed"
    assert (line["level"], "error" in line) == ("WARNING", False)


def test_an_error_of_a_task_has_its_traceback(
    lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(due_turns, "just_swept", lambda: 1 / 0)
    for _ in range(2):
        tasks.sweep.apply()
    assert ["ZeroDivisionError" in line["error"] for line in lines()] == [True, True]


def test_what_libraries_add_to_a_line_is_not_written(lines: Lines) -> None:
    """Celery adds the arguments of each task."""
    logging.getLogger("celery.app.trace").error("failed", extra={"data": {"args": "(17,)"}})
    (line,) = lines()
    assert set(line) == {"time", "level", "logger", "message"}


def test_an_error_stands_in_its_own_member(lines: Lines) -> None:
    try:
        int("no such")
    except ValueError:
        logging.getLogger("games").exception("It failed")
    (line,) = lines()
    assert line["message"] == "It failed"
    assert line["error"].startswith("Traceback")


def test_a_format_that_nobody_knows_is_said_and_text_is_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TIDE_LOG_FORMAT", "xml")
    env = Environment()
    chosen = env.read_choice("TIDE_LOG_FORMAT", among=["text", "json"], default="text")
    assert chosen == "text"
    assert env.faults == {"TIDE_LOG_FORMAT": "'xml' is none of text, json."}
