"""Standing orders, from the private lists."""

from __future__ import annotations

from collections.abc import Callable

from packages.verify.python.faults import Fault, Json, at, same, show
from packages.verify.python.moments import moment
from packages.verify.python.seals import Seals
from packages.verify.python.table import read_log

RULES = "the rules, from /options, /setup and /turns"


class Order:
    """A standing order from when it was given."""

    def __init__(self, place: str, item: Json) -> None:
        self.place = place
        self.player = item["player"]
        self.given = moment(item["at"])
        self.taken_back: int | None = None
        self.order = item["data"]["order"]
        self.at_once = item["data"]["at_once"]


class Use:
    """That an order was followed, or failed, as its player was told."""

    def __init__(self, place: str, item: Json, order: Order) -> None:
        self.place = place
        self.followed = item["type"] == "order_followed"
        self.time = moment(item["at"])
        self.data = item["data"]
        self.order = order


Fallback = Callable[[int], Json]
Follow = Callable[[int, Json], "tuple[Json, list[tuple[str, str]]]"]
"""What an order of this seat says now, None if nothing, and the entries that fell through."""


class Orders:
    """All orders of a game from its private lists, and what they have led to."""

    def __init__(self, record: Json) -> None:
        self.given: dict[int, list[Order]] = {seat: [] for seat in range(len(record["seats"]))}
        self.uses: dict[int, list[Use]] = {}
        """By turn, in the order in which they were told."""
        self.lost: dict[int, list[int]] = {seat: [] for seat in self.given}
        """By seat, when it was given up or became another's: orders end with that."""
        self.changed: dict[int, list[int]] = {seat: [] for seat in self.given}
        """By seat, when an order was given or taken back."""
        self.owners: dict[int, list[tuple[int, Json]]] = {seat: [] for seat in self.given}
        """By seat, whose it was from when on."""
        self.seals = Seals(record)
        for place, event, table in read_log(record):
            self.seals.read(place, event, table)
            kind, data = event["type"], event["data"]
            if kind == "seat_taken" or (kind == "stand_in" and data["away"] == "resigned"):
                self.lost[data["seat"]].append(moment(event["at"]))
            for seat in range(len(table.seats)):
                self.owners[seat].append((moment(event["at"]), table.owner(seat)))
        standing: dict[int, Order] = {}
        for turn in record["turns"]:
            for number, item in enumerate(turn["private"]["told"]):
                place = f"/turns/{turn['number'] - 1}/private/told/{number}"
                self._read(turn["number"], item, place, standing)

    def _read(self, turn: int, item: Json, place: str, standing: dict[int, Order]) -> None:
        kind, data = item["type"], item["data"]
        if kind not in ("order_given", "order_taken_back", "order_followed", "order_failed"):
            return
        seat, time = data["seat"], moment(item["at"])
        if kind == "order_given":
            if item["player"] not in self._owners_at(seat, time):
                raise Fault(at(place, "player"), f"did not hold seat {seat} then in /log/events")
            standing[seat] = Order(place, item)
            self.given[seat].append(standing[seat])
            self.changed[seat].append(time)
            return
        if seat not in standing:
            raise Fault(place, f"comes where no order of seat {seat} stands")
        order = standing[seat]
        same(item["player"], order.player, at(place, "player"), order.place)
        if any(order.given < lost < time for lost in self.lost[seat]):
            raise Fault(place, f"comes where the order of {order.place} had ended with the seat")
        if kind == "order_taken_back":
            order.taken_back = time
            self.changed[seat].append(time)
            del standing[seat]
            return
        same(data["turn"], turn, f"{place}/data/turn", "the turn that it is bound to")
        self.uses.setdefault(turn, []).append(Use(place, item, order))

    def _owners_at(self, seat: int, time: int) -> set[Json]:
        """Whose seat it was at this time; what happened at one moment may be either way."""
        before = [owner for since, owner in self.owners[seat] if since < time][-1:]
        return {*before, *(owner for since, owner in self.owners[seat] if since == time)}

    def check(self, turn: Json, rules: tuple[Fallback, Follow] | None) -> None:
        """What was played by orders in this turn, and by the clock in spite of them.

        Without `rules` it stays open whether an order says what was played.
        """
        uses = self.uses.get(turn["number"], [])
        for use in uses:
            seat = use.data["seat"]
            if seat not in turn["asked"]:
                place = f"{use.place}/data/seat"
                raise Fault(place, f"is not asked in turn {turn['number']}")
            if rules is not None:
                self._follow(use, *rules)
            if use.time not in self.seals.moments.get((turn["number"], seat), ()):
                raise Fault(f"{use.place}/at", "is not when an answer of the seat was sealed")
            early = use.time < self.seals.earliest[turn["number"], seat]
            if early and not use.order.at_once:
                raise Fault(
                    use.place, f"comes before the deadline, see {use.order.place}/data/at_once"
                )
        for number, played in enumerate(turn["actions"]):
            place = f"/turns/{turn['number'] - 1}/actions/{number}"
            own = [use for use in uses if use.data["seat"] == played["seat"]]
            if played["by"] == "order":
                self._by_order(turn["number"], played, place, own)
            elif played["by"] == "clock":
                self._by_clock(turn["number"], played, place, own)

    def _follow(self, use: Use, fallback: Fallback, follow: Follow) -> None:
        """The order gives what it is said to have given, or nothing."""
        place, seat, source = (
            at(use.place, "data"),
            use.data["seat"],
            f"{use.order.place} and {RULES}",
        )
        action, skipped = follow(seat, use.order.order)
        if (action is not None) != use.followed:
            gives = "gives nothing" if action is None else f"gives {show(action)}"
            raise Fault(at(use.place, "type"), f"the order of {use.order.place} {gives} by {RULES}")
        right = fallback(seat) if action is None else action
        same(use.data["action"], right, at(place, "action"), source)
        said = [{name: one[name] for name in ("pointer", "code")} for one in use.data["skipped"]]
        fell = [{"pointer": pointer, "code": code} for pointer, code in skipped]
        same(said, fell, at(place, "skipped"), source)

    def _by_order(self, turn: int, played: Json, place: str, uses: list[Use]) -> None:
        if not uses or not uses[-1].followed:
            private = f"/turns/{turn - 1}/private/told"
            raise Fault(
                at(place, "by"), f"{show('order')} is said, but {private} has none followed"
            )
        use = uses[-1]
        same(played["action"], use.data["action"], at(place, "action"), use.place)
        if not self.seals.answered[turn, played["seat"]].late and not use.order.at_once:
            place = at(place, "by")
            raise Fault(
                place, f"{show('order')} is said, but there was time left, see {use.order.place}"
            )

    def _by_clock(self, turn: int, played: Json, place: str, uses: list[Use]) -> None:
        time = self.seals.answered[turn, played["seat"]].time
        order = self._standing(played["seat"], time)
        if order is not None and all(use.followed for use in uses):
            said = f"{show('clock')} is said, but the order of {order.place} stood"
            raise Fault(at(place, "by"), said)

    def _standing(self, seat: int, time: int) -> Order | None:
        """The order that stood for certain at this time; what happened at one moment may be either way."""
        given = [order for order in self.given[seat] if order.given < time]
        if not given or time in self.changed[seat]:
            return None
        order = given[-1]
        ended = [*self.lost[seat], *([order.taken_back] if order.taken_back is not None else [])]
        return None if any(order.given <= end <= time for end in ended) else order
