"""One of the variants that the thorough tier compares: it differs in what is sealed and to come."""

import pytest

from games.rulesets import registry
from tests.thorough.interference.comparison import compare
from tests.thorough.interference.secret_kinds import Extent

pytestmark = pytest.mark.django_db


def test_variants_that_differ_in_a_sealed_card_look_the_same() -> None:
    extent = Extent(every=144, variant="what is sealed and to come", at="some sealed")
    report = compare(registry.RULESETS["turn_the_tide"], extent)
    assert not report.leaks, "\n".join(str(one) for one in report.leaks[:10])
    assert len(report.calls) > 20
    assert len(report.viewers) > 3
