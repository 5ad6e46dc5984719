from pathlib import Path

import pytest
import redis

from tideapi.local.reaper import Reaper
from tideapi.local.valkey import Valkey


@pytest.mark.parametrize(("durable", "left"), [(True, b"sealed"), (False, None)])
def test_it_keeps_what_it_was_given_when_that_is_asked_for(
    folder: Path, reaper: Reaper, durable: bool, left: bytes | None
) -> None:
    server = Valkey(folder, reaper, durable=durable)
    server.start()
    with redis.Redis.from_url(server.url) as client:
        client.set("turn", "sealed")
    server.stop()
    server.start()
    with redis.Redis.from_url(server.url) as client:
        assert client.get("turn") == left
    server.kill()
    assert not server.process.alive


def test_nobody_enters_without_the_password(folder: Path, reaper: Reaper) -> None:
    server = Valkey(folder, reaper, durable=False)
    server.start()
    with redis.Redis(port=server.port) as client, pytest.raises(redis.AuthenticationError):
        client.ping()
    server.stop()
