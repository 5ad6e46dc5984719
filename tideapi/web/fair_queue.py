"""A fair queue for threads: callers take turns, so that no caller waits for all calls of another."""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from django.utils.text import format_lazy
from django.utils.translation import ngettext_lazy

from common.rest.errors import ApiError

DEFAULT_MAX_WAITING = 4096
"""Calls that wait, at most."""
CALLER_SHARE = 8
"""The divisor of one caller's share of the waiting calls."""
SHARED_CALLER_SHARE = 4
"""The same for callers who are not told apart yet, such as players of a school after a restart."""


class FairQueue:
    """A queue for places, of which one caller has `each` at most. It runs in the event loop.

    At most `waiting` calls wait, and `waiting_each` of one caller: an eighth of them by default. A caller
    that stands for several may have a quarter. Further calls are refused at once, which costs next to
    nothing.
    """

    def __init__(
        self,
        places: int,
        each: int,
        waiting: int = DEFAULT_MAX_WAITING,
        waiting_each: int | None = None,
    ) -> None:
        self._free = places
        self._each = each
        self._max_waiting = waiting
        self._max_waiting_of_shared = max(waiting // SHARED_CALLER_SHARE, waiting_each or 0)
        self._max_waiting_of_one = waiting // CALLER_SHARE if waiting_each is None else waiting_each
        self._taken: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        """The waiting calls by caller; the caller whose turn it is comes first."""
        self._waiting_count = 0

    @asynccontextmanager
    async def hold_place(self, caller: str, *, shared: bool = False) -> AsyncIterator[None]:
        """Hold a place once it is this caller's turn. Raises `ApiError` (`busy`, `throttled`)."""
        await self._enter_queue(
            caller, self._max_waiting_of_shared if shared else self._max_waiting_of_one
        )
        try:
            yield
        finally:
            self._leave_place(caller)

    async def _enter_queue(self, caller: str, most: int) -> None:
        if self._free and self._taken[caller] < self._each and caller not in self._waiting:
            self._take_place(caller)
            return
        tickets = self._waiting.get(caller)
        if tickets and len(tickets) >= most:
            waiting = ngettext_lazy(
                "{most} call of this player or address waits already. Try again in a second.",
                "{most} calls of this player or address wait already. Try again in a second.",
                "most",
            )
            message = format_lazy(waiting, most=most)
            raise ApiError("throttled", message, headers={"Retry-After": "1"})
        if self._waiting_count >= self._max_waiting:
            raise ApiError("busy", "Too many calls wait already. Try again in a moment.")
        ticket = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(caller, deque()).append(ticket)
        self._waiting_count += 1
        try:
            await ticket
        except asyncio.CancelledError:
            if ticket.cancelled():
                self._withdraw_ticket(caller, ticket)
            else:
                self._leave_place(caller)  # It was this caller's turn, and the client has left.
            raise

    def _take_place(self, caller: str) -> None:
        self._free -= 1
        self._taken[caller] += 1

    def _leave_place(self, caller: str) -> None:
        self._free += 1
        self._taken[caller] -= 1
        if not self._taken[caller]:
            del self._taken[caller]
        while self._free and (following := self._next_caller()) is not None:
            tickets = self._waiting.pop(following)
            ticket = tickets.popleft()
            if tickets:
                self._waiting[following] = tickets  # Behind all others.
            self._waiting_count -= 1
            if not ticket.cancelled():  # Or its caller has gone, and has not noticed yet.
                self._take_place(following)
                ticket.set_result(None)

    def _next_caller(self) -> str | None:
        return next((caller for caller in self._waiting if self._taken[caller] < self._each), None)

    def _withdraw_ticket(self, caller: str, ticket: asyncio.Future[None]) -> None:
        tickets = self._waiting.get(caller, deque())
        if ticket in tickets:
            tickets.remove(ticket)
            self._waiting_count -= 1
            if not tickets:
                del self._waiting[caller]
