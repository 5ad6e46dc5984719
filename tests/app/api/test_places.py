"""Places for streams: one caller, whatever she calls herself, has her part of them and no more."""

from collections.abc import Callable
from typing import Any

import pytest

from games.feeds.streams.hub import HUB, STREAM, Hub
from tests.people import API, PASSWORD, Person
from tideapi.web.fair_queue import FairQueue

pytestmark = pytest.mark.django_db


@pytest.fixture
def hub(settings: Any) -> Hub:
    settings.TIDE_MAX_STREAMS_PER_PROCESS, settings.TIDE_MAX_STREAMS_PER_CALLER = 5, 2
    return Hub(FairQueue(1, 1))


def opens(hub: Hub, person: Person, path: str, **more: Any) -> Any:
    """Ask for a stream, from an address of this machine; the answer, and the place if there is one."""
    token = {"Authorization": f"Bearer {person.token}"} if person.token else {}
    return person._client.get(API + path, headers=token, **{HUB: hub, **more})


def test_all_tokens_of_a_player_share_her_part(ann: Person, bob: Person, hub: Hub) -> None:
    said = ann.post("/me/tokens", {"username": "ann", "password": PASSWORD})
    other = Person(said.json["token"], "ann")
    assert [opens(hub, one, "/me/stream").status_code for one in (ann, other)] == [200, 200]
    for one in (ann, other):
        refusal = opens(hub, one, "/me/stream")
        assert (refusal.status_code, refusal["Retry-After"]) == (429, "10")
        assert refusal["RateLimit-Policy"] == '"streams";q=2', "the limit that has struck"
        assert refusal["RateLimit"] == '"streams";r=0'
    assert opens(hub, bob, "/me/stream").status_code == 200


def test_strangers_behind_a_proxy_are_told_apart(
    stranger: Person, table: Callable[..., str], hub: Hub, settings: Any
) -> None:
    settings.TIDE_PROXY_COUNT = 1
    path = f"/games/{table()}/stream"
    for client in ("192.0.2.1", "192.0.2.2"):
        said = [
            opens(hub, stranger, path, HTTP_X_FORWARDED_FOR=f"198.51.100.{number}, {client}")
            for number in range(3)
        ]
        assert [one.status_code for one in said] == [200, 200, 429]


def test_a_server_that_holds_as_many_as_it_can_says_when_to_come_again(
    stranger: Person, table: Callable[..., str], hub: Hub
) -> None:
    path = f"/games/{table()}/stream"
    said = [opens(hub, stranger, path, REMOTE_ADDR=f"192.0.2.{number}") for number in range(6)]
    assert [one.status_code for one in said] == [200] * 5 + [503]
    assert (said[-1].json()["code"], said[-1]["Retry-After"]) == ("no_room", "10")
    hub.streams.free_place(said[0].wsgi_request.META[STREAM].who)
    assert opens(hub, stranger, path, REMOTE_ADDR="192.0.2.9").status_code == 200
