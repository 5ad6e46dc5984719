"""The log: lines as JSON and as text, the id of a call in each, and nothing that was not meant for it."""

import json
import logging
import logging.config
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.db import OperationalError
from django.test import Client

from common.rest.log_lines import REQUEST_ID_HEADER
from games import tasks
from games.background import botplay, due_turns
from games.rulesets import bots
from games.rulesets.turn_the_tide.rules.ruleset import TurnTheTide
from games.visibility.game_view import GameView
from players.models import Player
from tests.people import Person

Lines = Callable[[], list[dict[str, Any]]]


@contextmanager
def standard_error(config: dict[str, Any]) -> Iterator[StringIO]:
    """Collect what would be written to standard error with these settings of logging."""
    root = logging.getLogger()
    level, handlers = root.level, root.handlers[:]
    logging.config.dictConfig(config)
    (handler,) = root.handlers
    assert isinstance(handler, logging.StreamHandler)
    said = StringIO()
    handler.setStream(said)
    yield said
    root.handlers, root.level = handlers, level


@pytest.fixture
def lines() -> Iterator[Lines]:
    """The lines that are written with TIDE_LOG_FORMAT=json, each read again."""
    filters = {"stamp": settings.LOGGING["filters"]["stamp"]}
    config = deepcopy({**settings.LOGGING, "filters": filters, "loggers": {}})
    config["handlers"]["stderr"]["formatter"] = "json"
    with standard_error(config) as said:
        yield lambda: [json.loads(line) for line in said.getvalue().splitlines()]


@pytest.fixture
def log() -> Iterator[StringIO]:
    """The text that is written with the settings as they are."""
    with standard_error({**settings.LOGGING, "disable_existing_loggers": False}) as said:
        yield said


def test_a_line_of_a_call_has_its_id_and_its_game(ann: Person, dan: Person, lines: Lines) -> None:
    game = ann.opens(3, private=True)
    said = dan.put(f"/games/{game}/turns/1/submission", {"action": {"type": "play", "card": 44}})
    dan.get("/nowhere")
    logging.getLogger("games").warning("later")
    line, nowhere, later = lines()
    assert set(line) == {"time", "level", "logger", "message", "request", "game"}
    assert (line["request"], line["game"]) == (said.headers[REQUEST_ID_HEADER], game)
    assert (line["level"], line["logger"]) == ("INFO", "tideapi.errors")
    assert line["message"].startswith("refused game_not_found: PUT api/v1/games/")
    assert line["time"].endswith("+00:00")
    assert "game" not in nowhere
    assert not {"game", "request", "task"} & set(later)


def test_a_game_that_fails_is_named(ann, table, time, lines, monkeypatch) -> None:
    with_bots = ann.opens(3, bots=["random", "random"])
    monkeypatch.setattr(bots, "find_bot", lambda *_: None)
    botplay.move_due()
    assert [line["game"] for line in lines()] == [with_bots]
    game = table()
    monkeypatch.setattr(TurnTheTide, "close_turn", lambda *_: 1 / 0)
    time.sweep_after(hours=25)
    assert game in [line["game"] for line in lines() if line["logger"] == "games.play.faults"]


def test_a_line_of_a_task_has_the_tasks_id(lines: Lines, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a worker runs it: Celery's own line of how it went among them."""

    def says() -> None:
        logging.getLogger("games").warning("while it runs")

    monkeypatch.setattr(due_turns, "sweep_due_turns", says)
    tasks.sweep.apply(task_id="7b1c", throw=True)
    logging.getLogger("games").warning("afterwards")
    of_it = {line["message"]: line.get("task") for line in lines()}
    assert (of_it["while it runs"], of_it["afterwards"]) == ("7b1c", None)


def test_a_database_that_is_away_is_one_line_for_all_tasks(lines, monkeypatch) -> None:
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
    # Any other error of a task has its traceback each time.
    monkeypatch.setattr(due_turns, "just_swept", lambda: 1 / 0)
    for _ in range(2):
        tasks.sweep.apply()
    assert ["ZeroDivisionError" in line["error"] for line in lines()[1:]] == [True, True]


def test_an_error_stands_in_its_own_member_and_nothing_of_a_library(lines: Lines) -> None:
    logging.getLogger("celery.app.trace").error("failed", extra={"data": {"args": "(17,)"}})
    try:
        int("no such")
    except ValueError:
        logging.getLogger("games").exception("It failed")
    of_celery, line = lines()
    assert set(of_celery) == {"time", "level", "logger", "message"}
    assert line["message"] == "It failed"
    assert line["error"].startswith("Traceback")


NEW = re.compile(r"[0-9a-f]{16}")


def lines_of(log: StringIO, own: str) -> list[str]:
    """Return what the log says of the call with this id, without the time."""
    said = [line.split(" ", 2)[2] for line in log.getvalue().splitlines() if f" {own}: " in line]
    return [line.replace(f" {own}: ", ": ") for line in said]


def test_every_answer_has_an_id_or_the_one_that_a_proxy_has_given(ann: Person) -> None:
    """Each answer of each test has one, and a problem names it: tests/document.py."""
    tag = ann.get("/me").headers["ETag"]
    answers = [ann.get("/me", headers={"If-None-Match": tag}), ann.get("/nowhere"), ann.get("/me")]
    ids = [said.headers[REQUEST_ID_HEADER] for said in answers]
    assert all(NEW.fullmatch(one) for one in ids)
    assert len(set(ids)) == len(ids)
    assert "ETag" not in answers[1].headers, "no other answer could have it"
    for sent in ("a", "7f3e.b_c-D", "x" * 64):
        assert ann.get("/me", headers={REQUEST_ID_HEADER: sent}).headers[REQUEST_ID_HEADER] == sent
    for address in ("/", "/admin/login/", "/static/admin/css/base.css"):
        page = Client().get(address, headers={REQUEST_ID_HEADER: "proxy-1"})
        assert page.status_code < 400
        assert page.headers[REQUEST_ID_HEADER] == "proxy-1"
        page.close()


STRANGE = ["", "x" * 65, "a b", "a,b", "a\nb", "a\r\nSet-Cookie: b=c", "a\x1b[2J", "é"]


@pytest.mark.parametrize("sent", [*STRANGE, "{asctime}", "%s"])
def test_a_strange_one_is_not_and_reaches_no_log(stranger, log, sent: str) -> None:
    said = stranger.get("/me", headers={REQUEST_ID_HEADER: sent})
    assert NEW.fullmatch(said.headers[REQUEST_ID_HEADER])
    assert len(log.getvalue().splitlines()) == 1
    assert len(lines_of(log, said.headers[REQUEST_ID_HEADER])) == 1
    if sent:
        assert sent not in log.getvalue().partition(": ")[0]


def test_a_refusal_is_found_in_the_log_by_it(ann: Person, dan: Person, log: StringIO) -> None:
    assert ann.get("/me").status == 200
    game = ann.opens(3, private=True)
    assert log.getvalue() == "", "what is done is not said"
    route = "api/v1/games/<id:game>/turns/<count:turn>/submission"
    said = dan.put(f"/games/{game}/turns/1/submission", {"action": {"type": "play", "card": 44}})
    number = Player.objects.get(username="dan").pk
    assert lines_of(log, said.headers[REQUEST_ID_HEADER]) == [
        f"INFO tideapi.errors: refused game_not_found: PUT {route}, game {game}, player {number}"
    ]
    # There is no more to say of a stranger, or of an address that leads nowhere.
    for said, refusal in (
        (Person("tide_void").get("/me"), "token_invalid: GET api/v1/me"),
        (Person().get("/no%0Awhere"), "not_found: GET -"),
        (Person().call("POST", "/players", raw=b"{"), "malformed_json: POST api/v1/players"),
    ):
        told = f"INFO tideapi.errors: refused {refusal}, game -, player -"
        assert lines_of(log, said.headers[REQUEST_ID_HEADER]) == [told]


def test_a_fault_of_ours_is_said_with_it_and_with_the_call(ann, log, monkeypatch) -> None:
    game = ann.opens(3)
    monkeypatch.setattr(GameView, "load", None)
    said = ann.call("GET", f"/games/{game}", fault=True)
    error, _ = lines_of(log, said.headers[REQUEST_ID_HEADER])
    assert error == "ERROR tideapi.middleware: GET api/v1/games/<id:game>: TypeError"
    assert " -: " not in log.getvalue(), "a line of the call without its id"
