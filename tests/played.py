"""Games that are played to their end by the rules, through the store and not over HTTP."""

from collections.abc import Sequence
from datetime import timedelta
from random import Random
from typing import Any

from django.utils import timezone

from games.clock.clock import Clock
from games.feeds import feed
from games.lobby import open_games
from games.lobby.open_games import GameSettings
from games.models import Game
from games.play import submissions
from games.repository.games import load
from games.rulesets import registry
from players.models import Player

CLOCK = Clock(timedelta(days=1))
MOST_TURNS = 2000


def people(many: int, first: int = 0) -> list[Player]:
    """So many new accounts."""
    moment = timezone.now()
    names = [f"weighed{first + number}" for number in range(many)]
    Player.objects.bulk_create(
        Player(username=name, look=name, password="!", date_joined=moment) for name in names
    )
    return list(Player.objects.filter(username__in=names).order_by("pk"))


def opened(ruleset: str, players: Sequence[Player], **wish: Any) -> str:
    """A game of these players, the first of them its host; its id. It begins when all have a seat."""
    rules = registry.RULESETS[ruleset]
    bots = tuple(wish.pop("bots", ()))
    terms: dict[str, Any] = {
        "options": rules.read_options({}),
        "seats": len(players) + len(bots),
        "clock": CLOCK,
        "bot_after": 3,
        "vacations": True,
        "least_reliability": None,
        "private": False,
        "start": Game.Start.FULL,
        **wish,
    }
    game = open_games.create_game(players[0], GameSettings(ruleset=ruleset, bots=bots, **terms))
    for player in players[1:]:
        open_games.join_game(game.pk, player, None)
    return game.pk


def play(game: str, random: Random, *, followed: bool = False) -> None:
    """Answer every question with a legal action of chance, until the game is over.

    With `followed` everybody's feed is read after each turn, as a server does that tells people of theirs.
    """
    for _ in range(MOST_TURNS):
        table = load(game)
        turn = table.open_turn
        if turn is None:
            return
        for seat in table.seats_waiting:
            action = table.rules.write_action(
                random.choice(table.rules.legal_actions(table.state, seat))
            )
            player = table.seats[seat].player_id
            if player is None:
                submissions.submit_for_bot(game, turn.number, seat, action)
            else:
                submissions.submit(game, turn.number, player, action)
        if followed:
            for one in table.seats:
                if one.player_id is not None:
                    feed.update_feed(one.player_id)
