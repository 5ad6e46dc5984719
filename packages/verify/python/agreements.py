"""Pauses, vacations and votes: what players agree to, and what stops a clock."""

from __future__ import annotations

from packages.verify.python.faults import Fault, Json, at, same
from packages.verify.python.moments import MINUTE, length, moment, stamp
from packages.verify.python.table import Table

SHORTEST_PAUSE = MINUTE


class Agreements:
    """What the players of a game have proposed, agreed to and voted for."""

    def __init__(self) -> None:
        self.vacations = False
        self.length = 0
        """How long the pause is that is proposed, 0 where none is."""
        self.agreed: list[int] = []
        """The seats that have agreed to it."""
        self.until = 0
        """The end of the last pause."""
        self.votes: set[int] = set()
        """The seats that have voted to go on in this turn."""
        self.missing: set[int] = set()
        """The seats whose answer is missing."""
        self.next = ""
        """The type of the next event, where the last one leaves no other."""

    def read(self, event: Json, place: str, table: Table) -> None:
        kind, data, time = event["type"], event["data"], moment(event["at"])
        if kind == "turn_opened" and self._all_agree(table):
            self.next = "paused"
        if self.next not in ("", kind):
            raise Fault(at(place, "type"), f"comes where {self.next} is due")
        self.next = ""
        place = at(place, "data")
        if kind == "vacation":
            self._vacation(data, place, table)
        elif kind == "pause_agreed":
            self._agree(data, time, place, table)
        elif kind == "paused":
            self._pause(data, time, place, table)
        elif kind in ("pause_dropped", "pause_ended"):
            self._end(kind, data, time, place, table)
        elif kind == "go_on_voted":
            self._vote(data, place, table)
        elif kind == "going_on":
            self._go_on(data, place)
        else:
            self._note(kind, data)

    def _note(self, kind: str, data: Json) -> None:
        """What the agreements depend on."""
        if kind == "created":
            self.vacations = data["absence"]["vacations"]
        elif kind == "seat_taken":
            # Who comes new has agreed to nothing.
            self.agreed = [seat for seat in self.agreed if seat != data["seat"]]
        elif kind == "turn_opened":
            self.missing, self.votes = set(data["asked"]), set()
        elif kind == "sealed":
            self.missing.discard(data["seat"])
        elif kind == "withdrawn":
            self.missing.add(data["seat"])

    def _vacation(self, data: Json, place: str, table: Table) -> None:
        if not self.vacations:
            raise Fault(place, "comes in a game without vacations")
        self._refuse_stranger(data, place, table)
        if moment(data["until"]) < moment(data["from"]):
            raise Fault(at(place, "until"), "is before its beginning")

    def _refuse_stranger(self, data: Json, place: str, table: Table) -> None:
        if table.owner(data["seat"]) is None:
            raise Fault(at(place, "seat"), "is no player's")

    # -- pauses

    def _agree(self, data: Json, time: int, place: str, table: Table) -> None:
        self._refuse_stranger(data, place, table)
        if time < self.until:
            raise Fault(place, "comes in a pause")
        if length(data["length"]) < SHORTEST_PAUSE:
            raise Fault(at(place, "length"), "is too short for a pause")
        if length(data["length"]) != self.length:
            # Another length is another proposal.
            self.length, self.agreed = length(data["length"]), []
        if data["seat"] in self.agreed:
            raise Fault(at(place, "seat"), "has agreed already")
        self.agreed = sorted([*self.agreed, data["seat"]])
        same(data["agreed"], self.agreed, at(place, "agreed"), "who had agreed to this length")
        if self._all_agree(table):
            self.next = "paused"

    def _all_agree(self, table: Table) -> bool:
        """Whether a pause is proposed, and all who are there have agreed to it."""
        there = {seat for seat in range(len(table.seats)) if table.is_there(seat)}
        return self.length > 0 and bool(there) and there <= {*self.agreed}

    def _pause(self, data: Json, time: int, place: str, table: Table) -> None:
        if not self._all_agree(table):
            raise Fault(place, "comes where not all who are there have agreed to a pause")
        self.until = time + self.length
        same(data["until"], stamp(self.until), at(place, "until"), "the length agreed to")
        self.length, self.agreed = 0, []

    def _end(self, kind: str, data: Json, time: int, place: str, table: Table) -> None:
        self._refuse_stranger(data, place, table)
        if kind == "pause_ended":
            # That there was one is checked with the deadlines.
            self.until = time
        elif self.length == 0:
            raise Fault(place, "comes where no pause is proposed")
        else:
            self.length, self.agreed = 0, []

    # -- the vote to go on

    def _vote(self, data: Json, place: str, table: Table) -> None:
        seat, votes = data["seat"], data["votes"]
        if not table.is_there(seat) or seat in self.votes:
            raise Fault(at(place, "seat"), "has no vote")
        self.votes.add(seat)
        there = [one for one in sorted(self.votes) if table.is_there(one)]
        # Who is on vacation by now has no vote, and not all vacations are in the log.
        if seat not in votes or votes != [one for one in there if one in votes]:
            raise Fault(at(place, "votes"), f"are not of {show_seats(there)}")
        if not len(votes) <= data["of"] <= sum(map(table.is_there, range(len(table.seats)))):
            raise Fault(at(place, "of"), "is not how many have a vote")
        if 2 * len(votes) > data["of"]:
            self.next = "going_on"

    def _go_on(self, data: Json, place: str) -> None:
        if not self.votes:
            raise Fault(place, "comes where nobody has voted for it")
        seats = data["seats"]
        if not seats or seats != [seat for seat in sorted(self.missing) if seat in seats]:
            raise Fault(at(place, "seats"), f"are not of {show_seats(sorted(self.missing))}")
        self.votes = set()


def show_seats(seats: list[int]) -> str:
    return f"seats {', '.join(map(str, seats))}"
