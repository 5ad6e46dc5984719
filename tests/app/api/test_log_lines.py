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
from tests import dealing
from tests.moving_time import Time, standing
from tests.people import Person
from tideapi.environment import Environment

pytestmark = pytest.mark.django_db


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


NEW = re.compile(r"[0-9a-f]{16}")


def lines_of(log: StringIO, own: str) -> list[str]:
    """What the log says of the call with this id, without the time."""
    said = [line.split(" ", 2)[2] for line in log.getvalue().splitlines() if f" {own}: " in line]
    return [line.replace(f" {own}: ", ": ") for line in said]


def test_every_answer_has_one_and_no_two_the_same(
    ann: Person, stranger: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ann.opens(3)
    tag = ann.get(f"/games/{game}").headers["ETag"]
    answers = [
        ann.get(f"/games/{game}"),
        ann.get(f"/games/{game}", headers={"If-None-Match": tag}),
        ann.call("HEAD", "/me"),
        ann.get("/games", page_size=0),
        stranger.get("/me"),
        ann.get("/nowhere"),
        ann.call("DELETE", "/games"),
        ann.call("GET", f"/games/{game}/stream"),
        stranger.get("/healthz"),
    ]
    monkeypatch.setattr(GameView, "load", None)
    answers.append(ann.call("GET", f"/games/{game}", fault=True))
    statuses = [said.status for said in answers]
    assert statuses == [200, 304, 200, 400, 401, 404, 405, 503, 200, 500]
    ids = [said.headers[REQUEST_ID_HEADER] for said in answers]
    assert all(NEW.fullmatch(one) for one in ids)
    assert len(set(ids)) == len(ids)
    for said in answers:
        if said.code:
            assert said.json["instance"] == said.headers[REQUEST_ID_HEADER]
            assert "ETag" not in said.headers, "no other answer could have it"


@pytest.mark.parametrize("address", ["/", "/admin/login/", "/static/admin/css/base.css"])
def test_pages_and_static_files_have_one_too(address: str) -> None:
    said = Client().get(address, headers={REQUEST_ID_HEADER: "proxy-1"})
    assert said.status_code < 400
    assert said.headers[REQUEST_ID_HEADER] == "proxy-1"
    said.close()


@pytest.mark.parametrize("sent", ["a", "7f3e.b_c-D", "x" * 64])
def test_one_that_a_proxy_has_given_is_kept(stranger: Person, sent: str) -> None:
    said = stranger.get("/me", headers={REQUEST_ID_HEADER: sent})
    assert (said.headers[REQUEST_ID_HEADER], said.json["instance"]) == (sent, sent)


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "x" * 65,
        "a b",
        "a,b",
        "a\nb",
        "a\r\nSet-Cookie: b=c",
        "a\x1b[2J",
        "é",
        "{asctime}",
        "%s",
    ],
)
def test_a_strange_one_is_not_and_reaches_no_log(
    stranger: Person, log: StringIO, sent: str
) -> None:
    said = stranger.get("/me", headers={REQUEST_ID_HEADER: sent})
    assert NEW.fullmatch(said.headers[REQUEST_ID_HEADER])
    assert len(log.getvalue().splitlines()) == 1
    assert len(lines_of(log, said.headers[REQUEST_ID_HEADER])) == 1
    if sent:
        assert sent not in log.getvalue().partition(": ")[0]


def test_a_refusal_is_found_in_the_log_by_it(ann: Person, dan: Person, log: StringIO) -> None:
    game = ann.opens(3, private=True)
    route = "api/v1/games/<id:game>/turns/<count:number>/submission"
    said = dan.put(f"/games/{game}/turns/1/submission", {"action": {"type": "play", "card": 44}})
    number = Player.objects.get(username="dan").pk
    assert lines_of(log, said.headers[REQUEST_ID_HEADER]) == [
        f"INFO tideapi.errors: refused game_not_found: PUT {route}, game {game}, player {number}"
    ]
    # Neither what was sent, nor who she is, nor from where.
    (line,) = log.getvalue().splitlines()
    for told in ("card", "play", "dan", "127.0.0.1", "action"):
        assert told not in line.partition("refused")[2].replace(game, "").replace("player", "")


def test_so_is_one_of_nobody_and_one_that_leads_nowhere(stranger: Person, log: StringIO) -> None:
    said = [
        stranger.get("/me"),
        Person("tide_void").get("/me"),
        stranger.get("/no%0Awhere"),
        stranger.call("POST", "/players", raw=b"{"),
    ]
    assert [lines_of(log, one.headers[REQUEST_ID_HEADER]) for one in said] == [
        ["INFO tideapi.errors: refused not_authenticated: GET api/v1/me, game -, player -"],
        ["INFO tideapi.errors: refused token_invalid: GET api/v1/me, game -, player -"],
        ["INFO tideapi.errors: refused not_found: GET -, game -, player -"],
        ["INFO tideapi.errors: refused malformed_json: POST api/v1/players, game -, player -"],
    ]


def test_a_fault_of_ours_is_said_with_it_and_with_the_call(
    ann: Person, log: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ann.opens(3)
    monkeypatch.setattr(GameView, "load", None)
    said = ann.call("GET", f"/games/{game}", fault=True)
    error, refusal = lines_of(log, said.headers[REQUEST_ID_HEADER])
    assert error == "ERROR tideapi.middleware: GET api/v1/games/<id:game>: TypeError"
    assert refusal.startswith("INFO tideapi.errors: refused internal_error: GET api/v1/games/")
    assert " -: " not in log.getvalue(), "a line of the call without its id"


def test_what_is_done_is_not_said(ann: Person, log: StringIO) -> None:
    assert ann.get("/me").status == 200
    assert log.getvalue() == ""
