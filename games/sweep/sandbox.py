"""A movable clock for those who test their clients: only where the operator has opened a sandbox.

Why so: docs/why.md#sandbox-time.
"""

from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import transaction

from games.clock.duration import write_duration
from games.play import advance
from games.store import loading
from games.store.refusals import refuse_if_ended
from games.sweep import deadlines
from players.models import Player, Token
from tideapi.rest.errors import ApiError

FURTHEST = timedelta(days=366)
LAST = datetime(9000, 1, 1, tzinfo=UTC)
"""Up to where a game's time can be moved: its deadlines have room before the last date that there is."""


@transaction.atomic
def forward(game_id: str, player: Player, token: Token, by: timedelta) -> None:
    """Move the time of one game forward, and do at once what is due then. Raises `ApiError`."""
    refuse_outside()
    if not token.test:
        raise ApiError("test_token_needed", "Only a test token may move the time of a game.")
    if not timedelta(0) < by <= FURTHEST:
        raise ApiError("invalid_step", "Move it by PT1S to P366D.", "/by")
    table = loading.lock(game_id)
    seat = table.seat_of(player.pk)
    refuse_if_ended(table.game)
    if by > LAST - table.now:
        raise ApiError("invalid_step", f"No game goes on beyond the year {LAST.year}.", "/by")

    table.game.ahead += by
    ahead = write_duration(table.game.ahead)
    table.publish("clock_moved", {"seat": seat.number, "by": write_duration(by), "ahead": ahead})
    advance.settle(table, deadlines.check)


def refuse_outside() -> None:
    """Raise `ApiError` (`sandbox_only`) where the server is none."""
    if not settings.TIDE_SANDBOX:
        raise ApiError("sandbox_only", "This server is no sandbox.")
