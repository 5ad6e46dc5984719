"""A bot knows what its seat knows: where that is the same, the same chance gives the same answer."""

from itertools import islice
from random import Random

import pytest

from games.rulesets import bots
from games.rulesets.bots import bot_views
from games.rulesets.chance import SeededChance
from games.rulesets.testing.secrecy import kit_of
from games.rulesets.testing.whole_games import Variant, random_game
from tests.sampling import sample_count
from tests.unit.rules.contract import played

BOTS = [
    pytest.param(variant, name, id=f"{variant}-{name}")
    for variant in played()
    for name in bots.bot_names(variant.ruleset.id)
]
DECISIONS = 40
"""In each game."""


@pytest.mark.parametrize(("variant", "name"), BOTS)
def test_a_bot_chooses_the_same_whatever_its_seat_cannot_know(variant: Variant, name: str) -> None:
    ruleset, bot = variant.ruleset, bots.find_bot(variant.ruleset.id, name)
    steps = random_game(variant).steps
    questions = (
        (state, seat)
        for state in (
            step.state for step in steps[:: max(1, len(steps) // sample_count(DECISIONS))]
        )
        for seat in ruleset.split_choices(state)[1]
    )
    for number, (state, seat) in enumerate(islice(questions, sample_count(DECISIONS))):
        redrawn = kit_of(ruleset).redraw_hidden(state, seat, SeededChance(f"{number}".encode()))
        given = bot_views(ruleset, state, seat)
        answer = bot(*given, Random(number))
        assert bot(*bot_views(ruleset, redrawn, seat), Random(number)) == answer
        assert answer in given[1]["legal_actions"]
