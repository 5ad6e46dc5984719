"""Nobody learns anything of a game of High Tide that is not hers to know."""

import pytest

from tests.interference.boxes import HIGH_TIDE
from tests.interference.checking import check
from tests.interference.hidden import HANDS, Wish

pytestmark = pytest.mark.django_db


def test_worlds_that_differ_in_a_secret_look_the_same_counts(wish: Wish) -> None:
    # There are no hands, and what an order answers at once closes the turn.
    check(HIGH_TIDE, wish, never={HANDS, "order or by hand"})
