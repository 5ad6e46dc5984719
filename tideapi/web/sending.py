"""An answer is sent as fast as it is taken, and given up when nothing or too little of it is taken."""

import asyncio

from tideapi.web.asgi import Receive, Send, gone
from tideapi.web.calling import Answer

PIECE = 16 * 1024
"""Bytes handed to the web server at once. It keeps a few such pieces for a client that takes nothing."""
STALLED = 30.0
"""Seconds in which nothing is taken, after which the rest is not sent."""
LEAST = 4 * 1024
"""Bytes a second that a client takes at least, on the whole: there is room for so many at a time."""


def is_long(answer: Answer) -> bool:
    """Whether the answer is more than the web server gets at once, so that sending it means waiting."""
    return len(answer.body) > PIECE


async def send_whole(answer: Answer, send: Send) -> None:
    """Send a short answer, without waiting until the client has taken it."""
    headers = answer.headers
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body, "more_body": False})


async def send_pieces(answer: Answer, receive: Receive, send: Send) -> None:
    """Send a long answer piece by piece, until the client has it, has gone, or takes nothing more."""
    leaving = asyncio.ensure_future(gone(receive))
    try:
        headers = _with_length(answer)
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        async with asyncio.timeout(STALLED + len(answer.body) / LEAST):
            for at in range(0, len(answer.body), PIECE):
                if leaving.done():
                    return
                piece = answer.body[at : at + PIECE]
                async with asyncio.timeout(STALLED):
                    await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    except TimeoutError:
        pass  # The header gave the whole length, so the web server hangs up when the rest does not come.
    finally:
        leaving.cancel()


def _with_length(answer: Answer) -> list[tuple[bytes, bytes]]:
    if any(name == b"content-length" for name, _ in answer.headers):
        return answer.headers
    return [*answer.headers, (b"content-length", b"%d" % len(answer.body))]
