"""Two PostgreSQL on one machine as if on two: a primary, and a standby that takes over when it dies.

Who is who is in the file `primary` of the folder. No server is asked for it: after a crash both may
believe that they are the primary.

Why so: docs/decisions/operations.md.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import quote

from tideapi.local.postgres import NAME, Postgres
from tideapi.local.processes import Process
from tideapi.local.reaper import Reaper
from tools.cluster import standby

NAMES = ("postgres", "postgres2")
SETTINGS = {
    "wal_keep_size": "256MB",
    "wal_retrieve_retry_interval": "200ms",
    "synchronous_commit": "on",  # for tests too: they ask what is on both
}


class Pair:
    """`synchronous`: a commit waits until both have it on disk, as long as the standby follows.

    `moved` is called with the server that has become the primary.
    """

    def __init__(
        self,
        folder: Path,
        reaper: Reaper,
        *,
        synchronous: bool = True,
        durable: bool = True,
        settings: Mapping[str, str] | None = None,
        moved: Callable[[Postgres], None] = lambda server: None,
    ) -> None:
        given = {**SETTINGS, **(settings or {})}
        self.servers = [
            Postgres(folder, reaper, durable=durable, name=name, settings=given) for name in NAMES
        ]
        self.synchronous = synchronous
        self.url = everywhere(self.servers, "target_session_attrs=read-write&connect_timeout=5")
        self.standby_url = everywhere(self.servers, "target_session_attrs=standby")
        self.follower = Follower(self)
        self.log = self.servers[0].log
        self._note = folder / "primary"
        self._moved = moved
        self._can_take_over = False
        """Whether the standby has all that was acknowledged."""

    @property
    def primary(self) -> Postgres:
        noted = self._note.read_text() if self._note.exists() else NAMES[0]
        return self.servers[NAMES.index(noted)]

    @property
    def standby(self) -> Postgres:
        first, second = self.servers
        return second if self.primary is first else first

    @property
    def process(self) -> Process:
        """The primary's."""
        return self.primary.process

    def start(self) -> None:
        """Bring both up from whatever is left of them; one that died is replaced by the other."""
        self.take_over()
        self.mend()

    def take_over(self) -> None:
        """If the primary is dead make the standby one, where it has everything; else start the primary."""
        dead = self.primary
        if dead.process.alive:
            return
        if self._can_take_over and self.standby.process.alive:
            dead.process.kill()
            standby.promote(self.standby)
            self._note.write_text(self.standby.name)
            self._can_take_over = False
            (dead.data / standby.SIGNAL).unlink(missing_ok=True)
        else:
            self._starts_alone()
        self._moved(self.primary)

    def mend(self) -> None:
        """Have the standby follow the primary; return when no acknowledged answer is on one of them alone."""
        primary, follower = self.primary, self.standby
        if not follower.process.alive:
            if (follower.data / standby.SIGNAL).exists():
                follower.start()
            else:
                standby.follow(follower, primary)
        if not self._can_take_over:
            standby.wait_for(primary, follower, "async")
            if self.synchronous:
                standby.set_role(primary, {"synchronous_standby_names": follower.name})
                standby.wait_for(primary, follower, "sync")
            self._can_take_over = True

    def kill(self) -> None:
        """SIGKILL to the primary."""
        self.primary.kill()

    def stop(self) -> None:
        """Stop both, the primary first: so the standby has all that it wrote."""
        for server in (self.primary, self.standby):
            server.stop()

    def _starts_alone(self) -> None:
        """Start the primary on its own data. It must not wait for a standby that is not there yet."""
        if (self.primary.data / standby.ROLE).exists():
            standby.set_role(self.primary, {})
        self._can_take_over = False
        self.primary.start()


class Follower:
    """The standby of a pair, as a part that can die and be started again by itself."""

    def __init__(self, pair: Pair) -> None:
        self._pair = pair

    @property
    def process(self) -> Process:
        return self._pair.standby.process

    def start(self) -> None:
        """Start it again; nothing to do while the primary is dead too, which brings both back."""
        if self._pair.process.alive:
            self._pair.mend()

    def kill(self) -> None:
        """SIGKILL to the standby."""
        self._pair.standby.kill()

    def stop(self) -> None:
        """Nothing: the pair stops both."""


def everywhere(servers: list[Postgres], wish: str) -> str:
    """An address that leads to whichever of these is as wished for: libpq asks one after the other."""
    hosts = quote(",".join(str(server.sockets) for server in servers), safe="")
    return f"postgresql://{NAME}@/{NAME}?host={hosts}&{wish}"
