"""The test of one game, and the line that says how much it has compared."""

from typing import Any

from games.rulesets.testing.secrecy import kit_of
from games.rulesets.testing.whole_games import AnyRuleset, Variant, random_game
from tests import document
from tests.thorough.interference.calls import operations
from tests.thorough.interference.comparing import OPERATOR, Report, compare
from tests.thorough.interference.hidden import (
    ACCOUNT,
    ANSWERS,
    EVERYBODY,
    HANDS,
    ORDERS,
    TO_COME,
    Wish,
)
from tests.thorough.interference.world import SEATS

MOMENTS = {
    *("before the start", "cancelled", "before the game", "resigned", "open turn", "taken back"),
    *("some sealed", "paused", "set aside", "away", "turn closed", "order followed"),
    *("order failed", "order taken back", "stage over", "finished"),
}
ALL_SECRETS = {*ACCOUNT, *ANSWERS, *ORDERS, *TO_COME, HANDS, "entropy"}


def check(rules: AnyRuleset, wish: Wish) -> Report:
    """Fail if anything differs, or if something was not compared that is secret in this game."""
    report = compare(rules, wish)
    print(f"\n{report}")  # noqa: T201
    assert not report.found, "\n".join(str(one) for one in report.found[:10])
    calls = {call["operationId"] for _, _, call in operations(document.document())}
    assert calls <= report.calls, "a call was compared with nobody"
    assert report.viewers == {*EVERYBODY, OPERATOR}
    assert report.secrets == ALL_SECRETS - never(rules)
    assert report.moments >= MOMENTS - never(rules)
    for viewer in EVERYBODY:
        assert {("get_game", viewer), ("list_events", viewer)} <= report.met
    return report


def never(rules: AnyRuleset) -> set[str]:
    """Secrets and moments of other games that cannot be in this one."""
    variant = Variant(rules, rules.read_options(rules.variants[0]), SEATS)
    states = [step.state for step in random_game(variant).steps]
    found = set() if kit_of(rules).hides_in(variant.options) else {HANDS}
    if rules.max_stages(states[0]) == 1:
        # It ends with the game.
        found.add("stage over")
    if rules.orders is None:
        found |= {*ORDERS, "order followed", "order failed", "order taken back"}
    if not any(_orders_answer_beside_others(rules, state) for state in states):
        # What an order answers closes the turn at once.
        found.add("order or by hand")
    return found


def _orders_answer_beside_others(rules: AnyRuleset, state: Any) -> bool:
    asked = rules.seats_asked(state)
    return len(asked) > 1 and any(
        kit_of(rules).rehearse_orders(rules.table_view(state), rules.seat_view(state, seat))
        is not None
        for seat in asked
    )
