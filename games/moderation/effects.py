"""Effects of moderators' acts on messages and seats."""

import logging
from typing import Any

from django.dispatch import receiver

from common.rest.errors import ApiError
from games.clock.now import now
from games.lobby import seats
from games.models import Game, Seat
from games.moderation.reports import hide_message, show_message_again
from players.models import ModerationAct
from players.signals import act_recorded

log = logging.getLogger(__name__)


@receiver(act_recorded)
def follow_act(act: ModerationAct, **_: Any) -> None:
    """Hide a message, or give it back."""
    if act.message:
        hide_message(act.message)
    if act.takes_back and act.takes_back.message:
        show_message_again(act.takes_back.message)


def replace_suspended_players() -> int:
    """Have bots play in all seats of suspended players in running games; return the number of seats."""
    found = Seat.objects.kept().filter(
        game__status=Game.Status.RUNNING, away=None, player__suspended_until__gt=now()
    )
    replaced = 0
    for seat in found.select_related("player").order_by("game_id", "number"):
        assert seat.player is not None  # noqa: S101  The query asks for it.
        try:
            seats.replace_suspended(seat.game_id, seat.player)
        except ApiError as refused:
            # The game is over by now, or its rules are missing.
            log.warning("No bot plays in %s for a suspended player: %s", seat.game_id, refused.code)
            continue
        replaced += 1
    return replaced
