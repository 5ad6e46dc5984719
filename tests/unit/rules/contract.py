"""What the contract suite plays: all variants of every ruleset that is enrolled."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from games.rulesets import registry
from games.rulesets.testing.whole_games import AnyRuleset, Variant, through_text, variants_of
from tests.sampling import share

Json = dict[str, Any]


def variants() -> Iterator[Variant]:
    for ruleset in registry.RULESETS.values():
        yield from variants_of(ruleset)


def played() -> Iterator[Variant]:
    """What the suite plays: every variant, or of all options one number of seats each, in turns."""
    if share() == 1:
        yield from variants()
        return
    for ruleset in registry.RULESETS.values():
        for number, raw in enumerate(ruleset.variants):
            options = ruleset.read_options(raw)
            seats = ruleset.seats_for(options)
            yield Variant(ruleset, options, seats[number % len(seats)])


every_variant = pytest.mark.parametrize("variant", list(played()), ids=str)
every_ruleset = pytest.mark.parametrize(
    "ruleset", list(registry.RULESETS.values()), ids=lambda ruleset: ruleset.id
)


@cache
def validator(ruleset_id: str, *path: str) -> Draft202012Validator:
    schema: Any = registry.find_ruleset(ruleset_id).schemas
    for name in path:
        schema = schema[name] if isinstance(schema, Mapping) else getattr(schema, name)
    return Draft202012Validator(schema)


def assert_fits(ruleset: AnyRuleset, value: Any, *path: str) -> None:
    validator(ruleset.id, *path).validate(through_text(value))
