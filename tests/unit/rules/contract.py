"""What the contract suite plays: all variants of every ruleset that is enrolled, kept step by step."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from games.rules import registry
from games.rules.chance import Chance, Drawn, SeededChance
from games.rules.ruleset import Result, Ruleset, Step
from tests.amount import share

Json = dict[str, Any]
AnyRuleset = Ruleset[Any, Any]

MOST_TURNS = 20_000


@dataclass(frozen=True)
class Variant:
    """One ruleset with options and a number of players."""

    ruleset: AnyRuleset
    options: Json
    seats: int

    def __str__(self) -> str:
        chosen = ",".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.ruleset.id}-{chosen}-{self.seats}"

    def __hash__(self) -> int:
        return hash(str(self))


@dataclass(frozen=True)
class Played:
    """A whole game: each step, and the actions that led from it to the next."""

    steps: tuple[Step[Any], ...]
    actions: tuple[Mapping[int, Any], ...]
    drawn: tuple[Drawn, ...]
    result: Result

    def turns(self) -> Iterator[tuple[Step[Any], Mapping[int, Any], Step[Any]]]:
        """Each turn: the step that opened it, the actions, the step that closed it."""
        for (before, after), actions in zip(pairwise(self.steps), self.actions, strict=True):
            yield before, actions, after


def variants() -> Iterator[Variant]:
    for ruleset in registry.RULESETS.values():
        for raw in ruleset.variants:
            options = ruleset.read_options(raw)
            for seats in ruleset.seats_for(options):
                yield Variant(ruleset, options, seats)


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


def through_text(value: Any) -> Any:
    """What is left of a value after a trip through JSON text."""
    return json.loads(json.dumps(value, allow_nan=False))


@cache
def validator(ruleset_id: str, *path: str) -> Draft202012Validator:
    schema: Any = registry.find(ruleset_id).schemas
    for name in path:
        schema = schema[name] if isinstance(schema, Mapping) else getattr(schema, name)
    return Draft202012Validator(schema)


def assert_fits(ruleset: AnyRuleset, value: Any, *path: str) -> None:
    validator(ruleset.id, *path).validate(through_text(value))


@cache
def random_game(variant: Variant, seed: int = 0) -> Played:
    """A game in which every seat plays any legal action, each as likely."""
    random = Random(f"{variant} {seed}")

    def choose(state: Any, seat: int) -> Any:
        return random.choice(variant.ruleset.legal_actions(state, seat))

    return _game(variant, choose, SeededChance(random.randbytes(32)))


@cache
def fallback_game(variant: Variant, seed: int = 0) -> Played:
    """A game in which nobody ever answers."""
    chance = SeededChance(Random(f"{variant} {seed}").randbytes(32))
    return _game(variant, variant.ruleset.fallback, chance)


@cache
def ordered_game(variant: Variant, seed: int = 0) -> Played:
    """A game played by standing orders, another one for each question, and else by time."""
    ruleset, random = variant.ruleset, Random(f"orders {variant} {seed}")

    def choose(state: Any, seat: int) -> Any:
        followed = ruleset.follow(state, seat, ruleset.read_order(random_order(ruleset, random)))
        return followed.action or ruleset.fallback(state, seat)

    return _game(variant, choose, SeededChance(random.randbytes(32)))


def random_order(ruleset: AnyRuleset, random: Random) -> Json:
    """Any standing order that fits the ruleset's schema, sensible or not."""
    order: Json = _random_json(ruleset.schemas.order, random)
    return order


MOST_RANDOM_ENTRIES = 12


def _random_json(schema: Json, random: Random) -> Any:
    match schema:
        case {"anyOf": choices}:
            value = _random_json(random.choice(choices), random)
        case {"const": word}:
            value = word
        case {"enum": words}:
            value = random.choice(words)
        case {"type": "boolean"}:
            value = random.random() < 1 / 2
        case {"type": "integer"}:
            value = random.randint(schema["minimum"], schema["maximum"])
        case {"type": "array"}:
            value = _random_list(schema, random)
        case _:
            value = _random_object(schema, random)
    return value


def _random_list(schema: Json, random: Random) -> list[Any]:
    most = min(schema["maxItems"], MOST_RANDOM_ENTRIES)
    items = [
        _random_json(schema["items"], random)
        for _ in range(random.randint(schema.get("minItems", 0), most))
    ]
    return list(dict.fromkeys(items)) if schema.get("uniqueItems") else items


def _random_object(schema: Json, random: Random) -> Json:
    properties = schema["properties"]
    chosen = [name for name in properties if random.random() < 1 / 2]
    while len(chosen) < schema.get("minProperties", 0):
        chosen.append(random.choice(list(properties)))
    names = {*schema.get("required", ()), *chosen}
    return {name: _random_json(properties[name], random) for name in properties if name in names}


def start(variant: Variant, chance: Chance) -> Step[Any]:
    ruleset = variant.ruleset
    return ruleset.begin(ruleset.set_up(variant.options, variant.seats, chance), chance)


def _game(variant: Variant, choose: Any, chance: SeededChance) -> Played:
    ruleset = variant.ruleset
    steps = [start(variant, chance)]
    actions = []
    while (result := ruleset.result(steps[-1].state)) is None:
        state = steps[-1].state
        actions.append({seat: choose(state, seat) for seat in ruleset.asked(state)})
        steps.append(ruleset.advance(state, actions[-1], chance))
        assert len(steps) < MOST_TURNS, "the game does not end"
    return Played(tuple(steps), tuple(actions), chance.take(), result)
