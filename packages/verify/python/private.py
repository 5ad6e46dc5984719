"""The check `private`."""

from __future__ import annotations

from packages.verify.python.faults import Fault, Json, at, count, show
from packages.verify.python.hashes import private_commitment
from packages.verify.python.moments import moment
from packages.verify.python.table import Table, read_log


def check_private(record: Json) -> str:
    """What players alone were told is what the log had bound when each turn closed."""
    told, before, public = 0, 0, Counterparts()
    for place, event, table in read_log(record):
        public.read(event, table)
        if event["type"] == "started":
            before = moment(event["at"])
        elif event["type"] == "turn_closed":
            turn = event["data"]["turn"] - 1
            private = record["turns"][turn]["private"]
            if private_commitment(private["salt"], private["told"]) != event["data"]["private"]:
                raise Fault(f"/turns/{turn}/private", f"salt and list are not those of {place}")
            for number, item in enumerate(private["told"]):
                where, time = f"/turns/{turn}/private/told/{number}", moment(item["at"])
                if time < before:
                    raise Fault(at(where, "at"), f"{item['at']} is before what had come before it")
                if time > moment(event["at"]):
                    raise Fault(at(where, "at"), f"{item['at']} is after the turn had closed")
                public.match(item, where)
                before = time
            public.close(place)
            told, before = told + len(private["told"]), moment(event["at"])
    lists = count(len(record["turns"]), "private list")
    return f"{lists} with {told} {'entry' if told == 1 else 'entries'}"


class Counterparts:
    """What one player has to be told alone of an event that all are told of."""

    def __init__(self) -> None:
        self.due: list[Json] = []
        """Private entries that follow from the events since the last turn closed."""
        self.holders: list[Json] = []
        """By seat, whose it was before the event."""

    def read(self, event: Json, table: Table) -> None:
        kind, data = event["type"], event["data"]
        if kind == "seat_offered":
            told = {"seat": data["seat"], "host": table.host}
            self._expect("offered_to_you", data["player"], event, told)
        elif kind == "seat_taken":
            self._expect("seat_lost", self.holders[data["seat"]], event, data)
        self.holders = list(table.seats)

    def _expect(self, kind: str, player: Json, event: Json, data: Json) -> None:
        self.due.append({"player": player, "type": kind, "at": event["at"], "data": data})

    def match(self, item: Json, place: str) -> None:
        """Refuse what tells of something that the log does not know."""
        if item["type"] not in ("offered_to_you", "seat_lost"):
            return
        if item not in self.due:
            raise Fault(place, "follows from nothing in /log/events")
        self.due.remove(item)

    def close(self, place: str) -> None:
        """Refuse a list that lacks whose seat was lost; an offer by who is blocked may be withheld."""
        for item in self.due:
            if item["type"] == "seat_lost":
                raise Fault(place, f"binds no {show(item)} in its private list")
        self.due = []
