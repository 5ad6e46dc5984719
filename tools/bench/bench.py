"""One run: what is to be measured and how long, and the towns that it is measured in."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tools.bench.server import Backing, Town
from tools.peers.harness import Peer

Say = Callable[[str], None]


@dataclass(frozen=True)
class Options:
    """How much is to be measured: `idle` are the seconds for which the server is watched at rest."""

    rounds: int
    seconds: float
    games: tuple[int, ...]
    idle: float
    peer: Path | None = None
    peer_work: Path | None = None


@dataclass
class Bench:
    """The servers, started once, and the towns, each filled when it is first needed."""

    backing: Backing
    options: Options
    say: Say
    _towns: dict[int, Town] = field(default_factory=dict)

    def peers_moves(self) -> list[float]:
        """Return the moves a second of another server; nothing where none was named."""
        folder = self.options.peer
        if folder is None:
            return []
        self.say("the peer plays …")
        work = self.options.peer_work or self.backing.folder / "peer"
        return [Peer(folder, work, self.backing.binaries).moves()]

    def town(self, games: int) -> Town:
        if games not in self._towns:
            self.say(f"opening {games:,} games …")
            self._towns[games] = Town(self.backing, games)
        return self._towns[games]

    @property
    def usual(self) -> Town:
        """Where that is measured which needs one town only: large enough for pgbench to the end."""
        large = [games for games in self.options.games if games >= 50_000]
        return self.town(min(large, default=max(self.options.games)))

    @property
    def rounds(self) -> range:
        return range(self.options.rounds)
