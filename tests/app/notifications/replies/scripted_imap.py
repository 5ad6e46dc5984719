"""An IMAP server as strict as Microsoft 365: no keywords of its own, and it forgets those that it takes."""

import re
import socketserver
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread


class ScriptedMailbox(socketserver.ThreadingTCPServer):
    """Its mails by uid, the commands that it got, and what it answers to some instead."""

    allow_reuse_address = daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Conversation)
        self.mails = dict[int, bytes]()
        self.validity = 14
        self.commands = list[str]()
        self.instead = dict[str, str]()
        """The answers to commands that begin so; they stand for all of the answer."""

    @property
    def url(self) -> str:
        return f"imap://play:secret@127.0.0.1:{self.server_address[1]}/Game%20mail"

    @property
    def fetched(self) -> Counter[int]:
        """How often each mail was fetched."""
        return Counter(int(one.split()[2]) for one in self.commands if "BODY.PEEK" in one)

    @property
    def flagged(self) -> list[str]:
        return [one for one in self.commands if "STORE" in one or "KEYWORD" in one]


class _Conversation(socketserver.StreamRequestHandler):
    server: ScriptedMailbox
    disable_nagle_algorithm = True

    def handle(self) -> None:
        self._say("* OK ready")
        while line := self.rfile.readline().decode().strip():
            tag, command = line.split(" ", 1)
            self.server.commands.append(command)
            instead = (
                text for begins, text in self.server.instead.items() if command.startswith(begins)
            )
            self._say(f"{tag} {next(instead, None) or self._answer(command)}")
            if command == "LOGOUT":
                return

    def _answer(self, command: str) -> str:
        mails = self.server.mails
        if command == "CAPABILITY":
            self._say("* CAPABILITY IMAP4rev1 UIDPLUS MOVE")
        elif command == 'SELECT "Game mail"':
            self._say(f"* {len(mails)} EXISTS")
            self._say(r"* OK [PERMANENTFLAGS (\Seen \Answered \Flagged \Deleted)] Permanent flags")
            self._say(f"* OK [UIDVALIDITY {self.server.validity}] UIDVALIDITY value")
        elif found := re.fullmatch(r"UID SEARCH UID (\d+):\*", command):
            first = min(int(found[1]), max(mails, default=0))
            self._say(" ".join(["* SEARCH", *(str(uid) for uid in mails if uid >= first)]))
        elif found := re.fullmatch(r"UID FETCH (\d+) \(RFC822.SIZE\)", command):
            # A server may send text beside what was asked for.
            beside = " BODY[HEADER] {4}\r\n\r\n\r\n" if int(found[1]) % 2 else ""
            size = len(mails[int(found[1])])
            self._say(f"* 1 FETCH (UID {found[1]} RFC822.SIZE {size}{beside})")
        elif found := re.fullmatch(r"UID FETCH (\d+) \(BODY.PEEK\[\]\)", command):
            raw = mails[int(found[1])]
            self._say(f"* 1 FETCH (BODY[] {{{len(raw)}}}\r\n{raw.decode()} UID {found[1]})")
        elif command == "LOGOUT":
            self._say("* BYE")
        elif not command.startswith(("LOGIN play", "UID STORE")):
            return "BAD Command Argument Error. 11"
        return "OK completed."

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


@contextmanager
def scripted_mailbox() -> Iterator[ScriptedMailbox]:
    with ScriptedMailbox() as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
