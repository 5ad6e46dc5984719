"""Standing orders that wait for the deadlines of a whole game."""

from collections.abc import Callable
from random import Random
from typing import Any

from tests.system.flows.client import Person
from tests.system.flows.table import seated, turn_the_tide
from tests.system.flows.test_standing_orders import cards_of, ranks_her_hand
from tests.thorough.verify.verifiers import disagreements

AT_MOST = 150.0
Json = dict[str, Any]


def test_orders_are_followed_at_the_deadline_as_long_as_they_fit(
    newcomers: Callable[[int], list[Person]],
) -> None:
    people, random = newcomers(3), Random(2)
    clock = {"per_turn": "PT1S", "grace": "PT10S"}
    wish = {"clock": clock, "absence": {"bot_after": 100}}
    game = seated(people, turn_the_tide("amigo"), [], **wish)["id"]
    hands = [ranks_her_hand(who, game, random, at_once=False) for who in people]
    people[0].waits_for(game, lambda seen: bool(seen["status"] == "finished"), AT_MOST)
    record = people[0].get(f"/games/{game}/record")
    assert disagreements(record) == []
    for turn in record["turns"]:
        by = {action["by"] for action in turn["actions"]}
        # In the second stage each has another hand, and nothing that she has ordered is in it.
        usual = "order" if turn["stage"] == 1 else "clock"
        assert by == {usual}
    for seat, (person, hand) in enumerate(zip(people, hands, strict=True)):
        played = cards_of(record, 1, seat)
        assert played == hand[: len(played)]
        given, *told = private_events(person)
        assert (given["type"], given["data"]["seat"]) == ("order_given", seat)
        assert [entry["card"] for entry in given["data"]["order"]["plays"]] == hand
        of_her = [
            (turn["number"], action)
            for turn in record["turns"]
            for action in turn["actions"]
            if action["seat"] == seat
        ]
        assert [(one["type"], one["data"]["turn"], one["data"]["action"]) for one in told] == [
            (
                "order_followed" if action["by"] == "order" else "order_failed",
                number,
                action["action"],
            )
            for number, action in of_her
        ]


def private_events(person: Person) -> list[Json]:
    """What she alone was told of her games, in order."""
    heard = list[Json]()
    while news := person.get("/me/events", after=len(heard), page_size=100)["results"]:
        heard += news
    assert [one["number"] for one in heard] == list(range(1, len(heard) + 1))
    return [one for one in heard if one["game"] is not None and one["event"] is None]
