"""Looking a host up is part of an attempt: it takes of the attempt's seconds and ends with them."""

import socket
import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from oauth2_provider.cimd import CIMDError

from common.outside import addresses, post
from common.outside.addresses import BadAddress, Target, look_up, resolve_host
from notifications.channels import DeliveryError, egress
from players.oauth import cimd
from tests.unit.players.posting import BODY, HEADERS, HOST

URL = f"https://{HOST}/app"
SECONDS = 0.2
TARGET = Target(True, HOST, 443, "/")


class Resolver:
    """A resolver whose name server does not answer until it is released."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.released = threading.Event()

    def __call__(self, host: str, port: int, **_: object) -> list[tuple[Any, ...]]:
        self.asked.append(host)
        self.released.wait(60)
        return [(0, 0, 0, "", ("127.0.0.1", port)), (0, 0, 1, "", ("127.0.0.1", port))]


@pytest.fixture
def resolver(monkeypatch: pytest.MonkeyPatch) -> Iterator[Resolver]:
    made, places = Resolver(), threading.BoundedSemaphore(1)
    monkeypatch.setattr(socket, "getaddrinfo", made)
    monkeypatch.setattr(addresses, "_places", places)
    yield made
    made.released.set()
    assert places.acquire(timeout=60), "every lookup gives its place back"


def _send_webhook() -> None:
    outcome = post.post(URL, HEADERS, BODY, seconds=SECONDS)
    assert (outcome.status, outcome.error) == (None, post.Error.TIME)
    raise TimeoutError(outcome.error)


def _send_to_channel() -> None:
    egress.send_json(URL, {})


def _read_app() -> None:
    cimd.Fetcher().fetch(URL)


SENDERS: dict[str, tuple[Callable[[], None], type[Exception], str]] = {
    "webhook": (_send_webhook, TimeoutError, "timed_out"),
    "channel": (_send_to_channel, DeliveryError, "timed_out"),
    "app": (_read_app, CIMDError, "TimeoutError"),
}


@pytest.mark.parametrize("name", SENDERS)
def test_a_name_server_that_never_answers_is_given_up_within_the_attempt(
    name: str, resolver: Resolver, monkeypatch: pytest.MonkeyPatch
) -> None:
    send, raised, said = SENDERS[name]
    monkeypatch.setattr(post, "post", partial(post.post, seconds=SECONDS))
    monkeypatch.setattr(cimd, "SECONDS", SECONDS)

    def connect(*_: object) -> None:
        pytest.fail("It was connected to.")

    monkeypatch.setattr(socket.socket, "connect", connect)
    with pytest.raises(raised, match=said):
        send()
    assert resolver.asked == [HOST]
    assert not resolver.released.is_set(), "the lookup is still waiting"


def test_a_lookup_that_is_given_up_keeps_its_place_until_it_ends(resolver: Resolver) -> None:
    with pytest.raises(TimeoutError):
        look_up("a.example", 443, SECONDS)
    with pytest.raises(TimeoutError):
        look_up("b.example", 443, SECONDS)
    assert resolver.asked == ["a.example"]
    resolver.released.set()
    assert look_up("c.example", 443, 60) == ["127.0.0.1"]
    assert resolver.asked == ["a.example", "c.example"]


def test_no_time_left_looks_nothing_up(resolver: Resolver) -> None:
    with pytest.raises(TimeoutError):
        post.get(URL, {}, 100, 0.0)
    assert resolver.asked == []


@pytest.mark.parametrize("error", [socket.gaierror("No such name"), UnicodeError("label too long")])
def test_what_the_resolver_refuses_is_a_bad_address(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    with pytest.raises(type(error)):
        look_up(HOST, 443, 60)
    with pytest.raises(BadAddress):
        resolve_host(TARGET, 60)
