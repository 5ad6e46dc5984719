"""What every ruleset keeps to, whatever its game: one suite, played with all variants."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from games.rulesets import registry
from games.rulesets.chance import SeededChance
from games.rulesets.refusal import Illegal, Unreadable
from games.rulesets.testing.contract import CHECKS
from games.rulesets.testing.secrecy import kit_of
from games.rulesets.testing.whole_games import (
    AnyRuleset,
    Variant,
    random_game,
    start,
    through_text,
)
from tests.sampling import sample_count, stride
from tests.unit.rules.contract import assert_fits, every_ruleset, every_variant

Json = dict[str, Any]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@every_variant
def test_a_ruleset_keeps_the_contract(variant: Variant, check: Callable[[Variant], None]) -> None:
    check(variant)


# -- actions


@every_variant
def test_an_action_with_a_field_too_many_or_too_few_is_unreadable(variant: Variant) -> None:
    ruleset = variant.ruleset
    for raw in written_actions(variant):
        with pytest.raises(Unreadable) as refusal:
            ruleset.read_action({**raw, "sur/prise": 1})
        assert (refusal.value.code, refusal.value.pointer) == ("unknown_field", "/sur~1prise")
        for name in ruleset.schemas.actions[raw["type"]]["required"]:
            with pytest.raises(Unreadable) as refusal:
                ruleset.read_action({key: raw[key] for key in raw if key != name})
            assert refusal.value.pointer == f"/{name}"


@every_variant
def test_an_action_with_a_value_of_another_kind_is_unreadable(variant: Variant) -> None:
    """A number that nothing in the game has is of the right kind."""
    wrong: tuple[Any, ...] = (True, None, "surprise", -1, 1.5, 10**9, {}, [[]])
    for raw in written_actions(variant):
        for name in raw:
            for value in wrong:
                changed = {**raw, name: value}
                schema = variant.ruleset.schemas.actions[raw["type"]]
                if not Draft202012Validator(schema).is_valid(changed):
                    is_number = type(value) is type(raw[name]) is int
                    with pytest.raises(Illegal if is_number else Unreadable) as refusal:
                        variant.ruleset.read_action(changed)
                    assert (refusal.value.pointer or "").startswith(f"/{name}")


def written_actions(variant: Variant) -> Iterator[Json]:
    """One action of each shape that was played."""
    shapes = {}
    for actions in random_game(variant).actions:
        for action in actions.values():
            raw = variant.ruleset.write_action(action)
            shapes[raw["type"], *sorted(raw)] = raw
    yield from shapes.values()


@every_ruleset
@pytest.mark.parametrize("raw", [{}, {"type": None}, {"type": "surprise"}, {"type": []}], ids=str)
def test_an_action_of_no_known_type_is_unreadable(ruleset: AnyRuleset, raw: Json) -> None:
    with pytest.raises(Unreadable) as refusal:
        ruleset.read_action(raw)
    assert (refusal.value.code, refusal.value.pointer) == ("invalid_action", "/type")


# -- secrecy


@every_variant
def test_a_viewer_cannot_tell_a_redrawn_state_from_the_real_one(variant: Variant) -> None:
    for index, step in enumerate(random_game(variant).steps[:: stride(2)]):
        for viewer in (None, *range(variant.seats)):
            chance = SeededChance(f"{index} {viewer}".encode())
            redrawn = kit_of(variant.ruleset).redraw_hidden(step.state, viewer, chance)
            assert seen_by(variant, redrawn, viewer) == seen_by(variant, step.state, viewer)


def seen_by(variant: Variant, state: Any, viewer: int | None) -> str:
    """All that the server ever tells this viewer of a state, as text."""
    ruleset = variant.ruleset
    return json.dumps(
        [
            ruleset.table_view(state),
            None if viewer is None else ruleset.seat_view(state, viewer),
            ruleset.seats_asked(state),
            ruleset.sitting_name(state),
            ruleset.current_stage(state),
            ruleset.max_stages(state),
            ruleset.turn_heading(state),
            ruleset.current_scores(state),
            None if viewer is None else ruleset.memory_view(state, viewer),
        ]
    )


REDRAWN = "`redraw_hidden` returns another state where the kit says `hides`, and nowhere else"


@every_variant
def test_a_game_that_hides_something_is_redrawn_and_no_other(variant: Variant) -> None:
    """What it declares decides; it is looked at when everybody knows the least."""
    ruleset = variant.ruleset
    first = random_game(variant).steps[0].state
    for viewer in (None, *range(variant.seats)):
        redrawn = kit_of(ruleset).redraw_hidden(first, viewer, SeededChance(b"redraw"))
        assert (redrawn != first) == kit_of(ruleset).hides_in(variant.options), REDRAWN


TABLES = sample_count(100)
HIDDEN = (
    "Games that differ look alike, so the game hides something: declare `secrecy`, "
    "and `hides` in its kit"
)


@every_variant
def test_games_that_look_the_same_are_the_same_where_nothing_is_hidden(variant: Variant) -> None:
    """Otherwise something is hidden, whatever the ruleset declares."""
    seen: dict[str, set[Any]] = {}
    for number in range(TABLES):
        state = start(variant, SeededChance(f"{number}".encode())).state
        seen.setdefault(seen_by(variant, state, None), set()).add(state)
    alike = any(len(states) > 1 for states in seen.values())
    assert not alike or kit_of(variant.ruleset).hides_in(variant.options), HIDDEN


# -- JSON and its schemas


@every_variant
def test_what_viewers_see_and_what_happens_fits_its_schemas(variant: Variant) -> None:
    ruleset, game = variant.ruleset, random_game(variant)
    for step in game.steps[:: stride(4)]:
        assert_fits(ruleset, ruleset.table_view(step.state), "table")
        assert_fits(ruleset, ruleset.turn_heading(step.state), "heading")
        for seat in range(variant.seats):
            assert_fits(ruleset, ruleset.private_view(step.state, seat), "mine")
    for step in game.steps:
        for event in step.events:
            assert_fits(ruleset, event.data, "events", event.type, "data")
        for end in step.stages:
            assert_fits(ruleset, end.shown, "shown")
            assert_fits(ruleset, end.sealed, "sealed")
    for raw in written_actions(variant):
        assert_fits(ruleset, raw, "actions", raw["type"])
    assert_fits(ruleset, ruleset.setup_record(game.steps[-1].state), "setup")
    assert_fits(ruleset, variant.options, "options")


def every_schema(ruleset: AnyRuleset) -> Iterator[tuple[str, Json]]:
    """Name and schema of each."""
    schemas = ruleset.schemas
    for name in ("options", "table", "mine", "heading", "setup", "shown", "sealed"):
        yield name, getattr(schemas, name)
    if schemas.order is not None:
        yield "order", schemas.order
    for name, schema in schemas.actions.items():
        yield f"action {name}", schema
    for name, event in schemas.events.items():
        yield f"event {name}", event.data


@every_ruleset
def test_every_schema_is_a_schema_and_every_object_in_it_is_closed(ruleset: AnyRuleset) -> None:
    for name, schema in every_schema(ruleset):
        Draft202012Validator.check_schema(schema)
        for part in parts(schema):
            if part.get("type") == "object":
                assert part.get("additionalProperties") is False, name


@every_ruleset
def test_every_action_event_and_order_has_an_example_that_fits(ruleset: AnyRuleset) -> None:
    examples = ruleset.schemas.examples
    assert examples["actions"].keys() == ruleset.schemas.actions.keys()
    for name, example in examples["actions"].items():
        assert_fits(ruleset, example, "actions", name)
    assert examples["events"].keys() == ruleset.schemas.events.keys()
    for name, example in examples["events"].items():
        assert_fits(ruleset, example, "events", name, "data")
    if ruleset.schemas.order is not None:
        assert_fits(ruleset, examples["order"], "order")


def parts(schema: Any) -> Iterator[Json]:
    """A schema and all schemas in it."""
    if isinstance(schema, Mapping):
        yield dict(schema)
        for inner in schema.values():
            yield from parts(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from parts(inner)


# -- options


@every_ruleset
def test_options_read_twice_are_the_same_and_an_unknown_one_is_refused(ruleset: AnyRuleset) -> None:
    for raw in ({}, *ruleset.variants):
        options = ruleset.read_options(raw)
        assert ruleset.read_options(through_text(options)) == options
        assert set(ruleset.seats_for(options)) <= set(ruleset.seats)
    with pytest.raises(Unreadable, match="sur~1prise") as refusal:
        ruleset.read_options({"sur/prise": 1})
    assert (refusal.value.code, refusal.value.pointer) == ("unknown_field", "/sur~1prise")


def test_rulesets_are_found_by_their_ids() -> None:
    assert all(registry.find_ruleset(name).id == name for name in registry.RULESETS)
    with pytest.raises(Unreadable, match="turn_the_tide"):
        registry.find_ruleset("surprise")
