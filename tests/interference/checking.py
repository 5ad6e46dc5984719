"""The test of one game, and the line that says how much it has compared."""

from tests import document
from tests.interference.boxes import Box
from tests.interference.calls import operations
from tests.interference.comparing import OPERATOR, Report, compare
from tests.interference.hidden import (
    ACCOUNT,
    ANSWERS,
    EVERYBODY,
    HANDS,
    ORDERS,
    TO_COME,
    Wish,
)

MOMENTS = {
    *("before the start", "cancelled", "before the game", "resigned", "open turn", "taken back"),
    *("some sealed", "paused", "set aside", "away", "turn closed", "order followed"),
    *("order failed", "order taken back", "stage over", "finished"),
}
ALL_SECRETS = {*ACCOUNT, *ANSWERS, *ORDERS, *TO_COME, HANDS, "entropy"}


def check(box: Box, wish: Wish, *, never: set[str]) -> Report:
    """Fail if anything differs, or if something was not compared. `never` is secret in other games."""
    report = compare(box, wish)
    print(f"\n{report}")  # noqa: T201
    assert not report.found, "\n".join(str(one) for one in report.found[:10])
    calls = {call["operationId"] for _, _, call in operations(document.document())}
    assert calls <= report.calls, "a call was compared with nobody"
    assert report.viewers == {*EVERYBODY, OPERATOR}
    assert report.secrets == ALL_SECRETS - never
    assert MOMENTS - never <= report.moments
    for viewer in EVERYBODY:
        assert {("get_game", viewer), ("list_events", viewer)} <= report.met
    return report
