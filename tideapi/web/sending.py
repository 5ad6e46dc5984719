"""An answer is sent as fast as it is taken, and given up when nothing of it is taken for a while."""

import asyncio

from tideapi.web.asgi import Receive, Send, gone
from tideapi.web.calling import Answer

PIECE = 16 * 1024
"""Bytes handed to the web server at once. It keeps a few pieces for somebody who takes nothing."""
STALLED = 30.0
"""Seconds in which nothing is taken, after which the rest is not sent."""


def is_long(answer: Answer) -> bool:
    """Whether it is more than the web server is given at once, so that somebody has to wait."""
    return len(answer.body) > PIECE


async def send_whole(answer: Answer, send: Send) -> None:
    """Send a short answer; nobody waits until it is taken."""
    headers = answer.headers
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body, "more_body": False})


async def send_pieces(answer: Answer, receive: Receive, send: Send) -> None:
    """Send a long one, piece by piece, until the client has it, or has gone, or takes nothing."""
    leaving = asyncio.ensure_future(gone(receive))
    try:
        headers = _with_length(answer)
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        for at in range(0, len(answer.body), PIECE):
            if leaving.done():
                return
            piece = answer.body[at : at + PIECE]
            async with asyncio.timeout(STALLED):
                await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    except TimeoutError:
        pass  # The length was said, so the web server hangs up where the rest does not come.
    finally:
        leaving.cancel()


def _with_length(answer: Answer) -> list[tuple[bytes, bytes]]:
    if any(name == b"content-length" for name, _ in answer.headers):
        return answer.headers
    return [*answer.headers, (b"content-length", b"%d" % len(answer.body))]
