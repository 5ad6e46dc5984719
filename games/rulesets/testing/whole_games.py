"""Whole games without a server, stored step by step: at random, by fallbacks, by standing orders."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any, cast

from games.rulesets.chance import Chance, Drawn, SeededChance
from games.rulesets.kit.values import Json
from games.rulesets.ruleset import Orders, Result, Ruleset, Step

AnyRuleset = Ruleset[Any, Any]

MAX_TURNS = 20_000


class ContractBroken(AssertionError):
    """The error of a game that breaks the contract, and where, in one sentence."""


def expect(condition: object, sentence: str) -> None:
    """Raise `ContractBroken` with this sentence unless the condition holds."""
    if not condition:
        raise ContractBroken(sentence)


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

    def iterate_turns(self) -> Iterator[tuple[Step[Any], Mapping[int, Any], Step[Any]]]:
        """Yield each turn: the step that opened it, the actions, the step that closed it."""
        for (before, after), actions in zip(pairwise(self.steps), self.actions, strict=True):
            yield before, actions, after


def orders_of(ruleset: AnyRuleset) -> Orders[Any, Any]:
    """Return the standing orders of a game that has them."""
    expect(ruleset.orders, f"{ruleset.name} has no standing orders.")
    return cast("Orders[Any, Any]", ruleset.orders)


def variants_of(ruleset: AnyRuleset) -> Iterator[Variant]:
    """Yield every variant with every number of seats."""
    for raw in ruleset.variants:
        options = ruleset.read_options(raw)
        for seats in ruleset.seats_for(options):
            yield Variant(ruleset, options, seats)


def through_text(value: Any) -> Any:
    """Return a value after it was written to JSON text and read again."""
    return json.loads(json.dumps(value, allow_nan=False))


def start(variant: Variant, chance: Chance) -> Step[Any]:
    """Set a game up and open its first turn."""
    ruleset = variant.ruleset
    return ruleset.open_first_turn(
        ruleset.initial_state(variant.options, variant.seats, chance), chance
    )


@cache
def random_game(variant: Variant, seed: int = 0) -> Played:
    """Play a game in which every seat plays any legal action, each as likely."""
    random = Random(f"{variant} {seed}")

    def choose(state: Any, seat: int) -> Any:
        return random.choice(variant.ruleset.legal_actions(state, seat))

    return _play_game(variant, choose, SeededChance(random.randbytes(32)))


@cache
def fallback_game(variant: Variant, seed: int = 0) -> Played:
    """Play a game in which no seat ever answers."""
    chance = SeededChance(Random(f"{variant} {seed}").randbytes(32))
    return _play_game(variant, variant.ruleset.choose_fallback, chance)


@cache
def ordered_game(variant: Variant, seed: int = 0) -> Played:
    """Play a game by standing orders, another one for each question, and else by time."""
    ruleset, random = variant.ruleset, Random(f"orders {variant} {seed}")
    orders = ruleset.orders
    if orders is None:
        return fallback_game(variant, seed)

    def choose(state: Any, seat: int) -> Any:
        order = orders.read(random_order(ruleset, random))
        return orders.follow(state, seat, order).action or ruleset.choose_fallback(state, seat)

    return _play_game(variant, choose, SeededChance(random.randbytes(32)))


def _play_game(variant: Variant, choose: Callable[[Any, int], Any], chance: SeededChance) -> Played:
    ruleset = variant.ruleset
    steps = [start(variant, chance)]
    actions: list[Mapping[int, Any]] = []
    while (result := ruleset.game_result(steps[-1].state)) is None:
        state = steps[-1].state
        actions.append({seat: choose(state, seat) for seat in ruleset.seats_asked(state)})
        steps.append(ruleset.close_turn(state, actions[-1], chance))
        expect(len(steps) < MAX_TURNS, f"The game does not end within {MAX_TURNS} turns.")
    return Played(tuple(steps), tuple(actions), chance.take_draws(), result)


MAX_RANDOM_ENTRIES = 12


def random_order(ruleset: AnyRuleset, random: Random) -> Json:
    """Return any standing order that fits the ruleset's schema, sensible or not."""
    order: Json = _random_json(ruleset.schemas.order or {}, random)
    return order


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
    most = min(schema["maxItems"], MAX_RANDOM_ENTRIES)
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
