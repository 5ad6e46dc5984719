"""How many connections a process may hold, and how long one may stay whose client takes nothing.

Why so: docs/why.md#hang-up.
"""

import asyncio
import contextlib
import logging
import os
import resource
import socket
import stat
import sys
from pathlib import Path

log = logging.getLogger(__name__)

DEAF = 60_000
"""Milliseconds in which a client takes nothing, after which the kernel hangs up (tcp(7))."""
LISTENS_WITHIN = 120.0
"""Seconds after its start within which the web server has begun to listen."""


def open_many() -> None:
    """Let this process open as many files as the system allows; each connection is one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):  # macOS may refuse so many.
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def hang_up_on_the_deaf() -> None:
    """Have the kernel end connections whose client takes nothing, on every socket that we listen on.

    The web server has no time limit for writing, and keeps what it has to send as long as the connection
    stays. It opens its sockets after it has started the application, so they are looked for here.
    """
    if sys.platform != "linux":
        return
    for _ in range(int(LISTENS_WITHIN * 10)):
        if _mark():
            return
        await asyncio.sleep(0.1)
    log.warning("No socket was found that listens; clients that take nothing are never cut off.")


def _mark() -> int:
    """Set the limit on all sockets that listen for TCP; gives how many there were."""
    return sum(_marked(int(entry.name)) for entry in Path("/proc/self/fd").iterdir())


def _marked(number: int) -> bool:
    with contextlib.suppress(OSError):
        if not stat.S_ISSOCK(os.fstat(number).st_mode):
            return False
        with socket.socket(fileno=os.dup(number)) as one:
            tcp = one.family in {socket.AF_INET, socket.AF_INET6}
            if tcp and one.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAF)
                return True
    return False
