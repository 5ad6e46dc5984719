"""A stream of server-sent events, read line by line."""

import json
from dataclasses import dataclass, field

import httpx

from tideapi_client.call import ApiCall
from tideapi_client.models import FeedEvent

SILENCE = 70.0
"""Seconds without a line after which a connection is taken for lost: the server says something each 30."""
TIMEOUT = httpx.Timeout(30.0, read=SILENCE)


@dataclass
class EventStream:
    """The position in a stream, over all its connections."""

    path: str
    after: str
    pause: float = 2.0
    """Seconds between two connections; the server says how many."""
    last_id: str | None = None
    _next_id: str | None = None
    _data: list[str] = field(default_factory=list[str])

    def next_call(self) -> ApiCall:
        """Return the call that begins the stream, or resumes it after the last whole event."""
        self._next_id = self.last_id
        self._data.clear()
        return ApiCall("GET", self.path, query={"after": self.after}, last_event_id=self.last_id)

    def read_line(self, line: str) -> FeedEvent | None:
        """Return the event that ends with this line, if one does."""
        name, _, value = line.partition(": ")
        match name:
            case "id":
                self._next_id = value
            case "retry":
                self.pause = int(value) / 1000
            case "data":
                self._data.append(value)
            case "" if not line:
                return self._end_message()
            case _:
                pass  # A comment keeps the connection open.
        return None

    def _end_message(self) -> FeedEvent | None:
        self.last_id = self._next_id
        text = "\n".join(self._data)
        self._data.clear()
        event: FeedEvent | None = json.loads(text) if text else None
        return event
