"""Nobody learns anything of a game that is not theirs to know, whichever game it is."""

from typing import Any

import pytest

from games.rulesets import registry
from games.rulesets.testing.secrecy import kit_of
from games.rulesets.testing.whole_games import AnyRuleset, Variant, random_game
from tests import document
from tests.thorough.interference.calls import operations
from tests.thorough.interference.comparison import OPERATOR, compare
from tests.thorough.interference.scenario import SEATS
from tests.thorough.interference.secret_kinds import (
    ACCOUNT,
    ANSWERS,
    EVERYBODY,
    HANDS,
    ORDERS,
    TO_COME,
    Extent,
)

pytestmark = pytest.mark.django_db

MOMENTS = {
    *("before the start", "cancelled", "before the game", "resigned", "open turn", "taken back"),
    *("some sealed", "paused", "set aside", "away", "turn closed", "order followed"),
    *("order failed", "order taken back", "stage over", "finished"),
}
ALL_SECRETS = {*ACCOUNT, *ANSWERS, *ORDERS, *TO_COME, HANDS, "entropy"}


@pytest.mark.parametrize("rules", registry.RULESETS.values(), ids=registry.RULESETS)
def test_variants_that_differ_in_a_secret_look_the_same(rules: AnyRuleset, extent: Extent) -> None:
    """And nothing was left out: no call, no viewer, no secret, no moment."""
    report = compare(rules, extent)
    print(f"\n{report}")  # noqa: T201
    assert not report.leaks, "\n".join(str(one) for one in report.leaks[:10])
    calls = {call["operationId"] for _, _, call in operations(document.document())}
    assert calls <= report.calls, "a call was compared with nobody"
    assert report.viewers == {*EVERYBODY, OPERATOR}
    assert report.secrets == ALL_SECRETS - find_missing(rules)
    assert report.moments >= MOMENTS - find_missing(rules)
    for viewer in EVERYBODY:
        assert {("get_game", viewer), ("list_events", viewer)} <= report.met


def find_missing(rules: AnyRuleset) -> set[str]:
    """Return secrets and moments of other games that cannot be in this one."""
    variant = Variant(rules, rules.read_options(rules.variants[0]), SEATS)
    states = [step.state for step in random_game(variant).steps]
    missing = set() if kit_of(rules).hides_in(variant.options) else {HANDS}
    if rules.max_stages(states[0]) == 1:
        missing.add("stage over")  # It ends with the game.
    if rules.orders is None:
        missing |= {*ORDERS, "order followed", "order failed", "order taken back"}
    if not any(_order_answers_beside_others(rules, state) for state in states):
        missing.add("order or by hand")  # What an order answers closes the turn at once.
    return missing


def _order_answers_beside_others(rules: AnyRuleset, state: Any) -> bool:
    asked, table = rules.seats_asked(state), rules.table_view(state)
    orders = [kit_of(rules).rehearse_orders(table, rules.seat_view(state, seat)) for seat in asked]
    return len(asked) > 1 and any(one is not None for one in orders)
