"""The order of events in time: what follows from one thing is of one moment."""

from __future__ import annotations

from packages.verify.python.faults import Fault, Json, at
from packages.verify.python.moments import length, moment
from packages.verify.python.table import Table


class Moments:
    """The moments of events, and how far the time of a test game was moved."""

    def __init__(self) -> None:
        self.before = 0
        """The moment of the event before."""
        self.together = False
        """Whether the next event follows from the one before it, and is of its moment."""
        self.ahead = 0
        """How far the game's time has been moved in all."""

    def read(self, event: Json, place: str, table: Table) -> None:
        kind, time = event["type"], moment(event["at"])
        if time < self.before:
            raise Fault(at(place, "at"), f"{event['at']} is before the event before it")
        if (self.together or kind == "host_changed") and time != self.before:
            raise Fault(at(place, "at"), f"{event['at']} is not the moment of the event before it")
        if kind == "clock_moved":
            self._move(event["data"], time, at(place, "data"), table)
        # From the start, or the end of a turn, to the next turn or the result there is nothing to wait for.
        between = bool(table.seats) and not table.turn
        full = not table.seats and table.when_full and len(table.came) == table.size
        self.together = between or full or kind == "created" or table.arriving is not None
        self.before = time

    def _move(self, data: Json, time: int, place: str, table: Table) -> None:
        """A player of a test game has moved its time forward."""
        by = length(data["by"])
        if table.player_of(data["seat"]) is None:
            raise Fault(at(place, "seat"), "is no player's")
        if table.seats and not table.turn:
            raise Fault(place, "comes where no turn is open")
        if by == 0 or time < self.before + by:
            raise Fault(at(place, "by"), "is not how far the time has moved since the event before")
        self.ahead += by
        if length(data["ahead"]) != self.ahead:
            raise Fault(at(place, "ahead"), "is not all that it was moved by")
