"""What came of a chaos run, counted from the database and from every game's record."""

import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from statistics import median, quantiles
from typing import Any

from tests import rows
from tests.patient import Ledger
from tests.running import MortalServer
from tests.system.flows.client import Person
from tests.thorough.verify.verifiers import disagreements
from tools.chaos.killing import Outage

Json = dict[str, Any]

WORST = 60.0
"""Seconds of lateness above which the clock is not at work."""
TRACEBACK = re.compile(r"^Traceback .*\n(?:[ \t].*\n)+(?:\w+\.)*(\w+)\b.*\n(?!\n)", re.MULTILINE)
"""The last of a chain: what follows after an empty line is what it led to."""
FORESEEN = {
    "OperationalError",
    "InterfaceError",
    "ConnectionError",
    "TimeoutError",
    "SchedulingError",
}
"""What processes may stumble over while something that they need is away."""
CELERY_STOPS_ITS_PARTS = "in send_all"
"""It takes down what is down already, writes that into the log, and goes on."""
NOTHING = timedelta(0)


@dataclass
class Verdict:
    """Everything that is printed at the end. `wrong` says what must not have been."""

    games: Counter[str] = field(default_factory=Counter)
    kills: Counter[str] = field(default_factory=Counter)
    acknowledged: int = 0
    found: int = 0
    replaced: int = 0
    repeated: Counter[str] = field(default_factory=Counter)
    resolved: int = 0
    not_once: int = 0
    early: int = 0
    stalled: int = 0
    called_off: int = 0
    """Because all of its players have resigned: such a game has no record."""
    set_aside: int = 0
    refused: list[str] = field(default_factory=list)
    gaps: int = 0
    failures: list[str] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    unforeseen: list[str] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    recoveries: list[float] = field(default_factory=list)

    @property
    def worst(self) -> float:
        return max(self.late, default=0.0)

    @property
    def wrong(self) -> bool:
        return bool(
            self.acknowledged != self.found
            or self.not_once
            or self.early
            or self.stalled
            or self.set_aside
            or self.refused
            or self.gaps
            or self.failures
            or self.unforeseen
            or self.worst > WORST
        )

    def lines(self) -> list[str]:
        def each(counts: Counter[str]) -> str:
            return ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))

        typical, most = (
            (median(self.late), quantiles(self.late, n=100)[98]) if len(self.late) > 1 else (0, 0)
        )
        figures: list[tuple[str, object, str]] = [
            ("games", self.games.total(), each(self.games)),
            ("kills", self.kills.total(), each(self.kills)),
            ("moves acknowledged", self.acknowledged, f"and {self.replaced} replaced by these"),
            ("moves found", self.found, "in the record, with the same action and receipt"),
            ("moves lost", self.acknowledged - self.found, ""),
            ("calls repeated", self.repeated.total(), f"after {each(self.repeated)}"),
            ("turns resolved", self.resolved, f"answers by {each(self.answers)}"),
            ("turns resolved not once", self.not_once, "twice, or without a word in the log"),
            ("turns closed early", self.early, ""),
            ("games stalled", self.stalled, ""),
            ("games called off", self.called_off, "all of their players have resigned"),
            ("games set aside", self.set_aside, ""),
            ("records refused", len(self.refused), ""),
            ("gaps in players' feeds", self.gaps, ""),
            ("clients that failed", len(self.failures), ""),
            ("errors logged", self.errors.total(), each(self.errors)),
            (
                "worst lateness after a kill",
                f"{self.worst:.1f} s",
                "with nothing down that it needs",
            ),
            ("back at work within", f"{max(self.recoveries, default=0):.1f} s", "of a restart"),
            ("usual lateness", f"{typical:.2f} s", f"99 in 100 below {most:.1f} s"),
        ]
        faults = [*self.refused[:5], *self.failures[:5], *self.unforeseen[:5]]
        return [
            f"{name:<28}{value!s:>8}  {note}".rstrip() for name, value, note in figures
        ] + faults


def judge(server: MortalServer, ledger: Ledger, games: list[str], outages: list[Outage]) -> Verdict:
    """Count, and have every record verified."""
    verdict = Verdict(kills=Counter(outage.victim for outage in outages))
    missing = set(rows.lost(server, ledger))
    reader = Person(server.url)
    for game in games:
        said = reader.call("GET", f"/games/{game}/record")
        if said.status != 200:
            called_off = reader.get(f"/games/{game}")["status"] == "cancelled"
            verdict.called_off += called_off
            verdict.stalled += not called_off
            continue
        record = said.json
        verdict.games[record["ruleset"]] += 1
        verdict.refused += [f"{game}: {one}" for one in disagreements(record)]
        played = _played(record)
        verdict.answers.update(by for by, _ in played.values())
        missing |= {
            place
            for place, receipt in ledger.receipts.items()
            if place[0] == game and played.get(place) != ("player", receipt["action"])
        }
    verdict.acknowledged = len(ledger.receipts)
    verdict.found = verdict.acknowledged - len(missing)
    verdict.replaced = ledger.written - verdict.acknowledged
    verdict.repeated = ledger.repeated
    verdict.resolved = rows.progress(server, games).closed
    verdict.not_once = len(rows.not_closed_once(server))
    verdict.early = len(rows.closed_early(server))
    errors = errors_logged(server)
    verdict.errors = Counter(kind for kind, _ in errors)
    verdict.unforeseen = [
        text for kind, text in errors if kind not in FORESEEN and CELERY_STOPS_ITS_PARTS not in text
    ]
    verdict.set_aside = rows.set_aside(server, games)
    idle = no_clock(outages)
    verdict.late = [lateness(due, closed, idle) for due, closed in rows.overdue(server, games)]
    return verdict


def errors_logged(server: MortalServer) -> list[tuple[str, str]]:
    """What the processes have stumbled over: the kind of each error, and its traceback."""
    logs = [process.log.read_text(errors="replace") for process in server.processes.values()]
    return [(found[1], found[0]) for log in logs for found in TRACEBACK.finditer(log)]


def no_clock(outages: list[Outage]) -> list[tuple[datetime, datetime]]:
    """When the clock could not work: something that it needs was down, or both workers."""
    spans = [
        (one.died, one.back) for one in outages if one.victim in {"postgres", "broker", "beat"}
    ]
    first, second = (
        [(one.died, one.back) for one in outages if one.victim == name]
        for name in ("worker", "worker2")
    )
    spans += [
        (max(died, other_died), min(back, other_back))
        for died, back in first
        for other_died, other_back in second
        if max(died, other_died) < min(back, other_back)
    ]
    merged: list[tuple[datetime, datetime]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


def lateness(due: datetime, closed: datetime, idle: list[tuple[datetime, datetime]]) -> float:
    """Seconds between a deadline and the closing in which everything was up."""
    down = sum((max(NOTHING, min(closed, end) - max(due, start)) for start, end in idle), NOTHING)
    return (closed - due - down).total_seconds()


def _played(record: Json) -> dict[tuple[str, int, int], tuple[str, Json]]:
    return {
        (record["game"], turn["number"], one["seat"]): (one["by"], one["action"])
        for turn in record["turns"]
        for one in turn["actions"]
    }
