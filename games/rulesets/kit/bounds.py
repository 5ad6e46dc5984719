"""Bounds of a number, as standing orders state them: `{"least": 8}`, `{"most": 4}` or both."""

from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Bounds:
    """From `least` to `most`, both included; None where there is no bound."""

    least: int | None = None
    most: int | None = None

    def allows_number(self, number: int) -> bool:
        return (self.least is None or self.least <= number) and (
            self.most is None or number <= self.most
        )

    def to_json(self) -> Json:
        bounds = {"least": self.least, "most": self.most}
        return {name: bound for name, bound in bounds.items() if bound is not None}
