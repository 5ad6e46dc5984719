"""What rulesets say of themselves for clients that draw them: it fits the rules, and can be addressed."""

import re
from xml.etree import ElementTree as ET

import pytest

from games.rulesets import registry
from games.rulesets.high_tide.rules.components import BEACHES, TILES
from games.rulesets.high_tide.rules.options import EXPANSIONS
from games.rulesets.high_tide.rules.ruleset import HIGH_TIDE
from games.rulesets.material import Presentation
from games.rulesets.turn_the_tide.rules.cards import WEATHER, hand_preservers
from games.rulesets.turn_the_tide.rules.ruleset import TURN_THE_TIDE

ID = re.compile(r"[A-Za-z0-9_-]{1,40}")
TOLD = [
    pytest.param(rules, rules.presentation, id=rules.id)
    for rules in registry.RULESETS.values()
    if rules.presentation is not None
]


@pytest.mark.parametrize(("rules", "its"), TOLD)
def test_variants_and_pieces_are_those_of_the_rules_and_can_be_addressed(
    rules: object, its: Presentation
) -> None:
    assert {*its.editions} == {*getattr(rules, "editions", ())}
    assert {group.expansion for group in its.material} - {""} <= {*its.expansions}
    assert 1 <= its.complexity <= 5
    assert 0 < its.answers[0] <= its.answers[-1]
    pieces = [(group.id, piece) for group in its.material for piece in group.pieces]
    places = [(group, piece.id) for group, piece in pieces]
    assert len({*places}) == len(places) > 0
    assert all(ID.fullmatch(part) for place in places for part in place)
    for _, piece in pieces:
        assert "{" not in piece.name.format(**piece.facts)
        assert ET.fromstring(piece.picture).tag == "{http://www.w3.org/2000/svg}svg"
        assert not re.search(r"script|href|style|url\(", piece.picture)


def test_weather_cards_bear_what_a_hand_of_them_is_worth() -> None:
    its = TURN_THE_TIDE.presentation
    assert its is not None
    cards = its.material[0].pieces
    assert [piece.facts["card"] for piece in cards] == [*WEATHER]
    assert [int(2 * piece.facts["life_preservers"]) for piece in cards] == [
        hand_preservers((card, card)) for card in WEATHER
    ]


def test_high_tide_names_each_beach_die_and_tile() -> None:
    its = HIGH_TIDE.presentation
    assert its is not None
    groups = {group.id: group for group in its.material}
    assert [piece.id for piece in groups["beaches"].pieces] == [*BEACHES]
    assert [piece.id for piece in groups["tiles"].pieces] == [*TILES]
    assert len(groups["dice"].pieces) == 36
    assert {*its.expansions} == {*EXPANSIONS}
    assert all(piece.text for piece in groups["tiles"].pieces)
