"""A game read from its record, draw by draw and answer by answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from verify.python.faults import Fault, Json, at, same, show
from verify.python.hashes import canonical
from verify.python.orders import RULES, Fallback, Follow, Orders

DEALT = "/options and the draws in /setup/chance"


class Tape:
    """A record read from its first draw to its last: each draw and each answer must be the one due.

    What happens by the rules is told as well, and in the end compared with the log.
    """

    def __init__(self, record: Json) -> None:
        self.record = record
        self.turns = record["turns"]
        self.read = 0
        self.chance = record["setup"]["chance"]
        self.place = "/setup/chance"
        self.taken = 0
        self.told: list[tuple[str, Json]] = []
        self.stages: list[Json] = []
        self.orders = Orders(record)

    # -- draws

    def sample(self, purpose: str, source: Iterable[Json], size: int) -> list[Json]:
        """So many things out of what the box still holds."""
        place, draw = self._next_draw(purpose)
        items = list(source)
        if "from" not in draw:
            raise Fault(place, f"is a roll, but {RULES} draw from {show(items)}")
        same(draw["from"], items, at(place, "from"), RULES)
        if len(draw["value"]) != size:
            raise Fault(at(place, "value"), f"is not of {size} as by {RULES}")
        return list(draw["value"])

    def roll(self, purpose: str, sides: int) -> int:
        place, draw = self._next_draw(purpose)
        if "sides" not in draw:
            raise Fault(place, f"is no roll of a die as by {RULES}")
        same(draw["sides"], sides, at(place, "sides"), RULES)
        return int(draw["value"])

    def _next_draw(self, purpose: str) -> tuple[str, Json]:
        if self.taken == len(self.chance):
            raise Fault(self.place, f"end before {show(purpose)}, which is due by {RULES}")
        place, draw = at(self.place, self.taken), self.chance[self.taken]
        same(draw["purpose"], purpose, at(place, "purpose"), RULES)
        self.taken += 1
        return place, draw

    def all_drawn(self) -> None:
        """Nothing was drawn here that is not accounted for: on to what was drawn afterwards."""
        self.nothing_left()
        if self.read < len(self.turns):
            self.chance, self.place = self.turns[self.read]["chance"], f"/turns/{self.read}/chance"
        else:
            self.chance, self.place = self.record["end"]["chance"], "/end/chance"
        self.taken = 0

    def nothing_left(self) -> None:
        if self.taken < len(self.chance):
            raise Fault(at(self.place, self.taken), f"is not due by {RULES}")

    # -- answers

    def ask(
        self,
        heading: Json,
        legal: Mapping[int, Sequence[Json]],
        fallback: Fallback,
        follow: Follow,
    ) -> dict[int, Json]:
        """What each of these seats plays; `legal` says what it may.

        All that have a choice were asked at once. Where no seat has one there was no turn.
        """
        only = {seat: ways[0] for seat, ways in legal.items() if len(ways) == 1}
        seats = sorted(set(legal) - set(only))
        if not seats:
            return only
        if self.read == len(self.turns):
            raise Fault("/turns", f"end before {show(heading)}, which is due by {RULES}")
        self.nothing_left()
        turn, place = self.turns[self.read], f"/turns/{self.read}"
        for name, right in heading.items():
            same(turn[name], right, at(place, name), RULES)
        same(turn["asked"], seats, at(place, "asked"), RULES)
        if [played["seat"] for played in turn["actions"]] != seats:
            raise Fault(at(place, "actions"), f"are not those of the seats asked by {RULES}")
        for number, played in enumerate(turn["actions"]):
            self._judge(played, legal[played["seat"]], fallback, f"{place}/actions/{number}")
        self.orders.check(turn, (fallback, follow))
        self.tell("turn_opened", turn=turn["number"])
        self.tell("turn_closed", turn=turn["number"])
        self.read += 1
        self.all_drawn()
        return {**only, **{played["seat"]: played["action"] for played in turn["actions"]}}

    def _judge(self, played: Json, legal: Sequence[Json], fallback: Fallback, place: str) -> None:
        action = canonical(played["action"])
        if all(canonical(one) != action for one in legal):
            raise Fault(at(place, "action"), f"{show(played['action'])} is not legal by {RULES}")
        if played["by"] == "clock" and canonical(fallback(played["seat"])) != action:
            right = f"{show(fallback(played['seat']))} is what the clock plays by {RULES}"
            raise Fault(at(place, "action"), f"{show(played['action'])} is said, but {right}")

    # -- what happens

    def tell(self, kind: str, **data: Json) -> None:
        self.told.append((kind, data))

    def end_stage(self, scores: list[int]) -> None:
        self.stages.append({"stage": len(self.stages) + 1, "scores": scores})

    def compare(self, kinds: Iterable[str]) -> None:
        """Whether turns, stages, result and log are those that the rules lead to."""
        if self.read < len(self.turns):
            raise Fault(f"/turns/{self.read}", f"comes after the end by {RULES}")
        self.nothing_left()
        same(self.record["stages"], self.stages, "/stages", RULES)
        scores = [sum(points) for points in zip(*[stage["scores"] for stage in self.stages])]
        winners = [seat for seat, points in enumerate(scores) if points == max(scores)]
        same(self.record["result"], {"scores": scores, "winners": winners}, "/result", RULES)
        self._compare_log({"turn_opened", "turn_closed", *kinds})

    def _compare_log(self, kinds: set[str]) -> None:
        told = iter(self.told)
        for number, event in enumerate(self.record["log"]["events"]):
            if event["type"] not in kinds:
                continue
            place = f"/log/events/{number}"
            kind, data = next(told, ("finished", {}))
            same(event["type"], kind, at(place, "type"), RULES)
            # The rest of what is told of turns has been compared with the record.
            of_turn = kind in ("turn_opened", "turn_closed")
            said = {"turn": event["data"]["turn"]} if of_turn else event["data"]
            same(said, data, at(place, "data"), RULES)
        kind, _ = next(told, ("", {}))
        if kind:
            raise Fault("/log/events", f"do not tell of a last {show(kind)} as by {RULES}")
