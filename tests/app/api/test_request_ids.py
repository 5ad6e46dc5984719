"""The id of a call: in its answer, in a problem, and in every line that the log has of it."""

import logging
import logging.config
import re
from collections.abc import Iterator
from io import StringIO

import pytest
from django.conf import settings
from django.test import Client

from common.rest.log_lines import REQUEST_ID_HEADER
from games.visibility.game_view import GameView
from players.models import Player
from tests.people import Person

pytestmark = pytest.mark.django_db
NEW = re.compile(r"[0-9a-f]{16}")


@pytest.fixture
def log() -> Iterator[StringIO]:
    """What would be written to standard error, as the settings say."""
    config = {**settings.LOGGING, "disable_existing_loggers": False}
    root = logging.getLogger()
    level, handlers = root.level, root.handlers[:]
    said = StringIO()
    logging.config.dictConfig(config)
    (handler,) = root.handlers
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(said)
    yield said
    root.handlers, root.level = handlers, level


def lines(log: StringIO, own: str) -> list[str]:
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
    assert len(lines(log, said.headers[REQUEST_ID_HEADER])) == 1
    if sent:
        assert sent not in log.getvalue().partition(": ")[0]


def test_a_refusal_is_found_in_the_log_by_it(ann: Person, dan: Person, log: StringIO) -> None:
    game = ann.opens(3, private=True)
    route = "api/v1/games/<id:game>/turns/<count:number>/submission"
    said = dan.put(f"/games/{game}/turns/1/submission", {"action": {"type": "play", "card": 44}})
    number = Player.objects.get(username="dan").pk
    assert lines(log, said.headers[REQUEST_ID_HEADER]) == [
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
    assert [lines(log, one.headers[REQUEST_ID_HEADER]) for one in said] == [
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
    error, refusal = lines(log, said.headers[REQUEST_ID_HEADER])
    assert error == "ERROR tideapi.middleware: GET api/v1/games/<id:game>: TypeError"
    assert refusal.startswith("INFO tideapi.errors: refused internal_error: GET api/v1/games/")
    assert " -: " not in log.getvalue(), "a line of the call without its id"


def test_what_is_done_is_not_said(ann: Person, log: StringIO) -> None:
    assert ann.get("/me").status == 200
    assert log.getvalue() == ""
