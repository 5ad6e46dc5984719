"""A movable clock for tests of clients, on a server that is a sandbox.

Why so: docs/decisions/deadlines.md.
"""

from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.utils.translation import gettext as _

from games.clock.duration import write_duration
from games.play import turns
from games.repository.refusals import refuse_if_ended
from games.repository.unit_of_work import for_update
from games.sweep import due_turns
from players.models import Player, Token
from tideapi.rest.errors import ApiError

MAX_STEP = timedelta(days=366)
LAST = datetime(9000, 1, 1, tzinfo=UTC)
"""The last time of a game: its deadlines have room before the last date of Python."""


def forward(game_id: str, player: Player, token: Token, by: timedelta) -> None:
    """Move the time of a game forward, and check its open turn at once. Raises `ApiError`."""
    refuse_outside()
    if not token.test:
        raise ApiError("test_token_needed", "Only a test token may move the time of a game.")
    if not timedelta(0) < by <= MAX_STEP:
        raise ApiError("invalid_step", "Move it by PT1S to P366D.", "/by")
    with for_update(game_id) as game:
        seat = game.seat_of(player.pk)
        refuse_if_ended(game.row)
        if by > LAST - game.now:
            raise ApiError(
                "invalid_step",
                _("No game goes on beyond the year {year}.").format(year=LAST.year),
                "/by",
            )

        game.row.ahead += by
        ahead = write_duration(game.row.ahead)
        moved = {"seat": seat.number, "by": write_duration(by), "ahead": ahead}
        game.publish_event("clock_moved", moved, by=seat.number)
        turns.apply_and_save(game, due_turns.check)


def refuse_outside() -> None:
    """Raise `ApiError` (`sandbox_only`) unless the server is a sandbox."""
    if not settings.TIDE_SANDBOX_ENABLED:
        raise ApiError("sandbox_only", "This server is no sandbox.")
