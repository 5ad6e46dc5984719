"""The suite can fail: a fault of each kind is planted, and what compares the real code finds it."""

import pytest

from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from tests.thorough.interference.comparing import compare
from tests.thorough.interference.hidden import OPENED_BY, Wish
from tests.thorough.interference.leaks import ALL_LEAKS, Leak, breaks

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("leak", ALL_LEAKS, ids=lambda leak: leak.kind)
def test_a_planted_leak_is_found(leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    leak.plant(monkeypatch)
    wish = Wish(outsiders=1, calls=frozenset(leak.calls), twin=leak.twin, at=leak.at)
    report = compare(leak.rules, wish)
    caught = sorted({(one.call, one.viewer) for one in report.found})
    print(f"\n{leak.kind}: {', '.join(f'{call} of {viewer}' for call, viewer in caught)}")  # noqa: T201
    assert {one.viewer for one in report.found} >= leak.viewers, caught
    assert {one.call for one in report.found} >= leak.calls, caught


def test_who_plays_by_mail_reads_nothing_that_is_sealed() -> None:
    calls = frozenset(["mail", "press", "reply"])
    wish = Wish(outsiders=1, calls=calls, twin="what is sealed and to come", at="some sealed")
    report = compare(TURN_THE_TIDE, wish)
    assert report.calls >= calls
    assert report.found == []


def test_an_error_that_nobody_foresaw_is_no_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same answer and the same line in the log, whatever the error's message quotes."""
    breaks(monkeypatch)
    calls = frozenset(["get_turn"])
    wish = Wish(outsiders=1, calls=calls, twin="what is sealed and to come", at="some sealed")
    report = compare(TURN_THE_TIDE, wish)
    assert report.compared
    assert report.found == []


@pytest.mark.parametrize(
    ("call", "at"),
    [
        ("start_game", "before the start"),
        ("join_game", "before the start"),
        ("accept_seat", "resigned"),
    ],
)
def test_what_a_call_may_tell_it_tells(call: str, at: str) -> None:
    """Else it need not be excepted."""
    wish = Wish(outsiders=1, calls=frozenset([call]), twin="what is sealed and to come", at=at)
    report = compare(TURN_THE_TIDE, wish)
    assert report.opened[call]
    assert report.found == []


def test_all_exceptions_are_looked_at() -> None:
    assert set(OPENED_BY) == {"start_game", "join_game", "accept_seat"}
