"""The folder of one local server: its data, its logs, its secret, and its lock."""

import fcntl
import json
import os
import secrets
import time
from pathlib import Path

from tideapi.local.processes import CannotStart
from tideapi.local.reaper import GRACE, is_running


class StateFolder:
    """The state folder, held by one runner at a time. It is created when missing."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.absolute()
        self.logs = self.folder / "logs"
        self._environment = self.folder / "environment.json"

    def hold(self) -> int:
        """Lock the folder for this process; return the descriptor of the lock.

        The reaper of a killed runner holds the lock until it has ended that runner's processes: this waits
        for the reaper, but not for a runner that lives.
        """
        try:
            self.logs.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(self.folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise CannotStart(f"The state cannot be kept in {self.folder}: {error}") from None
        deadline = time.monotonic() + GRACE + 5
        while not _try_lock(descriptor):
            holder = int(os.pread(descriptor, 20, 0) or b"0")
            if is_running(holder) or time.monotonic() > deadline:
                os.close(descriptor)
                raise CannotStart(
                    f"A server runs on {self.folder} already, as process {holder}: stop it with "
                    "Ctrl-C there, or take another folder and port."
                )
            time.sleep(0.1)
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, str(os.getpid()).encode(), 0)
        return descriptor

    def secret_key(self) -> str:
        """Return the secret of this folder, created once."""
        return self._made_once("secret_key", 50)

    def push_key(self) -> str:
        """Return the key that push services know, created once: any 32 bytes (`TIDE_PUSH_KEY`)."""
        return self._made_once("push_key", 32)

    def _made_once(self, name: str, size: int) -> str:
        file = self.folder / name
        if not file.exists():
            _write_private(file, secrets.token_urlsafe(size))
        return file.read_text()

    def remember(self, environment: dict[str, str]) -> None:
        """Write the running server's environment down, for commands in other terminals."""
        _write_private(self._environment, json.dumps(environment, indent=2))

    def forget(self) -> None:
        """Delete the environment of a server that has stopped."""
        self._environment.unlink(missing_ok=True)

    def remembered(self) -> dict[str, str] | None:
        """Return the environment of the running server; None when none runs."""
        if not self.folder.is_dir():
            return None
        try:
            descriptor = self.hold()
        except CannotStart:
            if not self._environment.exists():
                raise CannotStart("The server is just starting; try again in a moment.") from None
            return {**json.loads(self._environment.read_text()), "SECRET_KEY": self.secret_key()}
        os.close(descriptor)
        return None


def _try_lock(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _write_private(file: Path, text: str) -> None:
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as stream:
        stream.write(text)
