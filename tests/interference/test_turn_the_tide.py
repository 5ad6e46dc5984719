"""Nobody learns anything of a game of Turn the Tide that is not hers to know."""

import pytest

from tests.interference.boxes import TURN_THE_TIDE
from tests.interference.checking import check
from tests.interference.hidden import Wish

pytestmark = pytest.mark.django_db


def test_worlds_that_differ_in_a_secret_look_the_same_counts(wish: Wish) -> None:
    check(TURN_THE_TIDE, wish, never=set())
