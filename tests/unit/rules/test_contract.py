"""What every ruleset keeps to, whatever its game: one suite, played with all variants."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import FrozenInstanceError, fields
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from games.rules import registry
from games.rules.chance import Drawn, RecordedChance, SeededChance
from games.rules.refusal import Illegal, Unreadable
from tests.amount import amount, one_in
from tests.unit.rules.contract import (
    AnyRuleset,
    Variant,
    assert_fits,
    every_ruleset,
    every_variant,
    fallback_game,
    random_game,
    start,
    through_text,
)

Json = dict[str, Any]


def viewers(variant: Variant) -> tuple[int | None, ...]:
    return (None, *range(variant.seats))


# -- the course of a game


@every_variant
def test_random_play_comes_to_an_end_and_the_most_points_win(variant: Variant) -> None:
    result = random_game(variant).result
    best = max(result.scores)
    assert len(result.scores) == variant.seats
    assert result.winners == tuple(s for s, score in enumerate(result.scores) if score == best)


@every_variant
def test_somebody_is_asked_as_long_as_the_game_is_not_over(variant: Variant) -> None:
    for step in random_game(variant).steps:
        asked = variant.ruleset.asked(step.state)
        assert (not asked) == (variant.ruleset.result(step.state) is not None)
        assert list(asked) == sorted(set(asked))
        assert set(asked) <= set(range(variant.seats))


@every_variant
def test_stages_end_in_order_and_their_points_add_up_to_the_result(variant: Variant) -> None:
    game = random_game(variant)
    ends = [end for step in game.steps for end in step.stages]
    assert [end.number for end in ends] == list(range(1, len(ends) + 1))
    assert all(len(end.scores) == variant.seats for end in ends)
    assert game.result.scores == tuple(map(sum, zip(*(end.scores for end in ends), strict=True)))
    assert variant.ruleset.scores(game.steps[-1].state) == game.result.scores


@every_variant
def test_the_stage_counts_up_from_one_to_at_most_the_number_of_stages(variant: Variant) -> None:
    ruleset = variant.ruleset
    stages = [ruleset.stage(step.state) for step in random_game(variant).steps]
    assert stages[0] == 1
    assert stages == sorted(stages)
    assert stages[-1] <= ruleset.stages(random_game(variant).steps[-1].state)


@every_variant
def test_the_turns_of_one_sitting_follow_one_another(variant: Variant) -> None:
    left: set[str | None] = set()
    current = None
    for step in random_game(variant).steps[:-1]:
        sitting = variant.ruleset.sitting(step.state)
        if sitting != current:
            assert sitting not in left
            left.add(current)
            current = sitting


@every_variant
def test_the_same_seed_and_actions_give_the_same_game(variant: Variant) -> None:
    assert random_game.__wrapped__(variant) == random_game(variant)


# -- values


@every_variant
def test_a_state_survives_json_at_every_step(variant: Variant) -> None:
    for step in random_game(variant).steps:
        dumped = variant.ruleset.dump(step.state)
        loaded = variant.ruleset.load(through_text(dumped))
        assert loaded == step.state
        assert variant.ruleset.dump(loaded) == through_text(dumped)


@every_variant
def test_a_loaded_state_plays_on_like_the_one_that_was_dumped(variant: Variant) -> None:
    game = random_game(variant)
    chance = RecordedChance(game.drawn)
    start(variant, chance)
    for before, actions, after in game.turns():
        loaded = variant.ruleset.load(through_text(variant.ruleset.dump(before.state)))
        assert variant.ruleset.advance(loaded, actions, chance) == after


@every_variant
def test_a_state_is_frozen_all_the_way_down(variant: Variant) -> None:
    for step in random_game(variant).steps:
        hash(step.state)  # Whatever can be changed cannot be hashed.
        for field in fields(step.state):
            with pytest.raises(FrozenInstanceError):
                setattr(step.state, field.name, None)


@every_variant
def test_advancing_leaves_the_state_it_came_from_as_it_was(variant: Variant) -> None:
    game = random_game(variant)
    chance = RecordedChance(game.drawn)
    start(variant, chance)
    for before, actions, _ in game.turns():
        dumped = json.dumps(variant.ruleset.dump(before.state))
        given = dict(actions)
        variant.ruleset.advance(before.state, given, chance)
        assert json.dumps(variant.ruleset.dump(before.state)) == dumped
        assert given == actions


# -- chance


@every_variant
def test_every_draw_has_a_purpose_of_its_own(variant: Variant) -> None:
    purposes = [drawn.purpose for drawn in random_game(variant).drawn]
    assert len(purposes) == len(set(purposes))


@every_variant
def test_a_game_replays_from_its_recorded_chance_and_actions(variant: Variant) -> None:
    game = random_game(variant)
    recorded = through_text([drawn.to_json() for drawn in game.drawn])
    chance = RecordedChance([Drawn.from_json(drawn) for drawn in recorded])
    ruleset = variant.ruleset
    step = start(variant, chance)
    replayed = [step]
    for actions in game.actions:
        written = through_text({s: ruleset.write_action(a) for s, a in actions.items()})
        again = {int(seat): ruleset.read_action(raw) for seat, raw in written.items()}
        step = ruleset.advance(step.state, again, chance)
        replayed.append(step)
    assert tuple(replayed) == game.steps


# -- actions


@every_variant
def test_every_legal_action_is_judged_legal_and_survives_json(variant: Variant) -> None:
    ruleset = variant.ruleset
    for step in random_game(variant).steps:
        for seat in ruleset.asked(step.state):
            legal = ruleset.legal_actions(step.state, seat)
            assert legal
            assert len(set(legal)) == len(legal)
            assert legal == ruleset.legal_actions(step.state, seat)
            for action in legal:
                ruleset.judge(step.state, seat, action)
                assert ruleset.read_action(through_text(ruleset.write_action(action))) == action


@every_variant
def test_every_other_action_is_refused(variant: Variant) -> None:
    ruleset, game = variant.ruleset, random_game(variant)
    ever = {action for actions in game.actions for action in actions.values()}
    refused = 0
    for step in game.steps[:: max(1, len(game.steps) // 40)] + game.steps[-1:]:
        for seat in range(variant.seats):
            for action in ever - set(ruleset.legal_actions(step.state, seat)):
                with pytest.raises(Illegal) as refusal:
                    ruleset.judge(step.state, seat, action)
                assert refusal.value.code in {"not_asked", *ruleset.refusals}
                refused += 1
    assert refused


@every_variant
def test_who_is_not_asked_has_no_legal_action(variant: Variant) -> None:
    ruleset = variant.ruleset
    for step in random_game(variant).steps:
        for seat in set(range(variant.seats)) - set(ruleset.asked(step.state)):
            assert ruleset.legal_actions(step.state, seat) == ()
            mine = ruleset.mine(step.state, seat)
            assert (mine["legal_actions"], mine["fallback"]) == ([], None)


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
    wrong: tuple[Any, ...] = (True, None, "surprise", -1, 1.5, 10**9, {}, [[]])
    for raw in written_actions(variant):
        for name in raw:
            for value in wrong:
                changed = {**raw, name: value}
                schema = variant.ruleset.schemas.actions[raw["type"]]
                if not Draft202012Validator(schema).is_valid(changed):
                    with pytest.raises(Unreadable) as refusal:
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


# -- fallback


@every_variant
def test_the_fallback_is_always_legal(variant: Variant) -> None:
    ruleset = variant.ruleset
    for step in (*random_game(variant).steps, *fallback_game(variant).steps):
        for seat in ruleset.asked(step.state):
            fallback = ruleset.fallback(step.state, seat)
            assert fallback in ruleset.legal_actions(step.state, seat)
            assert ruleset.fallback(step.state, seat) == fallback


@every_variant
def test_a_game_of_fallbacks_alone_comes_to_an_end(variant: Variant) -> None:
    assert len(fallback_game(variant).result.scores) == variant.seats


# -- secrecy


@every_variant
def test_a_viewer_cannot_tell_a_redrawn_state_from_the_real_one(variant: Variant) -> None:
    for index, step in enumerate(random_game(variant).steps[:: one_in(2)]):
        for viewer in viewers(variant):
            chance = SeededChance(f"{index} {viewer}".encode())
            redrawn = variant.ruleset.redraw(step.state, viewer, chance)
            assert seen_by(variant, redrawn, viewer) == seen_by(variant, step.state, viewer)


def seen_by(variant: Variant, state: Any, viewer: int | None) -> str:
    """All that the server ever tells this viewer of a state, as text."""
    ruleset = variant.ruleset
    seen = ruleset.view(state, viewer)
    return json.dumps(
        [
            seen.table,
            seen.mine,
            None if viewer is None else ruleset.mine(state, viewer),
            ruleset.asked(state),
            ruleset.sitting(state),
            ruleset.stage(state),
            ruleset.stages(state),
            ruleset.heading(state),
            ruleset.scores(state),
            None if viewer is None else ruleset.remembered(state, viewer),
        ]
    )


@every_variant
def test_a_game_that_hides_something_is_redrawn_and_no_other(variant: Variant) -> None:
    """What it declares decides; it is looked at when everybody knows the least."""
    ruleset = variant.ruleset
    first = random_game(variant).steps[0].state
    for viewer in viewers(variant):
        redrawn = ruleset.redraw(first, viewer, SeededChance(b"redraw"))
        assert (redrawn != first) == ruleset.hides


TABLES = amount(100)


@every_variant
def test_games_that_look_the_same_are_the_same_where_nothing_is_hidden(variant: Variant) -> None:
    """Otherwise something is hidden, whatever the ruleset declares."""
    seen: dict[str, set[Any]] = {}
    for number in range(TABLES):
        state = start(variant, SeededChance(f"{number}".encode())).state
        seen.setdefault(seen_by(variant, state, None), set()).add(state)
    alike = [states for states in seen.values() if len(states) > 1]
    assert variant.ruleset.hides or not alike


@every_variant
def test_a_stranger_sees_what_all_see_and_nothing_more(variant: Variant) -> None:
    for step in random_game(variant).steps:
        stranger = variant.ruleset.view(step.state, None)
        assert stranger.mine is None
        for seat in range(variant.seats):
            assert variant.ruleset.view(step.state, seat).table == stranger.table


# -- JSON and its schemas


@every_variant
def test_what_viewers_see_fits_its_schemas(variant: Variant) -> None:
    ruleset = variant.ruleset
    for step in random_game(variant).steps[:: one_in(4)]:
        assert_fits(ruleset, ruleset.view(step.state, None).table, "table")
        assert_fits(ruleset, ruleset.heading(step.state), "heading")
        for seat in range(variant.seats):
            assert_fits(ruleset, ruleset.view(step.state, seat).mine, "mine")


@every_variant
def test_what_happens_fits_its_schemas(variant: Variant) -> None:
    ruleset, game = variant.ruleset, random_game(variant)
    for step in game.steps:
        for event in step.events:
            assert_fits(ruleset, event.data, "events", event.type)
        for end in step.stages:
            assert_fits(ruleset, end.shown, "shown")
            assert_fits(ruleset, end.sealed, "sealed")
    for raw in written_actions(variant):
        assert_fits(ruleset, raw, "actions", raw["type"])
    assert_fits(ruleset, ruleset.setup(game.steps[-1].state), "setup")
    assert_fits(ruleset, variant.options, "options")


@every_variant
def test_a_seat_is_given_its_question_with_what_it_sees(variant: Variant) -> None:
    ruleset = variant.ruleset
    for step in random_game(variant).steps:
        for seat in range(variant.seats):
            mine = ruleset.mine(step.state, seat)
            assert mine["seat"] == seat
            for name, value in (ruleset.view(step.state, seat).mine or {}).items():
                assert mine[name] == value


@every_variant
def test_the_heading_names_stage_and_round(variant: Variant) -> None:
    for step in random_game(variant).steps:
        heading = variant.ruleset.heading(step.state)
        assert heading["stage"] == variant.ruleset.stage(step.state)
        assert heading["round"] >= 1


@every_variant
def test_the_heading_of_an_open_turn_says_which_decision_it_is(variant: Variant) -> None:
    ruleset = variant.ruleset
    for step in random_game(variant).steps:
        if ruleset.asked(step.state):
            decision = ruleset.decision(through_text(ruleset.heading(step.state)))
            assert decision in ruleset.decisions


@every_ruleset
def test_decisions_are_words_with_a_meaning_for_people(ruleset: AnyRuleset) -> None:
    assert ruleset.decisions
    for word, meaning in ruleset.decisions.items():
        assert re.fullmatch(r"[a-z][a-z_]*", word)
        assert re.fullmatch(r"\S.*[^.\s]", meaning)


@every_ruleset
def test_the_heading_takes_no_name_that_a_turn_has_for_something_else(ruleset: AnyRuleset) -> None:
    taken = {"actions", "asked", "chance", "closed_at", "continues", "due_at", "game", "mine"}
    taken |= {"number", "opened_at", "turn"}
    assert not taken & set(ruleset.schemas.heading["properties"])


@every_ruleset
def test_a_stage_shows_nothing_under_a_name_that_it_has_for_something_else(
    ruleset: AnyRuleset,
) -> None:
    shown = ruleset.schemas.shown["properties"].keys() | ruleset.schemas.sealed["properties"].keys()
    assert not {"ended_at", "scores", "stage"} & shown


def every_schema(ruleset: AnyRuleset) -> Iterator[tuple[str, Json, Any]]:
    """Name, schema and example of each."""
    schemas, examples = ruleset.schemas, ruleset.schemas.examples
    for name in ("options", "table", "mine", "heading", "setup", "shown", "sealed", "order"):
        yield name, getattr(schemas, name), examples[name]
    for group in ("actions", "events"):
        assert examples[group].keys() == getattr(schemas, group).keys()
        for name, schema in getattr(schemas, group).items():
            yield f"{group} {name}", schema, examples[group][name]


@every_ruleset
def test_every_schema_is_a_schema_and_its_example_fits(ruleset: AnyRuleset) -> None:
    for _, schema, example in every_schema(ruleset):
        Draft202012Validator.check_schema(schema)
        Draft202012Validator(schema).validate(through_text(example))


@every_ruleset
def test_every_object_in_a_schema_is_closed(ruleset: AnyRuleset) -> None:
    for name, schema, _ in every_schema(ruleset):
        for part in parts(schema):
            if part.get("type") == "object":
                assert part.get("additionalProperties") is False, name


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
def test_options_read_twice_are_the_same(ruleset: AnyRuleset) -> None:
    for raw in ({}, *ruleset.variants):
        options = ruleset.read_options(raw)
        assert ruleset.read_options(through_text(options)) == options


@every_ruleset
def test_an_unknown_option_is_refused_by_name(ruleset: AnyRuleset) -> None:
    with pytest.raises(Unreadable, match="sur/prise") as refusal:
        ruleset.read_options({"sur/prise": 1})
    assert (refusal.value.code, refusal.value.pointer) == ("unknown_field", "/sur~1prise")


@every_ruleset
def test_the_seats_of_any_options_are_within_those_of_the_ruleset(ruleset: AnyRuleset) -> None:
    for raw in ({}, *ruleset.variants):
        assert set(ruleset.seats_for(ruleset.read_options(raw))) <= set(ruleset.seats)


@every_ruleset
def test_a_ruleset_is_registered_under_its_id(ruleset: AnyRuleset) -> None:
    assert registry.find(ruleset.id) is ruleset


def test_a_ruleset_that_does_not_exist_is_not_found() -> None:
    with pytest.raises(Unreadable, match="turn_the_tide"):
        registry.find("surprise")
