"""The check `private`."""

from __future__ import annotations

from verify.python.faults import Fault, Json, count
from verify.python.hashes import private_commitment
from verify.python.moments import moment
from verify.python.table import read_log


def check_private(record: Json) -> str:
    """What players alone were told is what the log had bound when each turn closed."""
    told, before = 0, 0
    for place, event, _ in read_log(record):
        if event["type"] == "turn_closed":
            turn = event["data"]["turn"] - 1
            private = record["turns"][turn]["private"]
            if private_commitment(private["salt"], private["told"]) != event["data"]["private"]:
                raise Fault(f"/turns/{turn}/private", f"salt and list are not those of {place}")
            for number, item in enumerate(private["told"]):
                if moment(item["at"]) < before:
                    where = f"/turns/{turn}/private/told/{number}/at"
                    raise Fault(where, f"{item['at']} is before the turn before had closed")
            told, before = told + len(private["told"]), moment(event["at"])
    lists = count(len(record["turns"]), "private list")
    return f"{lists} with {told} {'entry' if told == 1 else 'entries'}"
