"""Sending of an answer at the client's pace, given up when the client reads too little."""

import asyncio

from tideapi.web.asgi import Receive, Send, wait_for_close
from tideapi.web.wsgi_call import WsgiAnswer

PIECE = 16 * 1024
"""Bytes passed to the web server at once. It keeps a few such pieces for a client that reads nothing."""
STALLED = 30.0
"""Seconds without progress, after which the rest is not sent."""
MIN_BYTES_PER_SECOND = 4 * 1024
"""Bytes a second that a client has to read on average: the room for long answers is limited."""


def is_long(answer: WsgiAnswer) -> bool:
    """Return whether the answer is longer than a piece, so that sending it means waiting."""
    return len(answer.body) > PIECE


async def send_whole(answer: WsgiAnswer, send: Send) -> None:
    """Send a short answer, without waiting until the client has read it."""
    headers = answer.headers
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body, "more_body": False})


async def send_pieces(answer: WsgiAnswer, receive: Receive, send: Send) -> None:
    """Send a long answer piece by piece, until the client has it, has left, or stops reading."""
    leaving = asyncio.ensure_future(wait_for_close(receive))
    try:
        headers = _with_length(answer)
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        async with asyncio.timeout(STALLED + len(answer.body) / MIN_BYTES_PER_SECOND):
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


def _with_length(answer: WsgiAnswer) -> list[tuple[bytes, bytes]]:
    if any(name == b"content-length" for name, _ in answer.headers):
        return answer.headers
    return [*answer.headers, (b"content-length", b"%d" % len(answer.body))]
