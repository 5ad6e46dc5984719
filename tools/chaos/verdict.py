"""What came of a chaos run, counted from the database and from every game's record."""

import re
from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from tests import rows
from tests.retrying_person import Ledger
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
STOPPED_BY_CELERY = re.compile(r"Traceback .*\n +File .*celery.*, in send_all\n")
"""How a traceback begins when Celery, having lost the broker, stops parts that the loss has taken apart.

It writes that into the log and goes on. An error that goes further has other frames above.
"""
NOTHING = timedelta(0)


@dataclass(frozen=True)
class Verdict:
    """What is printed at the end; `faults` are what must not have been."""

    games: Counter[str]
    kills: Counter[str]
    acknowledged: int
    """Answers whose receipt came, the last one of each seat and turn."""
    figures: dict[str, object]
    faults: list[str]

    def lines(self) -> list[str]:
        figures = {
            "games": _listed(self.games),
            "kills": _listed(self.kills),
            "moves acknowledged": self.acknowledged,
            **self.figures,
        }
        return [f"{name:<24}{value}" for name, value in figures.items()] + [
            f"WRONG: {fault}" for fault in self.faults
        ]


def judge(server: MortalServer, ledger: Ledger, games: list[str], outages: list[Outage]) -> Verdict:
    """Count, and have every record verified."""
    finished, answers, errors = Counter[str](), Counter[str](), Counter[str]()
    faults, called_off = list[str](), 0
    lost = set(rows.lost(server, ledger))
    reader = Person(server.url)
    for game in games:
        said = reader.call("GET", f"/games/{game}/record")
        if said.status != 200:  # A game is called off when all of its players have resigned.
            is_over = reader.get(f"/games/{game}")["status"] == "cancelled"
            called_off += is_over
            faults += [] if is_over else [f"a game has stalled: {game}"]
            continue
        record = said.json
        finished[record["ruleset"]] += 1
        faults += [f"a record is refused: {game}: {one}" for one in disagreements(record)]
        played = _played(record)
        answers.update(by for by, _ in played.values())
        lost |= {
            place
            for place, receipt in ledger.receipts.items()
            if place[0] == game and played.get(place) != ("player", receipt["action"])
        }
    faults += [f"an acknowledged move is lost: {place}" for place in sorted(lost)]
    faults += [f"a turn is not resolved once: {row}" for row in rows.not_closed_once(server)]
    faults += [f"a turn was closed early: {row}" for row in rows.closed_early(server)]
    faults += (
        [f"{set_aside} games set aside"] if (set_aside := rows.set_aside(server, games)) else []
    )
    for kind, text in errors_logged(server):
        errors[kind] += 1
        if not is_foreseen(kind, text):
            faults.append(text)
    idle = no_clock(outages)
    late = sorted(lateness(due, closed, idle) for due, closed in rows.overdue(server, games))
    if late and late[-1] > WORST:
        faults.append(f"a turn was closed {late[-1]:.1f} s late")
    figures: dict[str, object] = {
        "called off": called_off,
        "calls repeated after": _listed(ledger.repeated),
        "turns resolved": rows.progress(server, games).closed,
        "answers by": _listed(answers),
        "errors logged": _listed(errors),
        "lateness": f"worst {late[-1]:.1f} s, median {late[len(late) // 2]:.1f} s" if late else "-",
    }
    kills = Counter(outage.victim for outage in outages)
    return Verdict(finished, kills, len(ledger.receipts), figures, faults)


def _listed(counts: Counter[str]) -> str:
    each = ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
    return f"{counts.total()}: {each}" if counts else "0"


def errors_logged(server: MortalServer) -> list[tuple[str, str]]:
    """What the processes have stumbled over: the kind of each error, and its traceback."""
    logs = [process.log.read_text(errors="replace") for process in server.processes.values()]
    return [(found[1], found[0]) for log in logs for found in TRACEBACK.finditer(log)]


def is_foreseen(kind: str, text: str) -> bool:
    """Whether an error may come of a kill, by its kind and traceback."""
    return kind in FORESEEN or STOPPED_BY_CELERY.match(text) is not None


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
