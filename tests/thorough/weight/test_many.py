"""Games of both kinds are archived, and nobody reads anything else of them than before."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from hashlib import sha256
from itertools import chain
from random import Random
from typing import Any

import pytest

from common.rest.errors import ApiError
from common.rest.json_codec import dump
from games.background import archiving
from games.feeds import feed
from games.models import Game
from games.visibility.game_view import GameView
from players.models import Player
from tests import played

pytestmark = pytest.mark.django_db(transaction=True)

EXPANSIONS = ("coins", "shark_alert", "surfer", "baywatch")
EDITIONS = ("amigo", "gamewright", "bga", "bga_modified")
PAGE = 50
COMPANY = 8
"""People who play with one another."""


def choice(random: Random, number: int) -> tuple[str, dict[str, Any], list[str]]:
    """A ruleset, its options, and bots."""
    bots = ["random"] if random.random() < 0.5 else []
    if number % 2:
        some = [one for one in EXPANSIONS if random.random() < 0.5]
        return "high_tide", {"expansions": some}, bots
    return "turn_the_tide", {"edition": random.choice(EDITIONS)}, bots


def shown(game: str, viewers: list[Player | None]) -> str:
    """The hash of all that these viewers are shown of a game."""
    parts = chain.from_iterable(_of_viewer(game, one) for one in viewers)
    return sha256(b"\n".join(parts)).hexdigest()


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


def test_nothing_that_is_read_of_archived_games_differs() -> None:
    people = played.people(COMPANY)
    games = [play_one(number, people) for number in range(2)]
    viewers: list[Player | None] = [*people[:6], None]
    before = {game: shown(game, viewers) for game in games}
    feeds = [whole_feed(one) for one in people]
    assert archiving.archive_due(after=timedelta(0)) == {archiving.ARCHIVED: len(games)}
    assert Game.objects.filter(archived_at__isnull=True).count() == 0
    assert {game: shown(game, viewers) for game in games} == before
    assert [whole_feed(one) for one in people] == feeds


def play_one(number: int, people: list[Player]) -> str:
    random = Random(f"a handful {number}")
    ruleset, options, bots = choice(random, number)
    seats = people[number % 4 :][: 4 - len(bots)]
    game = played.opened(ruleset, seats, options=options, bots=bots)
    played.play(game, random)
    return game
