"""How many connections a process may hold, and how long one stays on which nobody takes anything.

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
"""Milliseconds in which a client takes nothing of what is sent, after which the kernel hangs up (tcp(7))."""
LISTENS_WITHIN = 120.0
"""Seconds after its start in which the web server listens."""


def open_many() -> None:
    """As many files as the system lets this process open: each connection is one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):  # Where there is no such limit (macOS).
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def hang_up_on_the_deaf() -> None:
    """Have the kernel do it, on every connection that comes to a socket on which this process listens.

    The web server has no limit of its own for writing: what it has taken to send it keeps as long as the
    connection stays. It opens its sockets after it has started us, so they are looked for.
    """
    if sys.platform != "linux":
        return
    for _ in range(int(LISTENS_WITHIN * 10)):
        if _mark():
            return
        await asyncio.sleep(0.1)
    log.warning("No socket was found that listens; clients that take nothing are never cut off.")


def _mark() -> int:
    """Set the limit on all sockets that listen for TCP; how many there were."""
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
