"""A stream of server-sent events, over all its connections."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import httpx

from tideapi_client.call import ApiCall
from tideapi_client.models import FeedEvent

TIMEOUT = httpx.Timeout(30.0, read=70.0)
"""Seconds; a connection that is silent for so long is lost: the server says something each 30."""
LINE_END = re.compile(rb"\r\n|\n|\r(?!\Z)")
"""The end of a line. A line feed may still follow a carriage return that came last."""
GAME_OVER = {"finished", "cancelled"}


@dataclass
class EventStream:
    """The position in a stream."""

    path: str
    after: str | int
    pause: float = 2.0
    """Seconds between two connections; the server says how many."""
    is_over: bool = False
    """True after the last event of the game that is streamed."""
    last_id: str | None = None
    _next_id: str | None = None
    _rest: bytes = b""
    _data: list[str] = field(default_factory=list[str])

    def next_call(self) -> ApiCall:
        """Return the call that begins the stream, or resumes it after the last whole event."""
        self._next_id, self._rest, self._data = self.last_id, b"", []
        return ApiCall("GET", self.path, query={"after": self.after}, last_event_id=self.last_id)

    def read_chunk(self, chunk: bytes) -> Iterator[FeedEvent]:
        """Yield the events that end with these bytes."""
        *lines, self._rest = LINE_END.split(self._rest + chunk)
        for line in lines:
            name, _, value = line.decode().partition(":")
            value = value.removeprefix(" ")
            if not line and (event := self._end_message()):
                yield event
            elif name == "id":
                self._next_id = value
            elif name == "retry" and value.isdecimal():
                self.pause = int(value) / 1000
            elif name == "data":
                self._data.append(value)

    def _end_message(self) -> FeedEvent | None:
        self.last_id = self._next_id
        text, self._data = "\n".join(self._data), []
        if not text:
            return None
        event: FeedEvent = json.loads(text)
        if event["type"] in GAME_OVER and f"/games/{event['game']}/" in self.path:
            self.is_over = True
        return event
