"""The check `times`."""

from __future__ import annotations

from packages.verify.python.absences import Absences
from packages.verify.python.agreements import Agreements
from packages.verify.python.deadlines import Deadlines
from packages.verify.python.faults import Json, ascii_only, count
from packages.verify.python.registry import KNOWN
from packages.verify.python.sequence import Moments
from packages.verify.python.table import read_log


def check_times(record: Json) -> str:
    """Times do not go back, deadlines are those that were promised, and so are bots for who is absent."""
    deadlines, absences = Deadlines(KNOWN.get(record["ruleset"])), Absences()
    moments, agreements = Moments(), Agreements()
    for place, event, table in read_log(record):
        moments.read(event, place, table)
        agreements.read(event, place, table)
        deadlines.read(event, place, table)
        absences.read(event, place, table)
    bots = f"{count(absences.stood_in, 'bot')} for who was absent"
    if not deadlines.clock.known:
        zone = ascii_only(str(deadlines.clock.zone))
        return f"in order; {bots}; deadlines not checked: this machine does not know {zone}"
    return f"in order; {count(deadlines.checked, 'deadline')} as promised; {bots}"
