"""Games that are played and archived in the same database by this process or by others beside it."""

import multiprocessing
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from random import Random
from typing import Any, NamedTuple

import django
from django.db import connection

# What needs Django set up is imported within functions: a new process is handed them before it is.


class Wish(NamedTuple):
    """A game to open and play; `people` are the ids of who sits there, the host first."""

    ruleset: str
    people: list[int]
    options: dict[str, Any]
    bots: list[str]
    seed: str
    followed: bool


class Workers:
    """Processes to which games are given one by one. What comes back is in the same order."""

    def __init__(self, pool: ProcessPoolExecutor) -> None:
        self._pool = pool

    def play(self, wishes: Iterable[Wish]) -> Iterator[str]:
        return self._pool.map(play_one, wishes)

    def archive(self, games: Iterable[str]) -> Iterator[str]:
        return self._pool.map(archive_one, games)


@contextmanager
def started(many: int) -> Iterator[Workers]:
    """So many of them, in the database to which this process is connected."""
    name = connection.settings_dict["NAME"]
    anew = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(many, anew, initializer=_begin, initargs=(name,)) as pool:
        yield Workers(pool)


def play_one(wish: Wish) -> str:
    """The id of the game, which is over."""
    from players.models import Player  # noqa: PLC0415
    from tools.weigh import played  # noqa: PLC0415

    found = Player.objects.in_bulk(wish.people)
    people = [found[one] for one in wish.people]
    game = played.opened(wish.ruleset, people, options=wish.options, bots=wish.bots)
    played.play(game, Random(wish.seed), followed=wish.followed)
    return game


def archive_one(game: str) -> str:
    """What became of it (`games.archiving.archive_game`)."""
    from games import archiving  # noqa: PLC0415

    return archiving.archive_game(game)


def _begin(database: str) -> None:
    django.setup()
    connection.settings_dict["NAME"] = database
