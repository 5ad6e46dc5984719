"""Moves of bots: each bot gets the view of its seat, and its answer is sealed like a player's."""

import logging
import time
from datetime import timedelta
from random import SystemRandom

from django.db import Error as DatabaseFault
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from common.rest import log_lines
from common.rest.errors import ApiError
from games.clock.now import now
from games.models import BotShare, Turn
from games.play import deadlines, submissions
from games.repository.games import load
from games.rulesets import bots
from games.visibility.seat_view import bot_view

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=10)
"""The time for which a game belongs to the worker that moves its bots; then another one tries."""
MAX_CANDIDATES = 10_000
"""The number of turns among which the next one is chosen."""


def move_due(seconds: float = 0.5, *, thinkers: bool = False) -> None:
    """Let due bots move, game after game, for about so many seconds.

    With `thinkers` only bots that think long move, without it only the others. The database says which
    game is next, not the message that called the worker: a player who opens a hundred games has the share
    of one person.

    Why so: docs/decisions/celery.md, docs/decisions/absence.md, docs/decisions/bots.md.
    """
    end = time.monotonic() + seconds
    while time.monotonic() < end and (game := _claim_game(thinkers=thinkers)) is not None:
        with log_lines.log_about(game):
            try:
                move_bots(game, thinkers=thinkers)
            except DatabaseFault:
                raise
            except Exception as error:  # noqa: BLE001  It must hold up no other game.
                # A worker tries again, until the clock plays. The message of the error may hold cards.
                log.error("The bots of game %s: %s", game, log_lines.describe_place(error))  # noqa: TRY400


def move_bots(game_id: str, *, thinkers: bool = False) -> None:
    """Let every bot that has to move now answer the open turn. Raises `ApiError` (`game_not_found`)."""
    game = load(game_id)
    turn = game.open_turn
    if turn is None:
        return
    for number in deadlines.bots_asked(game, thinkers=thinkers):
        if deadlines.bot_moves_at(game, number) > game.now:
            continue
        name = game.seats[number].bot or ""
        seen, mine = bot_view(game, number)
        action = bots.find_bot(game.row.ruleset, name)(seen, mine, SystemRandom())
        try:
            submissions.submit_for_bot(game_id, turn.number, number, action)
        except ApiError:
            # The clock will play for the seat. An illegal action of a bot is a fault of this server.
            log.exception("Bot %s in seat %s of game %s was refused", name, number, game_id)


@transaction.atomic
def _claim_game(*, thinkers: bool) -> str | None:
    """Claim a game whose bots have to move for this worker. Return its id, or None.

    Of the games in which players wait, it is that of the host who was served first. Two workers who ask at
    once get two games.
    """
    moment, column = now(), "thinkers_at" if thinkers else "bots_at"
    due = Turn.objects.thinkers_due(moment) if thinkers else Turn.objects.bots_due(moment)
    served = F("game__host__bot_share__moved_at").asc(nulls_first=True)
    # The turns are compared again under the lock: another worker may have claimed one.
    first = due.filter(pk__in=due.order_by(column).values("pk")[:MAX_CANDIDATES])
    rows = first.order_by("unattended", served, column, "pk").select_related("game")
    rows = rows.only("game__host").select_for_update(no_key=True, skip_locked=True, of=("self",))
    turn = rows.first()
    if turn is None:
        return None
    Turn.objects.filter(pk=turn.pk).update(**{column: moment + LEASE})
    share = BotShare(player_id=turn.game.host_id, moved_at=Now())
    BotShare.objects.bulk_create(
        [share], update_conflicts=True, unique_fields=["player"], update_fields=["moved_at"]
    )
    return turn.game_id
