"""Addresses of hosts, looked up within a time limit.

The system's resolver takes no limit, and asks a name server that does not answer for up to half a minute.
"""

import socket
import threading
import time
from concurrent.futures import Future

MAX_LOOKUPS = 64
"""Lookups at once in one process, including those that timed out and still run."""

_places = threading.BoundedSemaphore(MAX_LOOKUPS)


def look_up(host: str, port: int, seconds: float) -> list[str]:
    """Return the addresses of a host, each once.

    Raises `TimeoutError` when the seconds are over, and what the system's resolver raises (`OSError`,
    `UnicodeError`).
    """
    until = time.monotonic() + seconds
    if not _places.acquire(timeout=max(0.0, seconds)):
        raise TimeoutError
    found: Future[list[str]] = Future()
    thread = threading.Thread(target=_ask_resolver, args=(host, port, found), daemon=True)
    try:
        thread.start()
    except RuntimeError:
        _places.release()
        raise
    return found.result(timeout=max(0.0, until - time.monotonic()))


def _ask_resolver(host: str, port: int, found: "Future[list[str]]") -> None:
    try:
        entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        found.set_result(list(dict.fromkeys(str(entry[4][0]) for entry in entries)))
    except Exception as error:  # noqa: BLE001  The caller raises it.
        found.set_exception(error)
    finally:
        _places.release()
