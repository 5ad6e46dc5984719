"""Games that are played by what the players have left behind, over HTTP and verified."""

from collections.abc import Callable
from random import Random
from typing import Any

from tests.system.flows.client import Person
from tests.system.flows.table import high_tide, seated, turn_the_tide
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
    return [
        action["action"]["card"]
        for turn in turns
        for action in turn["actions"]
        if action["seat"] == seat
    ]


def chosen_by(record: Json) -> set[str]:
    return {action["by"] for turn in record["turns"] for action in turn["actions"]}


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
    assert chosen_by(record) == {"order"}
    for stage, hands in enumerate(ranked, start=1):
        for seat, hand in enumerate(hands):
            played = cards_of(record, stage, seat)
            assert played == hand[: len(played)]


def test_a_game_of_high_tide_is_played_by_orders_alone(
    newcomers: Callable[[int], list[Person]],
) -> None:
    people = newcomers(3)
    game = seated(people, high_tide("coins"), [])["id"]
    for most, person in enumerate(people, start=7):
        order = {
            "take": [{"total": {"least": most}, "dry": True}, "roll", {"total": {"least": 2}}],
            "accept": [{"total": {"least": 3, "most": most}}],
            "reroll": [{"face": {"most": 2}}],
            "coins": [{"value": {"least": 2}}, "pass"],
        }
        person.orders(game, order, at_once=True)
    record = people[0].get(f"/games/{game}/record")
    assert disagreements(record) == []
    assert chosen_by(record) == {"order"}
    assert {"accept", "coin"} <= {turn["decision"] for turn in record["turns"]}


def test_a_long_poll_hears_what_became_of_an_order(
    newcomers: Callable[[int], list[Person]],
) -> None:
    people = newcomers(3)
    ann, wish = people[0], {"clock": {"per_turn": "PT1S", "grace": "PT5S"}}
    game = seated(people, turn_the_tide("amigo"), [], **wish)["id"]
    ranks_her_hand(ann, game, Random(3), at_once=False)
    heard, told = 0, list[Json]()
    while not any(one["type"] == "order_followed" for one in told):
        told = ann.get("/me/events", after=heard, wait=25)["results"]
        assert told, "nothing has come for 25 seconds"
        heard = told[-1]["number"]
