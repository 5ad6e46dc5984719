"""Connections of a process: their number, and how long one stays whose client reads nothing."""

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

WRITE_TIMEOUT = 60_000
"""Milliseconds in which a client reads nothing, after which the kernel closes the connection (tcp(7))."""
LISTEN_TIMEOUT = 120.0
"""Seconds after its start within which the web server has begun to listen."""


def open_many() -> None:
    """Allow this process as many open files as the system does; each connection is one."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):  # macOS may refuse so many.
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def set_write_timeout() -> None:
    """Set a write timeout on all listening sockets, for clients that read nothing.

    The web server has no time limit for writing, and keeps its data as long as the connection stays. It opens
    its sockets after it has started the application, so this waits for them.
    """
    if sys.platform != "linux":
        return
    for _ in range(int(LISTEN_TIMEOUT * 10)):
        if _limit_sockets():
            return
        await asyncio.sleep(0.1)
    log.warning("No socket was found that listens; clients that take nothing are never cut off.")


def _limit_sockets() -> int:
    """Set the limit on all sockets that listen for TCP; return their number."""
    return sum(_limit_socket(int(entry.name)) for entry in Path("/proc/self/fd").iterdir())


def _limit_socket(number: int) -> bool:
    with contextlib.suppress(OSError):
        if not stat.S_ISSOCK(os.fstat(number).st_mode):
            return False
        with socket.socket(fileno=os.dup(number)) as one:
            tcp = one.family in {socket.AF_INET, socket.AF_INET6}
            if tcp and one.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                one.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, WRITE_TIMEOUT)
                return True
    return False
