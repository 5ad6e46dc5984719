"""The client for programs that do one thing after another."""

import threading
import time
from collections.abc import Iterator
from contextlib import closing
from types import TracebackType
from typing import Any, Self

import httpx

from tideapi_client import feed
from tideapi_client.call import NO_CONTENT, ApiCall, read_answer
from tideapi_client.calls import Calls
from tideapi_client.connection import TIMEOUT, Connection, ListPage, T, next_call
from tideapi_client.models import FeedEvent
from tideapi_client.retries import DEFAULT_RETRIES, Retries
from tideapi_client.tokens import OAuthTokens, is_expired


class Client(Connection, Calls):
    """A player at a server: each call of the API is a method with the name of its operationId."""

    def __init__(
        self,
        base_url: str,
        token: str | OAuthTokens | None = None,
        *,
        language: str | None = None,
        retries: Retries = DEFAULT_RETRIES,
        timeout: float = TIMEOUT,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        super().__init__(base_url, token, language, retries)
        self._http = httpx.Client(base_url=self.base_url, timeout=timeout, transport=transport)
        self._refreshing = threading.Lock()

    def iterate_pages(self, page: ListPage[T]) -> Iterator[T]:
        """Yield what is on this page of a list, and on all pages after it."""
        while True:
            yield from page["results"]
            if (call := next_call(page)) is None:
                return
            page = self._make_call(call)

    def close(self) -> None:
        """Close all connections."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _make_call(self, call: ApiCall) -> Any:
        return read_answer(self._send(call))

    def _follow_stream(self, path: str, after: str) -> Iterator[FeedEvent]:
        """Yield the events of a stream. A lost connection is resumed where it was."""
        reading = feed.EventStream(path, after)
        while True:
            response = self._send(reading.next_call(), stream=True)
            with closing(response):
                if response.status_code == NO_CONTENT:
                    return
                try:
                    for line in response.iter_lines():
                        if event := reading.read_line(line):
                            yield event
                except httpx.TransportError:
                    pass  # The next connection goes on after the last event.
            time.sleep(reading.pause)

    def _send(self, call: ApiCall, *, stream: bool = False) -> httpx.Response:
        """Send a call and return its answer; retry where that is safe, else raise the last error."""
        attempt = 1
        while True:
            sent = self.bearer_token
            outcome = self._try_once(call, stream=stream)
            if isinstance(outcome, httpx.Response) and outcome.is_success:
                return outcome
            if not self._refresh_token(call, outcome, sent):
                time.sleep(self.retries.find_pause(attempt, call, outcome))
            attempt += 1

    def _try_once(self, call: ApiCall, *, stream: bool) -> httpx.Response | httpx.TransportError:
        timeout = feed.TIMEOUT if stream else self._http.timeout
        request = self._http.build_request(**self.httpx_arguments(call), timeout=timeout)
        try:
            response = self._http.send(request, stream=stream)
            if stream and not response.is_success:
                response.read()
        except httpx.TransportError as error:
            return error
        return response

    def _refresh_token(
        self, call: ApiCall, outcome: httpx.Response | httpx.TransportError, sent: str | None
    ) -> bool:
        """Refresh the token if the one that was sent has expired. Return True if there is a new one."""
        if not isinstance(self.token, OAuthTokens) or not is_expired(call, outcome):
            return False
        with self._refreshing:
            if self.bearer_token == sent:  # No other thread was faster.
                self.token.take_answer(self._send(self.token.refresh_call()))
        return True
