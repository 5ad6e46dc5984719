"""Missed sittings, and the bots that are due because of them."""

from __future__ import annotations

from packages.verify.python.faults import Fault, Json, at, count
from packages.verify.python.table import Table


class Absences:
    """Who misses so many turns in a row that a bot takes her seat, as `created` has it."""

    def __init__(self) -> None:
        self.sitting = self.bot_after = self.stood_in = 0
        self.missed: list[int] = []
        self.missed_sitting: list[int] = []
        self.due: set[int] = set()
        """Seats that a bot takes before the next turn opens."""

    def read(self, event: Json, place: str, table: Table) -> None:
        kind, data = event["type"], event["data"]
        if kind == "created":
            self.bot_after = data["absence"]["bot_after"]
        elif kind == "started":
            self.missed, self.missed_sitting = [0] * len(table.seats), [-1] * len(table.seats)
        elif kind == "turn_closed":
            self._count(data["actions"], table)
        elif kind == "returned":
            self.missed[data["seat"]], self.missed_sitting[data["seat"]] = 0, -1
        elif kind == "stand_in" and data["away"] == "absent":
            if data["seat"] not in self.due:
                rule = f"{count(self.bot_after, 'turn')} missed in a row as in /log/events/0/data/absence"
                raise Fault(at(place, "data"), f"does not come after {rule}")
            self.due.remove(data["seat"])
            self.stood_in += 1
        elif kind == "turn_opened" and self.due:
            raise Fault(place, f"comes before the bot that is due in seat {min(self.due)}")
        if kind == "turn_opened" and not data["continues"]:
            self.sitting += 1

    def _count(self, actions: list[Json], table: Table) -> None:
        for played in actions:
            seat, by = played["seat"], played["by"]
            present = table.bots[seat] is None
            if table.owner(seat) is None or (by == "bot" and present):
                continue
            if by in ("player", "order"):
                self.missed[seat], self.missed_sitting[seat] = 0, -1
            elif self.missed_sitting[seat] != self.sitting:
                self.missed[seat] += 1
                self.missed_sitting[seat] = self.sitting
        self.due = {
            seat
            for seat, missed in enumerate(self.missed)
            if missed >= self.bot_after
            and table.owner(seat) is not None
            and table.bots[seat] is None
        }
