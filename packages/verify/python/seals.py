"""The check `sealed`: answers between their seal and the end of the turn."""

from __future__ import annotations

from packages.verify.python.faults import Fault, Json, at, count, same, show
from packages.verify.python.hashes import answer_commitment
from packages.verify.python.moments import moment
from packages.verify.python.table import Table, read_log


class Sealed:
    """The answer of a seat that stands sealed, and how things were when it was."""

    def __init__(self, place: str, commitment: str, time: int, late: bool, bot: bool) -> None:
        self.place = place
        self.commitment = commitment
        self.time = time
        self.replaced = False
        """Whether it took the place of another."""
        self.late = late
        """Whether the seat's time was up."""
        self.bot = bot
        """Whether a bot held the seat."""


class Seals:
    """What stands sealed in the open turn, by seat, and the deadlines of those who are asked."""

    def __init__(self, record: Json) -> None:
        self.game = record["game"]
        self.turns = record["turns"]
        self.standing: dict[int, Sealed] = {}
        self.due: dict[int, int] = {}
        self.returned: dict[int, int] = {}
        """By seat, when its player came back last."""
        self.earliest: dict[tuple[int, int], int] = {}
        """By turn and seat, the first deadline that was told of."""
        self.answered: dict[tuple[int, int], Sealed] = {}
        """By turn and seat, the answer that was shown, sealed before or only then."""
        self.moments: dict[tuple[int, int], set[int]] = {}
        """By turn and seat, when something was sealed, or shown without a seal."""
        self.opened = self.replaced = self.withdrawn = self.unsealed = 0

    def read(self, place: str, event: Json, table: Table) -> None:
        kind, data = event["type"], event["data"]
        if kind == "turn_closed":
            for number, played in enumerate(data["actions"]):
                self.open(played, f"/turns/{data['turn'] - 1}/actions/{number}", event)
            self.standing, self.due = {}, {}
            return
        if kind == "returned":
            self.returned[data["seat"]] = moment(event["at"])
        if kind not in ("turn_opened", "deadlines_moved", "sealed", "withdrawn"):
            return
        place = at(place, "data")
        same(data["turn"], table.turn, at(place, "turn"), "the open turn")
        if kind in ("turn_opened", "deadlines_moved"):
            self.tell(place, data, table)
        else:
            self.change(place, event, table)

    def tell(self, place: str, data: Json, table: Table) -> None:
        """Deadlines are told: they are those of the seats that are asked."""
        self.due = {one["seat"]: moment(one["due_at"]) for one in data["deadlines"]}
        if sorted(self.due) != self.turns[table.turn - 1]["asked"]:
            raise Fault(at(place, "deadlines"), "are not those of the seats asked")
        for seat, due in self.due.items():
            known = self.earliest.get((table.turn, seat), due)
            self.earliest[table.turn, seat] = min(known, due)

    def change(self, place: str, event: Json, table: Table) -> None:
        """An answer is sealed or withdrawn: what stood is named, and there was time to change it."""
        kind, data = event["type"], event["data"]
        seat = data["seat"]
        if seat not in self.due:
            raise Fault(at(place, "seat"), "is not asked in this turn")
        before = self.standing.pop(seat, None)
        stood = before and before.commitment
        time = moment(event["at"])
        # A deadline is over at its own moment.
        late = time >= self.due[seat]
        # Who answers and is back by that was asked until when before that moved her deadline.
        if before is not None and late and self.returned.get(seat) != time:
            raise Fault(at(place, "seat"), "changes what stood sealed when its time was up")
        if kind == "withdrawn":
            same(data["commitment"], stood, at(place, "commitment"), "what stood sealed")
            self.withdrawn += 1
            return
        same(data["replaces"], stood, at(place, "replaces"), "what stood sealed")
        self.replaced += before is not None
        bot = table.bots[seat] is not None
        self.standing[seat] = Sealed(place, data["commitment"], time, late, bot)
        self.standing[seat].replaced = before is not None
        self.moments.setdefault((table.turn, seat), set()).add(time)

    def open(self, played: Json, place: str, event: Json) -> None:
        """An action is shown: it is the one that was sealed, and by whom it is said to be."""
        seat, by = played["seat"], played["by"]
        sealed, said = self.standing.get(seat), f"{show(by)} is said, but"
        turn, time = event["data"]["turn"], moment(event["at"])
        if sealed is None:
            self.moments.setdefault((turn, seat), set()).add(time)
        self.answered[turn, seat] = sealed or Sealed(place, "", time, late=True, bot=False)
        if sealed is None:
            self.unsealed += 1
            if by in ("player", "bot"):
                raise Fault(at(place, "by"), f"{said} nothing stood sealed in /log/events")
            if time < self.due.get(seat, time):
                raise Fault(at(place, "by"), f"{said} in /log/events there was time left")
            return
        right = answer_commitment(played["nonce"], played["action"], self.game, seat, turn)
        if sealed.commitment != right:
            raise Fault(place, f"action and nonce are not what was sealed, see {sealed.place}")
        if by != "player" and sealed.replaced:
            # Clock, orders and bots answer where nothing lies.
            raise Fault(at(place, "by"), f"{said} it replaced another, see {sealed.place}")
        if by == "clock" and not sealed.late:
            raise Fault(at(place, "by"), f"{said} there was time left, see {sealed.place}")
        if (by == "bot") != sealed.bot and (by in ("player", "bot") or not sealed.late):
            raise Fault(
                at(place, "by"), f"{said} who held the seat was another, see {sealed.place}"
            )
        self.opened += 1


def check_sealed(record: Json) -> str:
    """Every answer is what it was when it was sealed, and who played herself had sealed."""
    seals = Seals(record)
    for place, event, table in read_log(record):
        seals.read(place, event, table)
    return (
        f"{count(seals.opened, 'sealed answer')} opened,"
        f" {seals.replaced} replaced and {seals.withdrawn} withdrawn before;"
        f" {count(seals.unsealed, 'answer')} of clock or orders without a seal"
    )
