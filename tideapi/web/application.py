"""The ASGI application: calls are made in threads, and all waiting is done in the event loop.

A call waits for up to three things: its body, news if it asked to wait for news, and the client that reads
the response. None of these waits holds a thread.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, aclosing, nullcontext, suppress
from http import HTTPStatus

from django.conf import settings
from django.core.handlers.wsgi import WSGIRequest
from django.db import Error
from django.utils.translation import override

from common.rest import log_lines
from common.rest.errors import ApiError
from common.rest.language import request_language
from common.rest.rate_limits import USAGE
from common.rest.view import COMPRESSED
from games.feeds.streams.buffers import READERS
from games.feeds.streams.hub import HUB, POLL, STREAM, WAITED_AFTER, Hub, Poll, StreamSubscription
from tideapi.errors import Problem, log_refusal
from tideapi.web import body, response_sender, sockets
from tideapi.web.asgi import Message, Receive, Send, read_header, wait_for_close
from tideapi.web.callers import SHARED, Callers
from tideapi.web.compression import Gzip, accepted_encoding
from tideapi.web.fair_queue import FairQueue
from tideapi.web.headers import add_security_headers
from tideapi.web.startup import prepare_process
from tideapi.web.wsgi_call import Environ, Wsgi, WsgiAnswer, build_environ, call_wsgi, may_hash

log = logging.getLogger(__name__)

STALLED = 60.0
"""Seconds without progress of a stream's client, after which the connection is given up."""
PART = 4
"""The divisor of one caller's share of the threads, and of the room for long answers."""
PASSWORDS = 64
"""Calls that may wait in one process to hash a password: about a second's work."""
LONG_ANSWERS = 128
"""Long answers that one process sends at a time; as many more may wait."""
AGAIN_AFTER = 0.5
"""Seconds before a long poll is made again after a notification without news for it."""
HEADER = log_lines.REQUEST_ID_HEADER.lower().encode()
OPEN_TO_ALL = [
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", ", ".join(settings.CORS_EXPOSE_HEADERS).encode()),
]
"""CORS headers of refusals that are made here, so that pages of other sites can read them."""


class Application:
    """The application, which makes calls by `wsgi`.

    A call that has left a subscription goes on as a stream, one that has left a poll waits.
    """

    def __init__(self, wsgi: Wsgi) -> None:
        threads = settings.TIDE_THREADS
        self._wsgi = wsgi
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="calls")
        self._queue = FairQueue(threads, max(1, threads // PART))
        at_once = max(1, settings.TIDE_MAX_PASSWORD_HASHES_PER_PROCESS)
        # Who signs in is known by an address alone, which may be that of a school.
        self._passwords = FairQueue(at_once, 1, waiting=PASSWORDS, waiting_each=PASSWORDS // 2)
        self._room = FairQueue(LONG_ANSWERS, LONG_ANSWERS // PART, waiting=LONG_ANSWERS)
        self._callers = Callers()
        subscribers = (
            settings.TIDE_MAX_STREAMS_PER_PROCESS + settings.TIDE_MAX_LONG_POLLS_PER_PROCESS
        )
        each = settings.TIDE_MAX_STREAMS_PER_CALLER + settings.TIDE_MAX_LONG_POLLS_PER_CALLER
        # A subscriber may wait: no subscriber is refused here.
        self._hub = Hub(FairQueue(READERS, 1, waiting=subscribers, waiting_each=each))
        self._chores: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        match scope["type"]:
            case "http":
                with suppress(body.Gone), log_lines.use_id(read_header(scope, HEADER)) as own:
                    await self._http(own, scope, receive, send)
            case "lifespan":
                await self._lifespan(receive, send)
            case "websocket":
                await send({"type": "websocket.close", "code": 1000})

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        sockets.open_many()
        try:
            await asyncio.to_thread(prepare_process)
        except Exception as error:  # noqa: BLE001  Granian serves on after what is raised here.
            await send({"type": "lifespan.startup.failed", "message": str(error)})
            return
        self._chores.add(asyncio.create_task(sockets.set_write_timeout()))
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})

    async def _http(self, own: str, scope: Message, receive: Receive, send: Send) -> None:
        try:
            whole = await body.read(scope, receive)
        except ApiError as refusal:
            # The rest of the body stays unread, so no other request can follow on this connection.
            answer = _refusal_answer(refusal, scope, own, closing=True)
            await response_sender.send_whole(answer, send)
            return
        sent = build_environ(scope, whole) | {log_lines.REQUEST_ID_SENT: own}
        try:
            caller = self._callers.caller_name(sent)
            made, answer = await self._call(caller, sent)
            if STREAM in made:
                await self._stream(answer, made, receive, send)
                return
            if POLL in made:
                answer = await self._poll(caller, made, sent, answer, receive)
            if response_sender.is_long(answer):
                async with self._room.hold_place(caller):
                    await response_sender.send_pieces(answer, receive, send)
                return
        except ApiError as refusal:
            answer = _refusal_answer(refusal, scope, own)
        await response_sender.send_whole(answer, send)

    async def _call(self, caller: str, sent: Environ) -> tuple[Environ, WsgiAnswer]:
        """Make a call when it is this caller's turn; return its environment and its answer.

        The call may have left something in the environment.
        """
        made = {**sent, HUB: self._hub}
        line = self._queue.hold_place(caller, shared=caller.startswith(SHARED))
        async with self._turn(caller, sent), line:
            loop = asyncio.get_running_loop()
            try:
                answer = await loop.run_in_executor(self._threads, call_wsgi, self._wsgi, made)
            except Exception as error:  # noqa: BLE001  Whatever it was, it is answered.
                if STREAM in made:
                    self._hub.streams.free_place(made[STREAM].caller)
                # Without the error's message, which may quote a card.
                log.error("%s: %s", sent["REQUEST_METHOD"], log_lines.describe_place(error))  # noqa: TRY400
                raise ApiError("internal_error", "The server made a mistake.") from None
        self._callers.learn_player(made)
        return made, answer

    def _turn(self, caller: str, sent: Environ) -> AbstractAsyncContextManager[None]:
        """Return the queue before a thread: for calls that may hash a password, that of hashing."""
        return self._passwords.hold_place(caller) if may_hash(sent) else nullcontext()

    # -- long polls

    async def _poll(
        self, caller: str, made: Environ, sent: Environ, answer: WsgiAnswer, receive: Receive
    ) -> WsgiAnswer:
        """Return the answer of a long poll; the call is made again on news and at the end."""
        poll: Poll = made[POLL]
        try:
            self._hub.polls.take_place(poll.subscription.caller)
        except ApiError:
            return answer
        clock = asyncio.get_running_loop()
        end = clock.time() + poll.seconds
        leaving = asyncio.ensure_future(wait_for_close(receive))
        try:
            while (left := end - clock.time()) > 0:
                await self._wait_for_more(poll.subscription, left, leaving)
                # The whole call is made again, because what the player may see may have changed since.
                again = {USAGE: made.get(USAGE), WAITED_AFTER: poll.subscription.after}
                made, answer = await self._call(caller, {**sent, **again})
                if POLL not in made:
                    break
                await asyncio.sleep(min(AGAIN_AFTER, max(0.0, end - clock.time())))
        finally:
            leaving.cancel()
            self._hub.polls.free_place(poll.subscription.caller)
        return answer

    async def _wait_for_more(
        self, subscription: StreamSubscription, seconds: float, leaving: "asyncio.Future[None]"
    ) -> None:
        """Wait for news. Raises `body.Gone` if the client leaves before."""
        waiting = asyncio.create_task(self._hub.wait_for_more(subscription, seconds))
        try:
            await asyncio.wait({waiting, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            waiting.cancel()
            (failure,) = await asyncio.gather(waiting, return_exceptions=True)
        if leaving.done():
            raise body.Gone
        if isinstance(failure, Error):
            log.warning("A long poll ends: %s", type(failure).__name__)
        elif isinstance(failure, Exception):
            raise failure

    # -- streams

    async def _stream(self, start: WsgiAnswer, made: Environ, receive: Receive, send: Send) -> None:
        subscription: StreamSubscription = made[STREAM]
        if made["REQUEST_METHOD"] != "GET" or start.status != HTTPStatus.OK:
            self._hub.streams.free_place(subscription.caller)
            await response_sender.send_whole(start, send)
            return
        headers = [one for one in start.headers if one[0] != b"content-length"]
        gzip = None
        accepts = accepted_encoding(made.get("HTTP_ACCEPT_ENCODING", ""), ("gzip",))
        if COMPRESSED in made and accepts:
            gzip = Gzip()
            headers.append((b"content-encoding", b"gzip"))
        try:
            await send({"type": "http.response.start", "status": start.status, "headers": headers})
            async with aclosing(self._hub.stream_messages(subscription)) as messages:
                sending_all = asyncio.create_task(_send_all(messages, gzip, send))
                leaving = asyncio.create_task(wait_for_close(receive))
                try:
                    await asyncio.wait({sending_all, leaving}, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    leaving.cancel()
                    sending_all.cancel()
                    outcome = await asyncio.gather(sending_all, leaving, return_exceptions=True)
        finally:
            self._hub.streams.free_place(subscription.caller)
        for failure in outcome:
            if isinstance(failure, Exception):
                log.warning("A stream of %s ends: %s", subscription.feed, type(failure).__name__)


async def _send_all(messages: AsyncIterator[bytes], gzip: Gzip | None, send: Send) -> None:
    async for some in messages:
        body = gzip.pack_bytes(some) if gzip else some
        async with asyncio.timeout(STALLED):
            await send({"type": "http.response.body", "body": body, "more_body": True})
    end = gzip.end_stream() if gzip else b""
    await send({"type": "http.response.body", "body": end, "more_body": False})


def _refusal_answer(
    refusal: ApiError, scope: Message, own: str, *, closing: bool = False
) -> WsgiAnswer:
    """Return the answer for a refusal before any call was made."""
    request = WSGIRequest(build_environ(scope, b""))
    with override(request_language(request)):
        made = Problem(refusal)
    made[log_lines.REQUEST_ID_HEADER] = own
    log_refusal(made, {"REQUEST_METHOD": scope["method"]}, None)
    add_security_headers(request, made)
    headers = [(name.lower().encode(), value.encode()) for name, value in made.items()]
    close = [(b"connection", b"close")] if closing else []
    return WsgiAnswer(made.status_code, [*headers, *close, *OPEN_TO_ALL], made.content)
