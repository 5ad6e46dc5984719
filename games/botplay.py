"""Bots at the table: each is shown what its seat may see, and its answer is sealed like anyone's."""

import logging
from random import SystemRandom

from games import look, play, timing
from games.bots import registry as bots
from games.models import Game
from games.now import now
from games.rules.refusal import Refusal

log = logging.getLogger(__name__)


def move_bots(game_id: str) -> None:
    """Let every bot that has to move now answer the game's open turn."""
    game = Game.objects.filter(pk=game_id, status=Game.Status.RUNNING).first()
    if game is None:
        return
    seats = list(game.seats.all())
    # The one that the state belongs to: the one that is open might be a later one by now.
    turn = game.turns.filter(number=game.turn_number).first()
    if turn is None:
        return
    answered = turn.submissions.values_list("seat", flat=True)
    moment = now() + game.ahead
    for number in timing.waiting(turn, answered):
        name = seats[number].bot
        if name is None or timing.rings_at(seats, seats[number], turn, moment) > moment:
            continue
        table, mine = look.as_bot(game, number)
        action = bots.find(game.ruleset, name)(table, mine, SystemRandom())
        try:
            play.submit_for_bot(game.pk, turn.number, number, action)
        except Refusal:
            # The clock will play for it; that a bot cheats or errs is a fault of ours.
            log.exception("Bot %s in seat %s of game %s was refused", name, number, game.pk)
