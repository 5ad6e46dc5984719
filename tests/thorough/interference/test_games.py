"""Nobody learns anything of a game that is not hers to know, whichever game it is."""

import pytest

from games.rulesets import registry
from games.rulesets.testing.whole_games import AnyRuleset
from tests.thorough.interference.checking import check
from tests.thorough.interference.hidden import Wish

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("rules", registry.RULESETS.values(), ids=registry.RULESETS)
def test_worlds_that_differ_in_a_secret_look_the_same_counts(rules: AnyRuleset, wish: Wish) -> None:
    check(rules, wish)
