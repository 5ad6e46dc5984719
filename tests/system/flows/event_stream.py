"""A stream of events as any client reads it: line by line, from one connection."""

import json
from collections.abc import Iterator
from concurrent.futures import Future
from http.client import HTTPConnection
from typing import Any, Self
from urllib.parse import urlsplit

from tests.system.flows.client import Json, Person

TIMEOUT = 40.0
"""Seconds of silence after which a stream is dead: it sends something more often than that."""


class EventStream:
    """One connection to a stream, from the event after `last` on."""

    def __init__(self, person: Person, path: str, last: int = 0, accepts: str = "") -> None:
        headers = {"Accept-Encoding": accepts} if accepts else {}
        if person.token is not None:
            headers["Authorization"] = f"Bearer {person.token}"
        if last:
            headers["Last-Event-ID"] = str(last)
        self._connection = HTTPConnection(urlsplit(person.url).netloc, timeout=TIMEOUT)
        self._connection.request("GET", f"/api/v1{path}", headers=headers)
        self._answer = self._connection.getresponse()
        self.status = self._answer.status
        self.headers = self._answer.headers

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._answer.close()
        self._connection.close()

    def code(self) -> str:
        """The code of the problem that came instead."""
        return str(json.loads(self._answer.read())["code"])

    def events(self, playing: "Future[Any] | None" = None) -> Iterator[Json]:
        """Each event, until the server ends the stream, or what goes on beside it has failed."""
        number = None
        while line := self._answer.readline():
            if playing is not None and playing.done():
                playing.result()
            field, _, value = line.decode().rstrip("\n").partition(": ")
            if field == "id":
                number = int(value)
            elif field == "data":
                event: Json = json.loads(value)
                assert event["number"] == number
                yield event

    def pieces(self) -> Iterator[bytes]:
        """What comes, as it comes, in whatever encoding."""
        while some := self._answer.read1():
            yield some

    def line(self) -> bytes:
        """A line of those with which it begins: after the first the server knows this client."""
        return self._answer.readline()
