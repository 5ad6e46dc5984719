"""The check `rules`."""

from __future__ import annotations

from collections.abc import Iterable

from packages.verify.python.faults import Fault, Json, same
from packages.verify.python.orders import Orders
from packages.verify.python.registry import RULESETS, is_known
from packages.verify.python.replay import replay


def check_rules(record: Json) -> str:
    """The game by its rules, from setup, draws and actions alone: scores, winners and the log."""
    result = record["result"]
    ended = f"result: {in_words(result['scores'])}; winners: {in_words(result['winners'])}"
    if not is_known(record):
        check_any_rules(record)
        unknown = f"NOT CHECKED: the rules of {record['ruleset']} are not known here"
        return f"{unknown}: {OPEN} stay open; {ended}"
    replay(record, RULESETS[record["ruleset"]])
    stages = "; ".join(
        f"stage {stage['stage']}: {in_words(stage['scores'])}" for stage in record["stages"]
    )
    return f"{stages}; {ended}"


OPEN = "moves, which draws were due, what clock and orders play, sittings, events and points"


def check_any_rules(record: Json) -> None:
    """What is so in every game: who is asked answers, points add up, and the most points win."""
    orders = Orders(record)
    for turn in record["turns"]:
        if [played["seat"] for played in turn["actions"]] != turn["asked"]:
            raise Fault(f"/turns/{turn['number'] - 1}/actions", "are not those of the seats asked")
        orders.check(turn, None)
    for number, stage in enumerate(record["stages"]):
        same(stage["stage"], number + 1, f"/stages/{number}/stage", "the stages before")
    scores = [
        sum(points) for points in zip(*[stage["scores"] for stage in record["stages"]], strict=True)
    ]
    winners = [seat for seat, points in enumerate(scores) if points == max(scores)]
    same(record["result"], {"scores": scores, "winners": winners}, "/result", "/stages")


def in_words(numbers: Iterable[int]) -> str:
    return " ".join(str(number) for number in numbers)
