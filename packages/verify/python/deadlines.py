"""Deadlines, banks and stops, worked out again from the log."""

from __future__ import annotations

from collections.abc import Iterable

from packages.verify.python.clock import Clock
from packages.verify.python.faults import Fault, Json, at, same
from packages.verify.python.known import Known
from packages.verify.python.moments import DAY, THE_END, Span, length, moment, stamp
from packages.verify.python.table import Table

PROMISED = "the clock in /log/events/0/data/clock, the stops, and the answers before"


class Deadlines:
    """How long each seat has, worked out again from what the game promised and what the log tells."""

    def __init__(self, known: Known | None) -> None:
        self.begins = None if known is None else known.sitting_begins
        """None where only the log can say which turns continue the one before."""
        self.clock = Clock(
            {**dict.fromkeys(("bank", "increment", "grace", "hours")), "per_turn": ""}
        )
        self.vacations = False
        self.banks: list[int] = []
        """What is in each seat's bank."""
        self.in_turn: dict[int, int] = {}
        """What was in the banks of the seats asked when the newest turn opened."""
        self.given: dict[int, int] = {}
        """What others have given the seats asked."""
        self.givers: set[int] = set()
        """The seats that have given time in this turn."""
        self.owed = False
        """Whether time was given that no deadline has yet."""
        self.since = self.base = 0
        """When the sitting's time began, how much there is beside the banks, and when the turn opened."""
        self.told: list[Json] = []
        """The deadlines as they were told last."""
        self.stops: dict[int, list[Span]] = {}
        """When the clock of each seat asked stands still, as it was told last."""
        self.dues: dict[int, int] = {}
        """The deadlines of the seats asked, as they were told last."""
        self.latest = 0
        """The last of all deadlines that were told in this turn."""
        self.most_stopped = self.held = 0
        """How long stops may hold the game up, and for how long at most they have in closed turns."""
        self.sealed: dict[int, int] = {}
        """When the answers that stand were sealed."""
        self.pauses: list[Span] = []
        self.sitting = self.sitting_before = 0
        """By number, that of the turn to come and that of the turn before."""
        self.checked = 0

    def read(self, event: Json, place: str, table: Table) -> None:
        kind, data, time = event["type"], event["data"], moment(event["at"])
        place = at(place, "data")
        if kind == "created":
            self.clock, self.vacations = Clock(data["clock"]), data["absence"]["vacations"]
            self.most_stopped = length(data["absence"]["most_stopped"])
        elif kind == "started":
            self.banks = [self.clock.bank] * len(table.seats)
        elif self.begins is not None and kind in self.begins:
            self.sitting += 1
        elif kind == "turn_opened":
            if self.begins is None and not data["continues"]:
                self.sitting += 1
            self._open(data, time, place, table)
        elif kind == "deadlines_moved":
            before = self.told
            self._check(data["deadlines"], at(place, "deadlines"), table)
            if self.told == before:
                raise Fault(at(place, "deadlines"), "are those that were told before")
        elif kind == "time_given":
            self._give(data, time, place, table)
        else:
            self._note(kind, data, time, place)

    def _give(self, data: Json, time: int, place: str, table: Table) -> None:
        """One player gives another who is asked a day, or in a faster game a turn's time: once in a turn."""
        seat, by = data["seat"], data["by"]
        same(data["turn"], table.turn, at(place, "turn"), "the open turn")
        if seat not in self.in_turn or seat in self.sealed or not table.is_there(seat):
            raise Fault(at(place, "seat"), "is not waited for")
        if self.clock.known and time >= self.dues[seat]:
            raise Fault(at(place, "seat"), "has no time left to which more could be added")
        if by == seat or by in self.givers or not table.is_there(by):
            raise Fault(at(place, "by"), "cannot give time in this turn")
        if length(data["length"]) != min(DAY, self.clock.per_turn):
            raise Fault(at(place, "length"), "is not what can be given in this game")
        self.given[seat] += length(data["length"])
        self.givers.add(by)
        self.owed = True

    def _note(self, kind: str, data: Json, time: int, place: str) -> None:
        """What deadlines that are told of later depend on."""
        if kind in ("sealed", "turn_closed") and self.owed:
            raise Fault(place, "comes where time that was given has not moved the deadlines")
        if kind in ("sealed", "turn_closed") and self._lacks_pause():
            raise Fault(place, "comes where a pause of the log has not moved the deadlines")
        if kind == "sealed":
            self.sealed[data["seat"]] = time
        elif kind == "withdrawn":
            self.sealed.pop(data["seat"], None)
        elif kind == "turn_closed":
            self._close(time)
        elif kind == "paused":
            same(data["from"], stamp(time), at(place, "from"), "the time of the event")
            self.pauses.append((time, moment(data["until"])))
        elif kind == "pause_ended":
            if not self.pauses or self.pauses[-1][1] <= time:
                raise Fault(place, "comes where there is no pause")
            self.pauses[-1] = (self.pauses[-1][0], time)

    def _open(self, data: Json, time: int, place: str, table: Table) -> None:
        same_sitting = table.opened > 1 and self.sitting == self.sitting_before
        # Nobody's time is used up by whom she has waited for.
        continues = same_sitting and {*self.in_turn} <= {*data["asked"]}
        same(data["continues"], continues, at(place, "continues"), "the sittings of this game")
        self.latest = 0
        if not continues:
            self.since = time
            self.base = self.clock.per_turn + (self.clock.grace if table.opened == 1 else 0)
        banks: dict[int, int] = {}
        for seat in data["asked"]:
            if not (continues and seat in self.in_turn):
                full = self.clock.bank
                self.banks[seat] = min(full, self.banks[seat] + self.clock.increment)
            banks[seat] = (
                self.in_turn[seat] if continues and seat in self.in_turn else self.banks[seat]
            )
        self.given = {
            seat: self.given.get(seat, 0) if continues and seat in self.in_turn else 0
            for seat in banks
        }
        self.givers = set()
        self.in_turn, self.sitting_before = banks, self.sitting
        dues = self._check(data["deadlines"], at(place, "deadlines"), table)
        same(data["due_at"], stamp(max(dues)), at(place, "due_at"), "the last of the deadlines")

    def _close(self, time: int) -> None:
        for seat, bank in self.in_turn.items():
            passed = self.clock.used(self.since, self.sealed.get(seat, time), self.stops[seat])
            self.banks[seat] = bank - min(bank, max(0, passed - self.base - self.given[seat]))
        if self.clock.known:
            self.held += max(0, self.latest - self._without_stops())
        self.sealed = {}

    def _check(self, told: list[Json], place: str, table: Table) -> list[int]:
        """The deadlines told of are those that were promised. Gives them."""
        if [one["seat"] for one in told] != list(self.in_turn):
            raise Fault(place, "are not those of the seats asked")
        self.owed = False
        self.told = told
        for number, one in enumerate(told):
            self.stops[one["seat"]] = self._read_stops(one, at(place, number), table)
        if not self.vacations:
            self._check_alike(told, place)
        for number, one in enumerate(told):
            if self.clock.known:
                due = self._due(one["seat"], self.stops[one["seat"]])
                if due >= THE_END:
                    raise Fault(at(place, number), "is beyond all time")
                same(one["due_at"], stamp(due), at(at(place, number), "due_at"), PROMISED)
                self.checked += 1
        self.dues = {one["seat"]: moment(one["due_at"]) for one in told}
        self.latest = max(self.latest, *self.dues.values())
        if self._lacks_pause():
            raise Fault(place, "lack a pause of the log, and stops may still last")
        return [*self.dues.values()]

    def _due(self, seat: int, stops: Iterable[Span]) -> int:
        own = self.base + self.given[seat] + self.in_turn[seat]
        return self.clock.due(self.since, own, stops)

    def _lacks_pause(self) -> bool:
        """Whether a pause does not stop the clocks as it was told last, though it could.

        It does not where all stops together have lasted for as long as they may: then there is one moment,
        the same for all seats, from which on none stops anything more.
        """
        whole, cuts, missing = 0, set[int](), THE_END
        for seat, due in self.dues.items():
            for begin, end in self.pauses:
                if not (begin < min(end, due) and end > self.since):
                    continue
                cut = [until for since, until in self.stops[seat] if since == begin and until < end]
                if (begin, end) in self.stops[seat]:
                    whole = max(whole, end)
                elif cut:
                    cuts.add(cut[-1])
                else:
                    missing = min(missing, max(begin, self.since))
        if not cuts and missing == THE_END:
            return False
        last = max(cuts, default=missing)
        return len(cuts) > 1 or not whole <= last <= missing or self._may_last()

    def _may_last(self) -> bool:
        """Whether stops could hold the game up for longer yet, as `created` has it, than they do."""
        left = self.most_stopped - self.held
        until = self._without_stops() + left
        return self.clock.known and self.clock.used(max(self.dues.values()), until, []) > 0

    def _without_stops(self) -> int:
        return max(self._due(seat, []) for seat in self.in_turn)

    def _read_stops(self, one: Json, place: str, table: Table) -> list[Span]:
        stops = [(moment(stop["from"]), moment(stop["until"])) for stop in one["stops"]]
        place, due = at(place, "stops"), moment(one["due_at"])
        if stops != sorted(stops):
            raise Fault(place, "are not in order")
        for number, (since, until) in enumerate(stops):
            if not (since < until and since < due and until > self.since):
                raise Fault(
                    at(place, number), "does not stop the clock between its start and due_at"
                )
            paused = any(since == begin and until <= end for begin, end in self.pauses)
            if not paused and not (self.vacations and table.owner(one["seat"]) is not None):
                raise Fault(at(place, number), "is no pause of the log and no vacation that may be")
        return stops

    def _check_alike(self, told: list[Json], place: str) -> None:
        """A pause is the same for all."""
        every = {stop for one in told for stop in self.stops[one["seat"]]}
        for number, one in enumerate(told):
            due = moment(one["due_at"])
            right = sorted(stop for stop in every if stop[0] < due)
            if self.stops[one["seat"]] != right:
                raise Fault(at(at(place, number), "stops"), "are not those of the other seats")
