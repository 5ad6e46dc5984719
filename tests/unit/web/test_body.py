"""Bodies in many pieces and bodies that cannot be read are refused early, and the connection ends."""

import pytest

from tests.unit.web.conversation import Client
from tests.unit.web.test_application import CHUNKED, Views
from tideapi.web.application import Application
from tideapi.web.asgi import Message
from tideapi.web.body import MAX_MESSAGES

SMALLEST_PACKET = 536
"""Bytes of a body that any TCP sends in one packet (RFC 9293, section 3.7.1)."""


class Complete(Client):
    """A client whose body is whole after its last piece."""

    async def receive(self) -> Message:
        message = await super().receive()
        message["more_body"] = self.unsent_parts > 0
        return message


@pytest.mark.parametrize("said", [CHUNKED, (b"content-length", b"60000")])
def test_a_body_in_very_many_pieces_is_refused_before_it_is_read(said: tuple[bytes, bytes]) -> None:
    views, client = Views(), Client(said, sends=[b" "] * 60_000)
    client.calls(Application(views))
    assert (client.status, client.problem["code"]) == (400, "bad_request")
    assert client.headers[b"connection"] == b"close"
    assert client.unsent_parts == 60_000 - MAX_MESSAGES
    assert views.asked == []


def test_the_longest_body_may_come_in_the_smallest_packets() -> None:
    views, whole = Views(), b"x" * 65_536
    pieces = [whole[at : at + SMALLEST_PACKET] for at in range(0, len(whole), SMALLEST_PACKET)]
    client = Complete((b"content-length", b"65536"), sends=pieces)
    client.calls(Application(views))
    assert client.status == 200
    assert views.asked[0]["wsgi.input"].read() == whole


def test_a_body_that_breaks_off_is_refused_with_a_line_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level("INFO")
    views, client = Views(), Client(CHUNKED, sends=[b"ab"], leaves=True)
    client.calls(Application(views))
    assert (client.status, client.problem["code"]) == (400, "bad_request")
    assert client.headers[b"connection"] == b"close"
    assert [one.getMessage() for one in caplog.records] == [
        "refused bad_request: POST -, game -, player -"
    ]
    assert views.asked == []
