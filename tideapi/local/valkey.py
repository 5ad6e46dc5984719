"""Valkey as a child process, on a free port of this machine and with a password of its own."""

import secrets
import signal
import socket
from pathlib import Path

from tideapi.local import binaries
from tideapi.local.processes import OneProcess, Process
from tideapi.local.reaper import Reaper

HOST = "127.0.0.1"


class Valkey(OneProcess):
    """One server. `durable=False` keeps nothing on the disk."""

    def __init__(self, folder: Path, reaper: Reaper, *, durable: bool = True) -> None:
        self.data = folder.resolve() / "valkey"
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.log = folder / "logs" / "valkey.log"
        self.port = free_port()
        self.password = secrets.token_urlsafe(16)
        self.url = f"redis://:{self.password}@{HOST}:{self.port}/0"
        self.process = Process(
            "valkey",
            [
                binaries.find_valkey(),
                "-",
            ],  # settings from standard input: the password stays private
            log=self.log,
            reaper=reaper,
            cwd=self.data,
            stop_with=signal.SIGTERM,
            stdin=self._settings(durable=durable),
        )

    def _settings(self, *, durable: bool) -> str:
        lines = [f"bind {HOST}", f"port {self.port}", f"requirepass {self.password}", 'save ""']
        return "\n".join([*lines, f"appendonly {'yes' if durable else 'no'}", ""])

    def start(self) -> None:
        """Start it and return when it answers."""
        self.process.start()
        self.process.wait_until(self._answers, 30)

    def _answers(self) -> bool:
        """Return whether it accepts the password and has read its data; the protocol is two lines of text."""
        try:
            with socket.create_connection((HOST, self.port), timeout=1) as connection:
                connection.sendall(f"AUTH {self.password}\r\nPING\r\n".encode())
                answer = b""
                while answer.count(b"\n") < 2 and (part := connection.recv(1024)):  # noqa: PLR2004
                    answer += part
        except OSError:
            return False
        return b"+PONG" in answer


def free_port() -> int:
    """Return a port of this machine on which no program listens now."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port
