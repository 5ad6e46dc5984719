"""A movable clock for those who test their clients: only where the operator has opened a sandbox.

Why so: docs/why.md#sandbox-time.
"""

from datetime import UTC, datetime, timedelta

from django.conf import settings

from games.clock.duration import write_duration
from games.play import turns
from games.repository.refusals import refuse_if_ended
from games.repository.unit_of_work import for_update
from games.sweep import due_turns
from players.models import Player, Token
from tideapi.rest.errors import ApiError

FURTHEST = timedelta(days=366)
LAST = datetime(9000, 1, 1, tzinfo=UTC)
"""Up to where a game's time can be moved: its deadlines have room before the last date that there is."""


def forward(game_id: str, player: Player, token: Token, by: timedelta) -> None:
    """Move the time of one game forward, and do at once what is due then. Raises `ApiError`."""
    refuse_outside()
    if not token.test:
        raise ApiError("test_token_needed", "Only a test token may move the time of a game.")
    if not timedelta(0) < by <= FURTHEST:
        raise ApiError("invalid_step", "Move it by PT1S to P366D.", "/by")
    with for_update(game_id) as game:
        seat = game.seat_of(player.pk)
        refuse_if_ended(game.row)
        if by > LAST - game.now:
            raise ApiError("invalid_step", f"No game goes on beyond the year {LAST.year}.", "/by")

        game.row.ahead += by
        ahead = write_duration(game.row.ahead)
        game.publish("clock_moved", {"seat": seat.number, "by": write_duration(by), "ahead": ahead})
        turns.apply_and_save(game, due_turns.check)


def refuse_outside() -> None:
    """Raise `ApiError` (`sandbox_only`) where the server is none."""
    if not settings.TIDE_SANDBOX:
        raise ApiError("sandbox_only", "This server is no sandbox.")
