"""Valkey does not answer and has not closed its connections either: as if it were stopped, which it is."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import redis
from celery import current_app
from django.test import override_settings
from kombu import Connection, Exchange, Queue
from kombu.message import Message
from redis.connection import AbstractConnection

from common import counters
from common.rest import outages, rate_limits
from common.tasks import BROKER, _producers
from games import tasks
from tests.counting_server import counting_server
from tests.people import Person
from tideapi import health
from tideapi.broker import Transport
from tideapi.local.reaper import Reaper
from tideapi.local.valkey import Valkey

pytestmark = pytest.mark.django_db
WITHIN = 0.05


@pytest.fixture
def valkey(tmp_path: Path) -> Iterator[Valkey]:
    reaper = Reaper()
    server = Valkey(tmp_path, reaper)
    server.start()
    yield server
    server.kill()
    reaper.close()


@contextmanager
def stopped(valkey: Valkey) -> Iterator[None]:
    valkey.process.signal(signal.SIGSTOP)
    try:
        yield
    finally:
        valkey.process.signal(signal.SIGCONT)


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Grows by one each time that somebody has waited in vain for an answer."""
    read = AbstractConnection.read_response
    found = []

    def reads(self: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return read(self, *args, **kwargs)
        except redis.TimeoutError:
            found.append("in vain")
            raise

    monkeypatch.setattr(AbstractConnection, "read_response", reads)
    return found


def left(person: Person) -> int:
    """What is left of the quota after one more call."""
    said = person.get("/games")
    assert said.status == 200
    return int(said.headers["RateLimit"].split(";r=")[1].split(";")[0])


@pytest.fixture(autouse=True)
def one_window(settings: Any) -> None:
    settings.TIDE_LIMITS = {**settings.TIDE_LIMITS, "address": (1000, 86400 * 3650)}


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time by which pauses end: it stands, whatever the machine does."""
    now = [1000.0]
    monkeypatch.setattr(outages, "monotonic", lambda: now[0])
    return now


def test_one_call_waits_and_the_others_go_uncounted_until_it_answers(
    valkey: Valkey, waits: list[str], stranger: Person, now: list[float]
) -> None:
    with counting_server(valkey.url):
        assert left(stranger) == 999
    with counting_server(valkey.url, WITHIN):
        with stopped(valkey):
            for many in (1, 2, 3):
                assert [left(stranger) for _ in range(5)] == [1000] * 5
                # The first call after the pause is the only one to wait.
                assert len(waits) == many
                now[0] += outages.PAUSE
            counters.count_sweep(1.0)
            assert counters.read(counters.SWEEPS) == {}
        assert left(stranger) == 1000, "the pause is not over"
        now[0] += outages.PAUSE
        with override_settings(TIDE_CACHE_TIMEOUT_SECONDS=10.0):
            rate_limits._connections.cache_clear()
            assert [left(stranger) for _ in range(2)] == [998, 997]


def test_a_server_that_was_restarted_counts_from_the_first_call_on(
    valkey: Valkey, stranger: Person
) -> None:
    with counting_server(valkey.url):
        before = left(stranger)
        valkey.kill()
        valkey.start()
        # Also the call that finds the old connection closed.
        assert left(stranger) == before - 1


def test_asked_whether_it_is_ready_the_server_waits_once(
    valkey: Valkey, waits: list[str], stranger: Person, settings: Any
) -> None:
    settings.BROKER_URL = valkey.url
    health.NEWEST.forget()
    with stopped(valkey):
        said = stranger.get("/readyz")
    assert (said.status, len(waits)) == (503, 1)
    assert "broker does not answer" in said.json["detail"]
    health.NEWEST.forget()


@pytest.fixture
def broker(valkey: Valkey, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Valkey]:
    """Celery's messages go to a broker of the test's own."""
    settings.TIDE_BROKER_TIMEOUT_SECONDS = WITHIN
    monkeypatch.setattr(current_app.conf, "broker_write_url", valkey.url)
    _producers.cache_clear()
    yield valkey
    _producers.cache_clear()
    BROKER.note_answer()


def messages(broker: Valkey) -> int:
    with redis.Redis.from_url(broker.url) as found:
        return int(found.llen("celery"))


def test_of_many_moves_one_waits_for_the_broker(
    broker: Valkey,
    waits: list[str],
    ann: Person,
    now: list[float],
    django_capture_on_commit_callbacks: Callable[..., Any],
) -> None:
    with stopped(broker), django_capture_on_commit_callbacks(execute=True):
        for _ in range(6):
            ann.opens(3, bots=["random", "random"])
    assert len(waits) == 1
    now[0] += outages.PAUSE
    _producers.cache_clear()
    with (
        override_settings(TIDE_BROKER_TIMEOUT_SECONDS=10.0),
        django_capture_on_commit_callbacks(execute=True),
    ):
        ann.opens(3, bots=["random", "random"])
    assert messages(broker) > 0


def test_a_broker_that_was_restarted_gets_the_first_message(broker: Valkey) -> None:
    with override_settings(TIDE_BROKER_TIMEOUT_SECONDS=10.0):
        for _ in range(2):
            # What it was sent before it was killed it may have lost: the disk may have been busy.
            before = messages(broker)
            tasks.move_bots.delay()
            assert messages(broker) == before + 1
            broker.kill()
            broker.start()


@pytest.mark.parametrize("done", [Message.ack, Message.reject, Message.requeue])
def test_a_task_that_the_broker_does_not_hear_is_done_takes_nobodys_place(
    valkey: Valkey, done: Callable[[Message], None]
) -> None:
    taken = list[Message]()
    options = {"socket_timeout": WITHIN}
    with Connection(valkey.url, transport=Transport, transport_options=options) as connection:
        queue = connection.SimpleQueue("tasks")
        for number in (1, 2):
            queue.put(number)
        queue.close()
        with connection.Consumer(
            Queue("tasks", Exchange("tasks")), on_message=taken.append, prefetch_count=1
        ):
            connection.drain_events(timeout=60)
            with stopped(valkey), pytest.raises(redis.TimeoutError):
                done(taken[0])
            connection.drain_events(timeout=60)
    assert [message.payload for message in taken] == [1, 2]
