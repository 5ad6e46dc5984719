"""What came of an attack, and all of it as a table."""

from dataclasses import dataclass, field

from tools.siege.attack import Figure
from tools.siege.notes import Notes

WITHIN = 2.0
"""Seconds in which each call of the other player has to be answered."""
COLUMNS = ("attack", "calls", "worst", "p99", "failed", "bots", "web MB", "log lines", "")


@dataclass
class Outcome:
    """One attack: what the other player noted meanwhile, and what was measured besides."""

    attack: str
    notes: Notes
    counts: dict[str, int]
    """What the attacker has done, as it says itself."""
    figures: list[Figure] = field(default_factory=list)
    bots_within: float | None = None
    memory: float = 0.0
    log_lines: int = 0
    errors: list[str] = field(default_factory=list)
    """What the server itself calls an error, as its logs have it."""
    broke: str | None = None
    """Why there is nothing to judge, if so."""

    @property
    def slowest_bots(self) -> float:
        return max(self.notes.bots, default=0.0)

    @property
    def faults(self) -> list[str]:
        """What must not have been."""
        worst = self.notes.worst()
        found = [f"{count} times {what}" for what, count in self.notes.faults.most_common(6)]
        if worst is None:
            found.append("the other player has made no call")
        elif worst.seconds > WITHIN:
            found.append(f"{worst.kind} took {worst.seconds:.1f} s")
        if self.bots_within is not None and self.slowest_bots > self.bots_within:
            found.append(f"bots took {self.slowest_bots:.1f} s")
        found += [
            f"{one.name}: {one.value:g}, not {one.most:g}" for one in self.figures if one.wrong
        ]
        if not self.counts.get("begun"):
            found.append("the attack did nothing")
        return [*([self.broke] if self.broke else []), *found]

    def row(self) -> tuple[str, ...]:
        """What stands in the table."""
        seconds = self.notes.seconds
        return (
            self.attack,
            str(len(seconds)),
            f"{seconds[-1]:.2f}" if seconds else "-",
            f"{seconds[(len(seconds) - 1) * 99 // 100]:.2f}" if seconds else "-",
            str(self.notes.faults.total()),
            f"{self.slowest_bots:.2f}" if self.notes.bots else "-",
            f"{self.memory:.0f}",
            str(self.log_lines),
            "FAILED" if self.faults else "held",
        )

    def lines(self) -> list[str]:
        """What does not fit into the table."""
        done = ", ".join(f"{what} {count}" for what, count in sorted(self.counts.items()))
        figures = [f"{one.name}: {one.value:g}" for one in self.figures]
        logged = [f"errors logged: {len(self.errors)}"] if self.errors else []
        faults = [f"NOT: {one}" for one in self.faults]
        worst = self.notes.worst()
        waited = [f"worst call: {worst.kind}, {worst.seconds:.2f} s"] if worst else []
        return [f"did: {done or 'nothing'}", *waited, *figures, *logged, *faults]


def table(outcomes: list[Outcome]) -> str:
    """All of them, one below the other; seconds where nothing else is said."""
    rows = [COLUMNS, *(one.row() for one in outcomes)]
    widths = [max(len(row[place]) for row in rows) for place in range(len(COLUMNS))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if place in {0, len(row) - 1} else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
