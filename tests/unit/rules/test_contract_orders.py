"""What every ruleset keeps to with standing orders, played with all variants."""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from games.rulesets import registry
from games.rulesets.chance import SeededChance
from games.rulesets.refusal import Illegal, Refusal, Unreadable
from games.rulesets.ruleset import CONDITION_NOT_MET
from games.rulesets.testing.secrecy import kit_of
from games.rulesets.testing.whole_games import (
    AnyRuleset,
    Variant,
    ordered_game,
    orders_of,
    random_game,
    random_order,
    start,
    through_text,
)
from tests.sampling import sample_count, stride
from tests.unit.rules.contract import assert_fits, played, validator

Json = dict[str, Any]

ORDERS = sample_count(500)

every_variant = pytest.mark.parametrize(
    "variant", [one for one in played() if one.ruleset.orders], ids=str
)
every_ruleset = pytest.mark.parametrize(
    "ruleset",
    [ruleset for ruleset in registry.RULESETS.values() if ruleset.orders],
    ids=lambda ruleset: ruleset.id,
)


@every_ruleset
def test_a_standing_order_survives_json(ruleset: AnyRuleset) -> None:
    random = Random(ruleset.id)
    for _ in range(ORDERS):
        order = orders_of(ruleset).read(random_order(ruleset, random))
        hash(order)  # Whatever can be changed cannot be hashed.
        written = through_text(orders_of(ruleset).write(order))
        assert_fits(ruleset, written, "order")
        assert orders_of(ruleset).read(written) == order
        assert orders_of(ruleset).write(orders_of(ruleset).read(written)) == written


@every_ruleset
def test_an_order_can_be_read_exactly_if_it_fits_its_schema(ruleset: AnyRuleset) -> None:
    random, readable, unreadable = Random(ruleset.id), 0, 0
    for _ in range(ORDERS):
        raw = spoilt(random_order(ruleset, random), random)
        if validator(ruleset.id, "order").is_valid(raw):
            orders_of(ruleset).read(raw)
            readable += 1
        else:
            with pytest.raises(Refusal) as refusal:
                orders_of(ruleset).read(raw)
            beyond = isinstance(refusal.value, Illegal)
            codes = {"no_such_number"} if beyond else {"invalid_order", "unknown_field"}
            assert refusal.value.code in codes
            unreadable += 1
    assert readable
    assert unreadable


def spoilt(raw: Any, random: Random) -> Any:
    """The value with one place in it changed: replaced, doubled, left out, or added to."""
    strange: tuple[Any, ...] = (True, None, "surprise", "roll", -1, 3, 1.5, 10**9, {}, [], [[]])
    if not isinstance(raw, dict | list) or not raw or random.random() < 1 / 6:
        return random.choice(strange)
    places = list(raw) if isinstance(raw, dict) else list(range(len(raw)))
    place = random.choice(places)
    if random.random() < 3 / 4:
        changed = {place: spoilt(raw[place], random)}
    else:
        changed = random.choice([{}, {place: raw[place], "more": 1}])
    if isinstance(raw, dict):
        return {**{name: raw[name] for name in raw if name != place}, **changed}
    return [*raw[:place], *changed.values(), *raw[place + 1 :]]


@every_ruleset
def test_an_order_has_no_unknown_fields_and_the_example_is_one(ruleset: AnyRuleset) -> None:
    orders, example = orders_of(ruleset), ruleset.schemas.examples["order"]
    assert orders.write(orders.read(example)) == example
    with pytest.raises(Unreadable, match="sur~1prise") as refusal:
        orders.read({**example, "sur/prise": 1})
    assert (refusal.value.code, refusal.value.pointer) == ("unknown_field", "/sur~1prise")


@every_variant
def test_an_order_that_is_followed_gives_a_legal_action_or_none_and_says_what_it_skipped(
    variant: Variant,
) -> None:
    ruleset, answers, gaps, told = variant.ruleset, 0, 0, 0
    for state, seat, raw in ordered_questions(variant):
        followed = orders_of(ruleset).follow(state, seat, orders_of(ruleset).read(raw))
        gaps += followed.action is None
        answers += followed.action is not None
        assert followed.action in (None, *ruleset.legal_actions(state, seat))
        pointers = [entry.pointer for entry in followed.skipped]
        assert len(set(pointers)) == len(pointers)
        for entry in followed.skipped:
            found_in(raw, entry.pointer)
            assert entry.code in {CONDITION_NOT_MET, *ruleset.all_refusals}
            assert entry.detail.endswith(".")
            told += 1
    assert min(answers, gaps, told) > 0


@every_variant
def test_an_order_is_refused_with_a_code_of_the_ruleset_and_its_place(variant: Variant) -> None:
    ruleset, refused = variant.ruleset, 0
    for state, seat, raw in ordered_questions(variant):
        refusal = refusal_of(ruleset, state, seat, raw)
        if refusal is not None:
            code, detail, pointer = refusal
            found_in(raw, pointer or "")
            assert code in ruleset.all_refusals
            assert detail.endswith(".")
            refused += 1
    assert refused


@every_variant
def test_what_becomes_of_an_order_tells_nothing_that_its_seat_may_not_see(variant: Variant) -> None:
    ruleset = variant.ruleset
    for state, seat, raw in ordered_questions(variant):
        redrawn = kit_of(ruleset).redraw_hidden(state, seat, SeededChance(repr(raw).encode()))
        orders = orders_of(ruleset)
        order = orders.read(raw)
        assert orders.follow(redrawn, seat, order) == orders.follow(state, seat, order)
        assert refusal_of(ruleset, redrawn, seat, raw) == refusal_of(ruleset, state, seat, raw)


@cache
def ordered_questions(variant: Variant) -> Sequence[tuple[Any, int, Json]]:
    """Each question of two games with a standing order for it: the state, the seat asked, the order."""
    random = Random(f"{variant}")
    return [
        (step.state, seat, random_order(variant.ruleset, random))
        for step in (*random_game(variant).steps, *ordered_game(variant).steps)[:: stride(2)]
        for seat in variant.ruleset.seats_asked(step.state)
    ]


def refusal_of(
    ruleset: AnyRuleset, state: Any, seat: int, raw: Json
) -> tuple[str, str, str | None] | None:
    try:
        orders_of(ruleset).judge(state, seat, orders_of(ruleset).read(raw))
    except Illegal as refusal:
        return refusal.code, refusal.detail, refusal.pointer
    return None


def found_in(raw: Any, pointer: str) -> Any:
    """What a JSON pointer points to; fails if there is no such place."""
    for name in pointer.split("/")[1:]:
        raw = raw[int(name) if isinstance(raw, list) else name]
    return raw


@every_variant
def test_an_order_can_be_judged_at_any_time_whoever_is_asked(variant: Variant) -> None:
    ruleset, random = variant.ruleset, Random(f"{variant}")
    for step in random_game(variant).steps:
        for seat in range(variant.seats):
            refusal_of(ruleset, step.state, seat, random_order(ruleset, random))


# -- orders for the tests of secrecy


@every_variant
def test_what_is_rehearsed_can_be_given_and_does_what_it_says(variant: Variant) -> None:
    rehearsed = 0
    for step in random_game(variant).steps:
        for seat in variant.ruleset.seats_asked(step.state):
            rehearsed += _rehearsed(variant.ruleset, step.state, seat)
    assert rehearsed, "The kit needs `rehearse_orders`: it has none for any question"


def _rehearsed(ruleset: AnyRuleset, state: Any, seat: int) -> bool:
    rehearsal = kit_of(ruleset).rehearse_orders(
        ruleset.table_view(state), ruleset.seat_view(state, seat)
    )
    if rehearsal is None:
        return False
    assert refusal_of(ruleset, state, seat, rehearsal.order) is None

    def answers(raw: Json) -> Any:
        return orders_of(ruleset).follow(state, seat, orders_of(ruleset).read(raw)).action

    action = answers(rehearsal.order)
    assert action in ruleset.legal_actions(state, seat)
    for orders, wanted in ((rehearsal.longer, action), (rehearsal.idle, None)):
        taken = [raw for raw in orders if refusal_of(ruleset, state, seat, raw) is None]
        assert taken
        assert [answers(raw) for raw in taken] == [wanted] * len(taken)
        assert rehearsal.order not in taken
    return True


SOON = 50
"""Turns within which several seats are asked at once."""


@every_ruleset
def test_several_seats_can_be_asked_at_once_with_the_most_rules(ruleset: AnyRuleset) -> None:
    options = ruleset.read_options(ruleset.variants[0])
    seats = ruleset.seats_for(options)[0]
    for seat in range(seats):
        chance = SeededChance(b"a crowd")
        variant = Variant(ruleset, options, seats)
        step = start(variant, chance)
        state = kit_of(ruleset).ask_several(step.state, seat)
        assert ruleset.load(through_text(ruleset.dump(state))) == state
        for _ in range(SOON):
            asked = ruleset.seats_asked(state)
            if seat in asked and len(asked) > 1:
                break
            answers = {one: ruleset.choose_fallback(state, one) for one in asked}
            state = ruleset.close_turn(state, answers, chance).state
        else:
            pytest.fail(f"seat {seat} is never asked together with another")
