"""What the mail server is told that it may bring."""

import asyncio
from typing import Any

from aiosmtpd.smtp import Envelope

from notifications.replies import mail_handler
from notifications.replies.lmtp import LmtpConnection, LmtpHandler


def test_a_sender_in_any_script_is_taken(settings) -> None:
    settings.TIDE_REPLY_DOMAIN = "tide.example"

    async def talk() -> list[bytes]:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: LmtpConnection(LmtpHandler()), "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        said = [await reader.readline()]
        writer.write(b"LHLO mail.example\r\n")
        while not said[-1].startswith(b"250 "):
            said.append(await reader.readline())
        writer.write("MAIL FROM:<jürgen@bücher.example> SMTPUTF8\r\n".encode())
        said.append(await reader.readline())
        writer.close()
        server.close()
        return said

    said = asyncio.run(talk())
    assert b"250-SMTPUTF8\r\n" in said
    assert said[-1].startswith(b"250 ")


def test_a_mail_that_raises_comes_again_and_no_log_has_its_words(monkeypatch, caplog) -> None:
    def falls_over(*_: Any, **__: Any) -> Any:
        raise ValueError("play the five of clubs")

    monkeypatch.setattr(mail_handler, "receive", falls_over)
    envelope: Any = Envelope()
    envelope.original_content, envelope.rcpt_tos = b"play 5", ["x@reply.tide.example"]
    nothing: Any = None
    said = asyncio.run(LmtpHandler().handle_DATA(nothing, nothing, envelope))
    assert said.startswith("451 ")
    (line,) = [one.getMessage() for one in caplog.records if one.levelname == "ERROR"]
    assert line.startswith("Mail is put off: ")
    assert "ValueError" in line
    assert "clubs" not in line
