"""Hearing a stream as any client would: line by line, from one connection."""

import json
from collections.abc import Iterator
from concurrent.futures import Future
from http.client import HTTPConnection
from typing import Any, Self
from urllib.parse import urlsplit

from tests.system.flows.client import Person

Json = dict[str, Any]
PATIENCE = 40.0
"""Seconds of silence after which a stream is dead: it sends something more often than that."""


class Stream:
    """One connection to a stream; `heard` is the number of the last message."""

    def __init__(self, person: Person, path: str, heard: int = 0, accepts: str = "") -> None:
        self.heard = heard
        headers = {"Accept-Encoding": accepts} if accepts else {}
        if person.token is not None:
            headers["Authorization"] = f"Bearer {person.token}"
        if heard:
            headers["Last-Event-ID"] = str(heard)
        self._connection = HTTPConnection(urlsplit(person.url).netloc, timeout=PATIENCE)
        self._connection.request("GET", f"/api/v1{path}", headers=headers)
        self._answer = self._connection.getresponse()
        self.status = self._answer.status
        self.kind = self._answer.headers["Content-Type"]
        self.id = self._answer.headers["X-Request-Id"]
        self.encoding = self._answer.headers["Content-Encoding"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._answer.close()
        self._connection.close()

    def problem(self) -> Json:
        problem: Json = json.loads(self._answer.read())
        return problem

    def messages(self, while_: "Future[Any] | None" = None) -> Iterator[Json]:
        """Each event, until the server ends the stream, or what should go on meanwhile has failed."""
        number = None
        while line := self._answer.readline():
            if while_ is not None and while_.done():
                while_.result()
            field, _, value = line.decode().rstrip("\n").partition(": ")
            if field == "id":
                number = int(value)
            elif field == "data":
                assert number is not None
                self.heard = number
                event: Json = json.loads(value)
                assert event["number"] == number
                yield event

    def pieces(self) -> Iterator[bytes]:
        """What comes, as it comes, in whatever encoding."""
        while some := self._answer.read1():
            yield some

    def beginning(self) -> bytes:
        """A line of those with which it begins: after the first the server knows this hearer."""
        return self._answer.readline()
