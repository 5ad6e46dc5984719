"""Many games are archived, and nobody reads anything else of them than before.

A handful here; `python -m tools.weigh --games 1000` plays as many as one likes, and weighs them.
"""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from hashlib import sha256
from itertools import chain, zip_longest
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from games import archiving
from games.feeds import feed
from games.models import Game
from games.visibility.game_view import GameView
from players.models import Player
from tideapi.rest.errors import ApiError
from tideapi.rest.wire import dump
from tools.weigh import played, workers

pytestmark = pytest.mark.django_db(transaction=True)

ASKED = "TIDE_WEIGHT_GAMES" in os.environ
GAMES = int(os.environ.get("TIDE_WEIGHT_GAMES", "2"))
SEED = os.environ.get("TIDE_WEIGHT_SEED", "a handful")
FOLLOWED = bool(os.environ.get("TIDE_WEIGHT_FOLLOWED"))
COMPARED = int(os.environ.get("TIDE_WEIGHT_COMPARED", GAMES))
PROCESSES = int(os.environ.get("TIDE_WEIGHT_PROCESSES", "1"))
EXPANSIONS = ("coins", "shark_alert", "surfer", "baywatch")
EDITIONS = ("amigo", "gamewright", "bga", "bga_modified")
PAGE = 50
COMPANY = 8
"""People who play with one another, and with nobody else."""
GAMES_OF_A_COMPANY = 100
COUNTED = {20, 100, 500, 2500}
"""After so many games PostgreSQL counts its rows; before, it takes tables for empty and reads them whole."""


def choice(number: int, random: Random) -> tuple[str, dict[str, Any], list[str]]:
    """A ruleset, its options, and bots. Those that are weighed are four people without expansions."""
    plain = number % 10 < 8
    bots = [] if plain else ["random"]
    if number % 2:
        some = () if plain else tuple(one for one in EXPANSIONS if random.random() < 0.5)
        return "high_tide", {"expansions": [*some]}, bots
    return "turn_the_tide", {"edition": "amigo" if plain else random.choice(EDITIONS)}, bots


def shown(game: str, viewers: list[Player | None]) -> str:
    """The hash of all that these viewers are shown of a game."""
    parts = chain.from_iterable(_of_viewer(game, one) for one in viewers)
    return sha256(b"\n".join(parts)).hexdigest()


def compared(when: str, games: list[str], viewers: list[Player | None]) -> dict[str, str]:
    """The hash of all that these viewers are shown of each game; it takes long, so it says how far it is."""
    found = dict[str, str]()
    for number, game in enumerate(games):
        found[game] = shown(game, viewers)
        if ASKED and number % 50 == 0:
            print(f"{when}: {number + 1} of {len(games)} games", flush=True)
    return found


def _of_viewer(game: str, viewer: Player | None) -> Iterator[bytes]:
    view = GameView.load(game, viewer)
    yield view.version.tag.encode()
    asked: list[Callable[[], Any]] = [view.get_game, view.get_stages, view.get_record]
    asked += [view.last_answer_event, lambda: feed.read_log(game, 0, view.last_event).events]
    for number in range(view.game.turn_number + 2):
        asked += [
            lambda number=number: view.get_turn(number),  # type: ignore[misc]
            lambda number=number: view.get_submission(number),  # type: ignore[misc]
        ]
    for one in asked:
        try:
            yield dump(one())
        except ApiError as refusal:
            yield f"{refusal.code}: {refusal.detail}".encode()


def whole_feed(player: Player) -> str:
    found, after = sha256(), 0
    while events := feed.read_feed(player.pk, after, PAGE).events:
        found.update(dump(events))
        after = events[-1]["number"]
    return found.hexdigest()


def weigh(when: str) -> None:
    if ASKED:
        print(f"--- {when}", flush=True)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM FULL" if "FULL" in when else "VACUUM")
        call_command("weigh")


def test_nothing_that_is_read_of_archived_games_differs() -> None:
    began = time.monotonic()
    companies = -(-GAMES // GAMES_OF_A_COMPANY)
    people = played.people(COMPANY * companies)
    games = list(_played(people))
    weigh("finished")
    weigh("finished, after VACUUM FULL")
    seen = games[:COMPARED]
    viewers: list[Player | None] = [*people[:6], None]
    before = compared("shown before", seen, viewers)
    feeds = [whole_feed(one) for one in people[:COMPANY]]
    assert _archived(games) == {archiving.ARCHIVED: GAMES}
    assert Game.objects.filter(archived_at__isnull=True).count() == 0
    after = compared("shown after", seen, viewers)
    differ = [game for game in seen if after[game] != before[game]]
    assert differ == []
    assert [whole_feed(one) for one in people[:COMPANY]] == feeds
    weigh("archived")
    weigh("archived, after VACUUM FULL")
    if ASKED:
        took = time.monotonic() - began
        print(
            f"{GAMES} games, {len(seen)} compared, {len(differ)} differ, {took:.0f} s", flush=True
        )


def _played(people: list[Player]) -> Iterator[str]:
    """The games, one after the other; those of a hundred have the same eight people."""
    wishes = (_wish(number, people) for number in range(GAMES))
    if PROCESSES == 1:
        yield from _told("played", map(workers.play_one, wishes))
        return
    with workers.started(PROCESSES) as some:
        yield from _told("played", some.play(wishes))


def _wish(number: int, people: list[Player]) -> workers.Wish:
    random = Random(f"{SEED} {number}")
    ruleset, options, bots = choice(number, random)
    company = people[COMPANY * (number // GAMES_OF_A_COMPANY) :][:COMPANY]
    seats = [one.pk for one in company[number % 4 :][: 4 - len(bots)]]
    return workers.Wish(ruleset, seats, options, bots, random.randbytes(8).hex(), FOLLOWED)


def _archived(games: list[str]) -> Counter[str]:
    """How many were archived. Of two games of the same people that have their turn together, one is left."""
    at_once = Counter[str]()
    if PROCESSES > 1:
        half = len(games) // 2
        mixed = [one for pair in zip_longest(games[:half], games[half:]) for one in pair if one]
        with workers.started(PROCESSES) as some:
            at_once += Counter(_told("archived", some.archive(mixed)))
    del at_once[archiving.LATER]
    return at_once + archiving.archive_due(after=timedelta(0))


def _told(what: str, some: Iterable[str]) -> Iterator[str]:
    for number, one in enumerate(some, 1):
        if ASKED and number in COUNTED:
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE")
        if ASKED and number % 20 == 0:
            print(f"{what}: {number} of {GAMES} games", flush=True)
        yield one
