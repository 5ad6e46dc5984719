"""Seconds of each step of `.ci/run`; fails where a step is far over its budget.

python -m tools.ci_report STEPS, where STEPS has a line with name and seconds for each step.
"""

import sys
import tomllib
from pathlib import Path

BUDGETS = Path(__file__).resolve().parents[1] / "tests" / "budgets.toml"
LOUD, FATAL = 1.5, 2.0
"""Times the budget from which a step is warned of, and fails."""


def main() -> int:
    lines = [line.split("\t") for line in Path(sys.argv[1]).read_text().splitlines()]
    steps = {name: int(seconds) for name, seconds in lines}
    budgets = tomllib.loads(BUDGETS.read_text())["seconds"]
    print("\nseconds  budget  step")
    for name, seconds in steps.items():
        share = seconds / budgets[name]
        note = "  TOO SLOW" if share > FATAL else "  OVER ITS BUDGET" if share > LOUD else ""
        print(f"{seconds:7}  {budgets[name]:6}  {name}{note}")
    print(f"{sum(steps.values()):7}  {sum(budgets.values()):6}  all")
    return int(any(seconds > FATAL * budgets[name] for name, seconds in steps.items()))


if __name__ == "__main__":
    sys.exit(main())
