"""Webhooks of a running server: games are played, and a web server of somebody's own hears of it all."""

import json
from collections.abc import Callable

from tests.receiver import Receiver, receiving
from tests.system.flows.client import Json, Person
from tests.system.flows.table import play, turn_the_tide
from tests.waiting import eventually

Newcomers = Callable[[int], list[Person]]
AMIGO = turn_the_tide("amigo")
SOON = 150.0
"""Seconds in which messages arrive on a machine that is busy; it takes far fewer."""


def makes(person: Person, url: str, **wish: object) -> Json:
    hook = {"channel": "webhook", "address": {"url": url}, **wish}
    made: Json = person.call("POST", "/me/receivers", hook).ok()
    return made


def feed(person: Person, after: int) -> list[Json]:
    """All events of a player's feed after this number."""
    found: list[Json] = []
    while page := person.get("/me/events", after=after, page_size=100)["results"]:
        found += page
        after = page[-1]["number"]
    return found


def all_arrive(receiver: Receiver, person: Person, after: int) -> list[Json]:
    """Wait until everything of a feed after a number is at the receiver; the feed."""
    wanted = feed(person, after)
    numbers = {one["number"] for one in wanted}
    eventually(
        lambda: {json.loads(one.body)["number"] for one in receiver.arrived} >= numbers,
        f"{len(wanted)} events, of which {len(receiver.arrived)} arrived",
        SOON,
    )
    return wanted


def test_every_event_of_a_whole_game_arrives_once_and_in_order(newcomers: Newcomers) -> None:
    people = newcomers(3)
    with receiving() as receiver:
        hook = makes(people[0], f"{receiver.url}/tide")
        play(people, AMIGO, bots=[], seed=7)
        wanted = all_arrive(receiver, people[0], hook["after"])
    assert wanted[-1]["type"] == "finished"
    assert [one.verified(hook["secret"]) for one in receiver.arrived] == wanted
    assert len({*receiver.ids()}) == len(receiver.arrived)
