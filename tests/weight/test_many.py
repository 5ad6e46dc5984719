"""Many games are archived, and nobody reads anything else of them than before.

A handful here; `python -m tests.weight --games 1000` plays as many as one likes, and weighs them.
"""

import os
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import cache
from hashlib import sha256
from itertools import chain
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from django.core.management import call_command
from django.db import connection

from games import archiving
from games.archive import reading
from games.feeds import feed
from games.models import Game
from games.rules.refusal import Refusal
from games.view.game import GameView
from players.models import Player
from tests.weight import played
from tideapi.rest.wire import dump

pytestmark = pytest.mark.django_db(transaction=True)

ASKED = "TIDE_WEIGHT_GAMES" in os.environ
GAMES = int(os.environ.get("TIDE_WEIGHT_GAMES", "2"))
SEED = os.environ.get("TIDE_WEIGHT_SEED", "a handful")
FOLLOWED = bool(os.environ.get("TIDE_WEIGHT_FOLLOWED"))
EXPANSIONS = ("coins", "shark_alert", "surfer", "baywatch")
EDITIONS = ("amigo", "gamewright", "bga", "bga_modified")
PAGE = 50
MANY = 100


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
    """The hash of all that these viewers are shown of each game; it takes long, so it says how far it is.

    Of very many games each archive is unpacked once, and not for each of the 700 things that are shown.
    """
    found = dict[str, str]()
    for number, game in enumerate(games):
        unpacked = cache(reading.find) if len(games) > MANY else reading.find
        with patch.object(reading, "find", unpacked):
            found[game] = shown(game, viewers)
        if ASKED and number % 50 == 0:
            print(f"{when}: {number + 1} of {len(games)} games", flush=True)
    return found


def _of_viewer(game: str, viewer: Player | None) -> Iterator[bytes]:
    view = GameView.find(game, viewer)
    yield view.version.tag.encode()
    asked: list[Callable[[], Any]] = [view.whole, view.stages, view.proof, view.record]
    asked += [view.answered, lambda: feed.of_game(game, 0, view.last).events]
    for number in range(view.game.turn_number + 2):
        asked += [
            lambda number=number: view.turn(number),  # type: ignore[misc]
            lambda number=number: view.submission(number),  # type: ignore[misc]
        ]
    for one in asked:
        try:
            yield dump(one())
        except Refusal as refusal:
            yield f"{refusal.code}: {refusal.detail}".encode()


def whole_feed(player: Player) -> str:
    found, after = sha256(), 0
    while events := feed.of_player(player.pk, after, PAGE).events:
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
    people, random, began = played.people(8), Random(SEED), time.monotonic()
    games = [_played(number, people, random) for number in range(GAMES)]
    weigh("finished")
    weigh("finished, after VACUUM FULL")
    viewers: list[Player | None] = [*people[:6], None]
    before = compared("shown before", games, viewers)
    feeds = [whole_feed(one) for one in people]
    counts = archiving.archive_due(after=timedelta(0))
    assert counts == {archiving.ARCHIVED: GAMES}
    assert Game.objects.filter(archived_at__isnull=True).count() == 0
    after = compared("shown after", games, viewers)
    differ = [game for game in games if after[game] != before[game]]
    assert differ == []
    assert [whole_feed(one) for one in people] == feeds
    weigh("archived")
    weigh("archived, after VACUUM FULL")
    if ASKED:
        print(f"{GAMES} games, {len(differ)} differ, {time.monotonic() - began:.0f} s", flush=True)


def _played(number: int, people: list[Player], random: Random) -> str:
    ruleset, options, bots = choice(number, random)
    seats = people[number % 4 :][: 4 - len(bots)]
    game = played.opened(ruleset, seats, options=options, bots=bots)
    played.play(game, random, followed=FOLLOWED)
    if ASKED and number % 20 == 0:
        print(f"{number + 1} of {GAMES} games", flush=True)
    return game
