"""Games that are played by what the players have left behind, over HTTP and verified."""

from collections.abc import Callable
from random import Random
from typing import Any

from tests.system.flows.client import Person
from tests.system.flows.table import seated, turn_the_tide
from tests.thorough.verify.verifiers import disagreements

Json = dict[str, Any]


def ranks_her_hand(person: Person, game: str, random: Random, *, at_once: bool) -> list[int]:
    """Order all cards of the hand in some order; the order."""
    hand: list[int] = person.sees(game)["mine"]["hand"]
    random.shuffle(hand)
    person.orders(game, {"plays": [{"card": card} for card in hand]}, at_once=at_once)
    return hand


def cards_of(record: Json, stage: int, seat: int) -> list[int]:
    """What a seat has played in a stage, in the order of the rounds."""
    turns = [turn for turn in record["turns"] if turn["stage"] == stage]
    actions = [action for turn in turns for action in turn["actions"]]
    return [action["action"]["card"] for action in actions if action["seat"] == seat]


def test_orders_that_are_followed_at_once_play_stage_after_stage(
    newcomers: Callable[[int], list[Person]],
) -> None:
    people, random = newcomers(3), Random(1)
    game = seated(people, turn_the_tide("gamewright"), [])["id"]
    ranked = []
    for stage in (1, 2, 3):
        assert people[0].sees(game)["stage"] == stage
        # With the last of the orders the whole stage is played: nobody has to be waited for.
        ranked.append([ranks_her_hand(who, game, random, at_once=True) for who in people])
    record = people[0].get(f"/games/{game}/record")
    assert disagreements(record) == []
    assert {one["by"] for turn in record["turns"] for one in turn["actions"]} == {"order"}
    for stage, hands in enumerate(ranked, start=1):
        for seat, hand in enumerate(hands):
            played = cards_of(record, stage, seat)
            assert played == hand[: len(played)]
