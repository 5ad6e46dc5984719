"""Child processes: each a group of its own, its output in a log, ended with this process."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tideapi.local import parent_death
from tideapi.local.reaper import Reaper


class CannotStart(Exception):
    """Something local cannot start or go on; the message is for the person at the terminal."""


@dataclass(frozen=True)
class OsAccount:
    """The numbers of a user and its group."""

    user: int
    group: int


def _for_us_alone(path: str, flags: int) -> int:
    """Open a log that only its owner may read, also one that existed before."""
    descriptor = os.open(path, flags, 0o600)
    os.fchmod(descriptor, 0o600)
    return descriptor


class Process:
    """A program to start, stop, kill and start again.

    `stop_with` asks it to end, `patience` is how many seconds it may take. `dies_with` is its signal when
    this process dies without having asked, by default `stop_with`. `account` is its user (only root can
    choose). `stdin` is all that it can read.
    """

    def __init__(  # noqa: PLR0913 (all but the first two by name, and most have a default)
        self,
        name: str,
        command: Sequence[str | Path],
        *,
        log: Path,
        reaper: Reaper,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        account: OsAccount | None = None,
        stop_with: signal.Signals = signal.SIGTERM,
        dies_with: signal.Signals | None = None,
        patience: float = 10.0,
        stdin: str = "",
    ) -> None:
        self.name = name
        self.command = [str(part) for part in command]
        self.log = log
        self.env = env
        self.cwd = cwd
        self.account = account
        self.stop_with = stop_with
        self.dies_with = stop_with if dies_with is None else dies_with
        self.patience = patience
        self.stdin = stdin
        self._reaper = reaper
        self._child: subprocess.Popen[bytes] | None = None
        self._asked = False

    def start(self) -> None:
        """Start it; it need not be ready when this returns."""
        if self.alive:
            raise CannotStart(f"{self.name} runs already, as process {self.pid}.")
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with open(self.log, "ab", opener=_for_us_alone) as log:
            self._child = subprocess.Popen(
                [*self._wrapper(), *self.command],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=self.env,
                cwd=self.cwd,
                process_group=0,
            )
        self._asked = False
        self._reaper.watch(self._child.pid, self.stop_with)
        if self._child.stdin is not None:
            self._child.stdin.write(self.stdin.encode())
            self._child.stdin.close()

    def _wrapper(self) -> list[str]:
        """Return the command before the program's own, for its user and its signal at our death."""
        account = self.account or OsAccount(-1, -1)
        owner = [str(account.user), str(account.group)]
        number = str(int(self.dies_with))
        return [sys.executable, "-I", "-S", parent_death.__file__, str(os.getpid()), number, *owner]

    @property
    def pid(self) -> int | None:
        """Return the process id, which is the number of its group too."""
        return self._child.pid if self._child else None

    @property
    def exit_code(self) -> int | None:
        """Return its exit code: None while it runs, minus the signal's number if one ended it."""
        return self._child.poll() if self._child else None

    @property
    def alive(self) -> bool:
        return self._child is not None and self._child.poll() is None

    def wait(self, seconds: float | None = None) -> int:
        """Return its exit code. Raises `CannotStart` if it takes more seconds."""
        if self._child is None:
            raise CannotStart(f"{self.name} was never started.")
        try:
            code = self._child.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            raise CannotStart(f"{self.name} took more than {seconds} s.") from None
        self._clear()
        return code

    def wait_until(self, is_ready: Callable[[], bool], seconds: float) -> None:
        """Return when it is ready; else stop it and raise `CannotStart`."""
        deadline = time.monotonic() + seconds
        while self.alive and time.monotonic() < deadline:
            if is_ready():
                return
            time.sleep(0.02)
        self.stop()
        raise CannotStart(f"{self.name} did not start:\n{self.tail()}")

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the process itself, not to its children."""
        if self._child is not None:
            self._child.send_signal(number)

    def ask(self) -> None:
        """Ask it to end, once: many programs take a second request for "at once"."""
        if self.alive and not self._asked:
            self._asked = True
            self.signal(self.stop_with)

    def stop(self) -> None:
        """Ask it to end, wait, and kill it if it does not."""
        if self._child is None:
            return
        self.ask()
        try:
            self._child.wait(self.patience)
        except subprocess.TimeoutExpired:
            self.kill()
        self._clear()

    def kill(self) -> None:
        """Send SIGKILL to the whole group, as if the machine had failed."""
        if self._child is None:
            return
        self._clear()
        self._child.wait()

    def _clear(self) -> None:
        """End the rest of the group; its number is free afterwards."""
        if self._child is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):  # nobody is left
            os.killpg(self._child.pid, signal.SIGKILL)
        self._reaper.forget(self._child.pid)

    def tail(self, lines: int = 15) -> str:
        """Return the last lines of the log, each after the process's name."""
        text = self.log.read_text(errors="replace") if self.log.exists() else ""
        return "\n".join(f"{self.name} | {line}" for line in text.splitlines()[-lines:])


class Service(Protocol):
    """A server that is ready when `start` returns."""

    @property
    def process(self) -> Process: ...

    def start(self) -> None: ...
    def stop(self) -> None: ...
    def kill(self) -> None: ...


class OneProcess:
    """A server that is one process."""

    process: Process

    def stop(self) -> None:
        """Let it write everything to disk and end."""
        self.process.stop()

    def kill(self) -> None:
        """Send SIGKILL, as a power cut would."""
        self.process.kill()
