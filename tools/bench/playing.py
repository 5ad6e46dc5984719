"""What the rules alone can do, as `tools.bench.rules` measures it."""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec

from tools.bench.bench import Bench
from tools.bench.table import Row

RULES = "tools.bench.rules"
WANTED = {"turn_the_tide": 100_000}
"""Actions a second of one core."""


def rules(bench: Bench) -> Iterator[Row]:
    """Random play-outs on one core, against OpenSpiel's goofspiel where that is installed."""
    if find_spec(RULES) is None:
        bench.say(f"rules: there is no {RULES}")
        return
    bench.say("rules …")
    seconds = min(1.0, bench.options.seconds / 8)
    for one in import_module(RULES).figures(bench.options.rounds, seconds):
        name = f"{one['ruleset']}, {one['with']}, {one['seats']} seats"
        ours, goofspiel = one["rounds"]["ours"], one["rounds"]["goofspiel"]
        if wanted := WANTED.get(one["ruleset"]):
            wish = [wanted] * len(ours)
            yield Row("rules", name, "actions/s", ours, "what is wanted", wish, at_least=1)
        if all(goofspiel):
            yield Row("rules", name, "actions/s", ours, "goofspiel, OpenSpiel", goofspiel)
        elif not wanted:
            yield Row("rules", name, "actions/s", ours)
