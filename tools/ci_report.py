"""Seconds of each step of `.ci/run` and the slowest tests; fails where a step is far over its budget.

python -m tools.ci_report STEPS RESULTS…, where STEPS has a line with name and seconds for each step,
and each of RESULTS is what pytest has written by --junitxml.
"""

import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree as ET

BUDGETS = Path(__file__).resolve().parents[1] / "tests" / "budgets.toml"
LOUD, FATAL = 1.5, 2.0
"""Times the budget from which a step is warned of, and fails."""
SLOWEST = 20


def print_slowest(results: list[str]) -> None:
    cases = [case for one in results for case in ET.parse(one).iter("testcase")]
    cases.sort(key=lambda case: -float(case.get("time", 0)))
    print(f"\nThe {SLOWEST} slowest of {len(cases)} tests:")
    for case in cases[:SLOWEST]:
        print(f"{float(case.get('time', 0)):7.1f} s  {case.get('classname')}::{case.get('name')}")


def judge_steps(steps: dict[str, int], budgets: dict[str, int]) -> bool:
    """Print a line for each step, and return whether all are below twice their budget."""
    print("\nseconds  budget  step")
    for name, seconds in steps.items():
        share = seconds / budgets[name]
        note = "  TOO SLOW" if share > FATAL else "  OVER ITS BUDGET" if share > LOUD else ""
        print(f"{seconds:7}  {budgets[name]:6}  {name}{note}")
    print(f"{sum(steps.values()):7}  {sum(budgets.values()):6}  all")
    return all(seconds <= FATAL * budgets[name] for name, seconds in steps.items())


def main() -> int:
    _, notes, *results = sys.argv
    lines = [line.split("\t") for line in Path(notes).read_text().splitlines()]
    budgets = tomllib.loads(BUDGETS.read_text())["seconds"]
    print_slowest(results)
    return 0 if judge_steps({name: int(seconds) for name, seconds in lines}, budgets) else 1


if __name__ == "__main__":
    sys.exit(main())
