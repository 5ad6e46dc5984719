"""Bounds of a number, as standing orders state them: `{"least": 8}`, `{"most": 4}` or both."""

from dataclasses import dataclass
from typing import Any

from games.rules.kit.schemas import at_least_one, integer_schema, named_schema

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


def bounds_schema(title: str, description: str, least: int, most: int) -> Json:
    """Return the named schema of bounds for a number from `least` to `most`."""
    lower = integer_schema(least, most, "At least this value.")
    upper = integer_schema(least, most, "At most this value.")
    return named_schema(title, at_least_one(description, least=lower, most=upper))
