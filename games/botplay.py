"""Bots at the table: each is shown what its seat may see, and its answer is sealed like anyone's."""

import logging
from random import SystemRandom

from games import look, play
from games.bots import registry as bots
from games.models import Game
from games.rules.refusal import Refusal

log = logging.getLogger(__name__)


def move_bots(game_id: str) -> None:
    """Let every bot that is asked in the game's open turn answer it."""
    game = Game.objects.filter(pk=game_id, status=Game.Status.RUNNING).first()
    if game is None:
        return
    seats = {seat.number: seat.bot for seat in game.seats.filter(bot__isnull=False)}
    turn = look.newest_turn(game)
    if turn is None:
        return
    answered = set(turn.submissions.values_list("seat", flat=True))
    for seat in turn.asked:
        name = seats.get(seat)
        if name is None or seat in answered:
            continue
        table, mine = look.as_bot(game, seat)
        action = bots.find(game.ruleset, name)(table, mine, SystemRandom())
        try:
            play.submit_for_bot(game.pk, turn.number, seat, action)
        except Refusal:
            # The clock will play for it; that a bot cheats or errs is a fault of ours.
            log.exception("Bot %s in seat %s of game %s was refused", name, seat, game.pk)
