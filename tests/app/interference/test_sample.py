"""One pair of worlds of those that the thorough tier compares: they differ in what is sealed and to come."""

import pytest

from games.rulesets import registry
from tests.thorough.interference.comparing import compare
from tests.thorough.interference.hidden import Wish

pytestmark = pytest.mark.django_db


def test_worlds_that_differ_in_a_sealed_card_look_the_same() -> None:
    rules = registry.RULESETS["turn_the_tide"]
    report = compare(rules, Wish(every=144, twin="what is sealed and to come", at="some sealed"))
    assert not report.found, "\n".join(str(one) for one in report.found[:10])
    assert len(report.calls) > 20
    assert len(report.viewers) > 3
