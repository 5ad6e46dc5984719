"""A table of people and bots who play one game over HTTP from its opening to its record."""

from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass
from random import Random
from threading import Event
from typing import Any

from tests.system.flows.client import Person

Json = dict[str, Any]
AT_MOST = 120.0
"""Seconds for one game."""


def turn_the_tide(edition: str) -> Json:
    return {"ruleset": "turn_the_tide", "options": {"edition": edition}}


def high_tide(*expansions: str) -> Json:
    return {"ruleset": "high_tide", "options": {"expansions": list(expansions)}}


@dataclass(frozen=True)
class Played:
    """A game that is over: as it was when it opened, and its record."""

    opened: Json
    record: Json


def seated(people: list[Person], game: Json, bots: list[str], **wish: object) -> Json:
    """A game that the first person opens and the others join, as it looked when it was opened."""
    host, *others = people
    seats = len(people) + len(bots)
    opened = host.opens(game["ruleset"], game["options"], seats, bots=bots, **wish)
    for person in others:
        person.joins(opened["id"], entropy=f"{person.name} was here")
    return opened


def play(people: list[Person], wanted: Json, bots: list[str], seed: int) -> Played:
    """A whole game of people and bots."""
    return play_out(people, seated(people, wanted, bots), seed)


def play_out(people: list[Person], opened: Json, seed: int) -> Played:
    """Everybody plays at random from a thread of her own; every other one follows her own list."""
    game = opened["id"]
    give_up = Event()
    ways = [
        (person.plays_by_list if place % 2 else person.plays_by_events)
        for place, person in enumerate(people)
    ]
    with ThreadPoolExecutor(len(people)) as threads:
        playing = [
            threads.submit(way, game, Random(f"{seed} {place}"), give_up)
            for place, way in enumerate(ways)
        ]
        # Whoever fails leaves the others waiting for her: they stop too.
        wait(playing, timeout=AT_MOST, return_when=FIRST_EXCEPTION)
        give_up.set()
    for one in playing:
        one.result()
    return Played(opened, people[0].get(f"/games/{game}/record"))
