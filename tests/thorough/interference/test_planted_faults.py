"""The suite can fail: it finds a planted fault of each kind.

It compares a game with variants in which secrets differ. A response that differs too is a leak.
"""

import pytest

from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE
from tests.thorough.interference.comparison import Report, compare
from tests.thorough.interference.planted_faults import ALL_FAULTS, SEALED, Fault, raise_in_get_turn
from tests.thorough.interference.secret_kinds import OPENED_BY, Extent

pytestmark = pytest.mark.django_db


def compare_sealed(*calls: str, at: str = "some sealed") -> Report:
    """Compare variants of what is sealed, at this moment of the script, for every viewer (`outsiders=1`)."""
    extent = Extent(outsiders=1, calls=frozenset(calls), variant=SEALED, at=at)
    return compare(TURN_THE_TIDE, extent)


@pytest.mark.parametrize("fault", ALL_FAULTS, ids=lambda fault: fault.kind)
def test_a_planted_fault_is_found(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    fault.plant(monkeypatch)
    extent = Extent(outsiders=1, calls=frozenset(fault.calls), variant=fault.variant, at=fault.at)
    report = compare(TURN_THE_TIDE, extent)
    found = sorted({(one.call, one.viewer) for one in report.leaks})
    assert {one.viewer for one in report.leaks} >= fault.viewers, found
    assert {one.call for one in report.leaks} >= fault.calls, found


def test_a_player_by_mail_reads_nothing_that_is_sealed() -> None:
    report = compare_sealed("mail", "question page", "answer to a reply")
    assert report.calls >= {"mail", "question page", "answer to a reply"}
    assert report.leaks == []


def test_an_error_that_nobody_foresaw_is_no_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same answer and the same line in the log, whatever the error's message quotes."""
    raise_in_get_turn(monkeypatch)
    report = compare_sealed("get_turn")
    assert report.compared
    assert report.leaks == []


def test_a_call_that_may_tell_something_tells_it() -> None:
    """`OPENED_BY` excepts calls that lawfully tell a secret; one that tells none needs no exception."""
    places = {
        "start_game": "before the start",
        "join_game": "before the start",
        "accept_seat": "resigned",
    }
    assert places.keys() == OPENED_BY.keys()
    for call, at in places.items():
        report = compare_sealed(call, at=at)
        assert report.opened[call]
        assert report.leaks == []
