"""The client for programs with an event loop. The sync client is generated from this module."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing
from typing import Any, Self

import httpx

from tideapi_client import feed
from tideapi_client.async_calls import AsyncCalls
from tideapi_client.call import (
    NO_CONTENT,
    ApiCall,
    ListPage,
    T,
    check_whole,
    next_page_call,
    read_answer,
)
from tideapi_client.models import FeedEvent
from tideapi_client.problem import ConnectionLost
from tideapi_client.retries import Retries
from tideapi_client.tokens import OAuthTokens, is_expired


class AsyncClient(AsyncCalls):
    """A player at a server: each call of the API is a method with the name of its operationId."""

    def __init__(
        self,
        base_url: str,
        token: str | OAuthTokens | None = None,
        *,
        language: str | None = None,
        retries: Retries | None = None,
        timeout: float = 60.0,  # seconds: longer than any long poll
        on_response: Callable[[httpx.Response], object] | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.token = token
        """Set it after a sign-up to go on as the new player."""
        self.language = language
        self.retries = retries or Retries()
        self.on_response = on_response
        """Called with each answer, refusals included, for its status and headers."""
        self._http = httpx.AsyncClient(base_url=base_url, timeout=timeout, transport=transport)
        self._refreshing = asyncio.Lock()

    async def iterate_pages(self, page: ListPage[T]) -> AsyncIterator[T]:
        """Yield what is on this page of a list, and on all pages after it."""
        while True:
            for one in page["results"]:
                yield one
            if (call := next_page_call(page)) is None:
                return
            page = await self._make_call(call)

    async def close(self) -> None:
        """Close all connections."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def bearer_token(self) -> str | None:
        """The token that is sent now."""
        return self.token.access_token if isinstance(self.token, OAuthTokens) else self.token

    async def _make_call(self, call: ApiCall) -> Any:
        return read_answer(await self._send(call))

    async def _follow_stream(self, path: str, after: str | int) -> AsyncIterator[FeedEvent]:
        """Yield the events of a stream. A lost connection is resumed where it was."""
        reading = feed.EventStream(path, after)
        while True:
            async with aclosing(await self._send(reading.next_call(), stream=True)) as response:
                if response.status_code == NO_CONTENT:
                    return
                try:
                    async for chunk in response.aiter_bytes():
                        for event in reading.read_chunk(chunk):
                            yield event
                except httpx.RequestError:
                    pass  # The next connection goes on after the last event.
            if reading.is_over:
                return
            await asyncio.sleep(reading.pause)

    async def _send(self, call: ApiCall, *, stream: bool = False) -> httpx.Response:
        """Send a call and return its answer; retry where that is safe, else raise the last error."""
        attempt = 1
        while True:
            sent = self.bearer_token
            outcome = await self._try_once(call, stream=stream)
            if isinstance(outcome, httpx.Response) and outcome.is_success:
                return outcome
            if isinstance(self.token, OAuthTokens) and is_expired(call, outcome):
                await self._refresh_token(self.token, sent)
            else:
                await asyncio.sleep(self.retries.find_pause(attempt, call, outcome))
            attempt += 1

    async def _try_once(self, call: ApiCall, *, stream: bool) -> httpx.Response | ConnectionLost:
        timeout = feed.TIMEOUT if stream else self._http.timeout
        given = call.httpx_arguments(self.bearer_token, self.language)
        request = self._http.build_request(**given, timeout=timeout)
        try:
            response = await self._http.send(request, stream=stream)
            if not (stream and response.is_success):
                await response.aread()
                check_whole(response)
        except (httpx.RequestError, ValueError) as error:
            return ConnectionLost(error)
        if self.on_response is not None:
            self.on_response(response)
        return response

    async def _refresh_token(self, tokens: OAuthTokens, sent: str | None) -> None:
        async with self._refreshing:
            if self.bearer_token == sent:  # No other call was faster.
                tokens.take_answer(await self._send(tokens.refresh_call()))
