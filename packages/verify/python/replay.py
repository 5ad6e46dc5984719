"""A game replayed by its rules from its record, draw by draw and answer by answer."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import partial

from games.rulesets.steps import Step
from packages.verify.python.faults import Fault, Json, at, same, show
from packages.verify.python.hashes import canonical
from packages.verify.python.known import Rules
from packages.verify.python.orders import RULES, Orders

DEALT = "/options and the draws in /setup/chance"
OF_TURNS = ("turn_opened", "turn_closed")
"""What is told of each turn beside the events of the rules."""


def replay(record: Json, rules: Rules) -> None:
    """Play the game of a record. Raises a `Fault` where the record is not what the rules lead to."""
    tape = Tape(record)
    state = rules.set_up(record, tape)
    for name, right in rules.setup(state).items():
        same(record["setup"][name], right, at("/setup", name), DEALT)
    tape.next_draws()
    step = rules.open_first_turn(state, tape)
    tape.note(step)
    while legal := _legal_actions(rules, step.state):
        answers = tape.ask(rules, step.state, legal)
        step = rules.close_turn(step.state, answers, tape)
        tape.note(step)
    tape.compare(rules.events)


def _legal_actions(rules: Rules, state: Json) -> dict[int, Sequence[Json]]:
    """Return the actions of each seat that is asked; empty when the game is over."""
    return {seat: rules.legal_actions(state, seat) for seat in rules.seats_asked(state)}


def _answer_by_order(rules: Rules, state: Json, seat: int, order: Json) -> Json:
    """Return what an order of this seat says now, None if nothing, and the entries that fell through."""
    followed = rules.follow_order(state, seat, rules.read_order(order))
    action = None if followed.action is None else rules.write_action(followed.action)
    return action, [(one.pointer, one.code) for one in followed.skipped]


class Tape:
    """A record read from its first draw to its last: each draw and each answer must be the one due.

    For the rules it is the chance that they draw from. What happens by them is noted as well, and in the end
    compared with the log.
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

    def sample(self, purpose: str, items: Sequence[Json], count: int) -> tuple[Json, ...]:
        """Return so many things out of what the box still holds."""
        place, draw = self._next_draw(purpose)
        if "from" not in draw:
            raise Fault(place, f"is a roll, but {RULES} draw from {show([*items])}")
        same(draw["from"], [*items], at(place, "from"), RULES)
        if len(draw["value"]) != count:
            raise Fault(at(place, "value"), f"is not of {count} as by {RULES}")
        return tuple(draw["value"])

    def shuffle(self, purpose: str, items: Sequence[Json]) -> tuple[Json, ...]:
        return self.sample(purpose, items, len(items))

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

    def next_draws(self) -> None:
        """Go on to what was drawn afterwards, unless draws are left that are not accounted for."""
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

    def ask(self, rules: Rules, state: Json, legal: dict[int, Sequence[Json]]) -> dict[int, Json]:
        """Return what each of these seats plays; `legal` has its actions.

        All that have a choice were asked at once. Where no seat has one there was no turn.
        """
        answers = {seat: actions[0] for seat, actions in legal.items() if len(actions) == 1}
        seats = sorted(set(legal) - set(answers))
        if not seats:
            return answers
        heading = rules.heading(state)
        if self.read == len(self.turns):
            raise Fault("/turns", f"end before {show(heading)}, which is due by {RULES}")
        self.nothing_left()
        turn, place = self.turns[self.read], f"/turns/{self.read}"
        for name, right in heading.items():
            same(turn[name], right, at(place, name), RULES)
        same(turn["asked"], seats, at(place, "asked"), RULES)
        if [played["seat"] for played in turn["actions"]] != seats:
            raise Fault(at(place, "actions"), f"are not those of the seats asked by {RULES}")

        def fallback(seat: int) -> Json:
            return rules.write_action(rules.choose_fallback(state, seat))

        for number, played in enumerate(turn["actions"]):
            place = f"/turns/{self.read}/actions/{number}/action"
            said, seat = played["action"], played["seat"]
            by_json = {canonical(rules.write_action(action)): action for action in legal[seat]}
            if canonical(said) not in by_json:
                raise Fault(place, f"{show(said)} is not legal by {RULES}")
            if played["by"] == "clock" and canonical(fallback(seat)) != canonical(said):
                right = f"{show(fallback(seat))} is what the clock plays by {RULES}"
                raise Fault(place, f"{show(said)} is said, but {right}")
            answers[seat] = by_json[canonical(said)]
        self.orders.check(turn, (fallback, partial(_answer_by_order, rules, state)))
        self.told += [(kind, {"turn": turn["number"]}) for kind in OF_TURNS]
        self.read += 1
        self.next_draws()
        return answers

    # -- what happens

    def note(self, step: Step[Json]) -> None:
        """Note the events and the stages of a step."""
        self.told += [(event.type, json.loads(canonical(event.data))) for event in step.events]
        self.stages += [{"stage": one.number, "scores": [*one.scores]} for one in step.stages]

    def compare(self, kinds: Iterable[str]) -> None:
        """Whether turns, stages, result and log are those that the rules lead to."""
        if self.read < len(self.turns):
            raise Fault(f"/turns/{self.read}", f"comes after the end by {RULES}")
        self.nothing_left()
        same(self.record["stages"], self.stages, "/stages", RULES)
        scores = [
            sum(points) for points in zip(*[stage["scores"] for stage in self.stages], strict=True)
        ]
        winners = [seat for seat, points in enumerate(scores) if points == max(scores)]
        same(self.record["result"], {"scores": scores, "winners": winners}, "/result", RULES)
        self._compare_log({*OF_TURNS, *kinds})

    def _compare_log(self, kinds: set[str]) -> None:
        told = iter(self.told)
        for number, event in enumerate(self.record["log"]["events"]):
            if event["type"] not in kinds:
                continue
            place = f"/log/events/{number}"
            kind, data = next(told, ("finished", {}))
            same(event["type"], kind, at(place, "type"), RULES)
            # The rest of what is told of turns has been compared with the record.
            said = {"turn": event["data"]["turn"]} if kind in OF_TURNS else event["data"]
            same(said, data, at(place, "data"), RULES)
        kind, _ = next(told, ("", {}))
        if kind:
            raise Fault("/log/events", f"do not tell of a last {show(kind)} as by {RULES}")
