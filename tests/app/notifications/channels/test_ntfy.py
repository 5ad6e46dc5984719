"""ntfy: what its publish call is given, and moves only where she has asked for them."""

import json
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest

from common.rest.errors import ApiError
from notifications.channels import ntfy
from notifications.notice import ActionLink, Notice, NoticeKind
from tests.app.notifications.noticing import due_in, notice
from tests.receiver import receiving

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("development")]


def told(some: Notice, **address: Any) -> tuple[Any, Any]:
    """The request, and what it says."""
    channel = ntfy.Ntfy()
    with receiving(lambda _: 200) as receiver:
        given = channel.check({"url": f"{receiver.url}/own/topic-1", **address})
        channel.notify(given, [some])
        (arrived,) = receiver.arrived
    return arrived, json.loads(arrived.body)


@pytest.fixture
def moves(monkeypatch: pytest.MonkeyPatch) -> None:
    def some(notice: Notice, most: int = 3) -> Sequence[ActionLink]:
        return [ActionLink(f"Play {card}", f"https://tide.example/p/{card}") for card in range(9)][
            :most
        ]

    monkeypatch.setattr(ntfy, "answer_presses", some)


def test_it_is_published_as_json_at_the_server(table: Callable[..., str]) -> None:
    game = table()
    due_in(game, timedelta(hours=3, minutes=1))
    arrived, said = told(notice(game), token="tk_1")
    assert (arrived.path, arrived.headers["authorization"]) == ("/own/", "Bearer tk_1")
    assert said["topic"] == "topic-1"
    assert said["click"].endswith(f"/game/{game}")
    assert "3 hours left" in said["message"]


@pytest.mark.parametrize(
    ("kind", "priority"),
    [(NoticeKind.NEARLY_UP, 4), (NoticeKind.YOUR_TURN, 3), (NoticeKind.GAME_ENDED, 2)],
)
def test_what_is_urgent_is_loud(table: Callable[..., str], kind: NoticeKind, priority: int) -> None:
    _, said = told(notice(table(), kind=kind))
    assert said["priority"] == priority


@pytest.mark.usefixtures("moves")
def test_moves_are_buttons_only_where_she_has_said_so(table: Callable[..., str]) -> None:
    some = notice(table())
    assert "actions" not in told(some)[1]
    actions = told(some, moves=True)[1]["actions"]
    assert [one["label"] for one in actions] == ["Play 0", "Play 1", "Play 2"]
    assert actions[0] == {
        "action": "http",
        "label": "Play 0",
        "url": "https://tide.example/p/0",
        "method": "POST",
        "clear": True,
    }


@pytest.mark.usefixtures("moves")
def test_what_asks_nothing_offers_no_move(table: Callable[..., str]) -> None:
    _, said = told(notice(table(), kind=NoticeKind.STAGE_ENDED), moves=True)
    assert "actions" not in said


def test_a_server_without_a_topic_is_refused() -> None:
    with pytest.raises(ApiError) as caught:
        ntfy.Ntfy().check({"url": "https://ntfy.example/"})
    assert (caught.value.code, caught.value.pointer) == ("invalid_url", "/url")
