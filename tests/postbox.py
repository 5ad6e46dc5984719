"""A real mail server on this machine, which keeps what it is given."""

from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.policy import default
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP

from players.mail import transport
from tideapi.local.up import HOST
from tideapi.local.valkey import free_port


class Postbox:
    """Letters as they were `taken`, over which `connections`, from servers that greeted by which `names`.

    `refuses` is what it says to every recipient instead, `refuses_content` to every letter.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self.taken: list[Any] = []
        self.connections: set[Any] = set()
        self.names: set[str] = set()
        self.refuses: str | None = None
        self.refuses_content: str | None = None

    async def handle_RCPT(  # noqa: N802  aiosmtpd's.
        self, server: SMTP, session: Any, envelope: Any, address: str, options: Any
    ) -> str:
        self.connections.add(session.peer)
        self.names.add(session.host_name)
        if self.refuses:
            return self.refuses
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Any, envelope: Any) -> str:  # noqa: N802
        if self.refuses_content:
            return self.refuses_content
        self.taken.append(message_from_bytes(envelope.content, policy=default))
        return "250 OK"


@contextmanager
def opened() -> Iterator[Postbox]:
    """One that takes letters until the end of the block."""
    box = Postbox(free_port())
    controller = Controller(box, hostname=HOST, port=box.port, ready_timeout=60)
    controller.start()
    try:
        yield box
    finally:
        hang_up()
        controller.stop()


def hang_up() -> None:
    """Close the connections that this process keeps to mail servers, as one that ends leaves them open."""
    for slot in transport._slots.queue:
        transport._close_connection(slot)
