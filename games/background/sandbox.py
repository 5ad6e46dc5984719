"""A movable clock for tests of clients, on a server that is a sandbox."""

from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from common.rest.errors import ApiError
from games.background import due_turns
from games.clock.clock import write_duration
from games.models import Game, Invitation, Seat
from games.play import events, turns
from games.play.faults import apply_and_save
from games.refusals import refuse_if_ended
from games.repository.game_state import GameState
from games.repository.games import for_update
from players.models import Player, Token
from players.sandbox import bring_nearer, refuse_outside, register_times

MAX_STEP = timedelta(days=366)
LAST = datetime(9000, 1, 1, tzinfo=UTC)
"""The last time of a game: its deadlines have room before the last date of Python."""
ENDS = (Game.Status.FINISHED, Game.Status.CANCELLED)


def move_game(game_id: str, player: Player, token: Token, by: timedelta) -> None:
    """Move the time of a game forward, and do what is due by then. Raises `ApiError`."""
    _refuse_step(token, by)
    with for_update(game_id) as game:
        seat = game.seat_of(player.pk)
        refuse_if_ended(game.row)
        _move_time(game, seat, by)


@transaction.atomic
def move_player(player: Player, token: Token, by: timedelta) -> None:
    """Move the time of all the player's games, then of the player's other rows. Raises `ApiError`.

    The games are locked in the order of their ids, as everywhere.
    """
    _refuse_step(token, by)
    seats = Seat.objects.filter(player=player).exclude(game__status__in=ENDS)
    for game_id in seats.order_by("game_id").values_list("game_id", flat=True):
        with for_update(game_id) as game:
            seat = next((one for one in game.seats if one.owner_id == player.pk), None)
            # The game may have ended, or the player may have left it, since the list was read.
            if seat is not None and game.row.status not in ENDS:
                _move_time(game, seat, by)
    bring_nearer(player, by, token)


def register_invitations() -> None:
    """Register the ends of links, which come nearer as the time of the player who made them moves."""
    register_times(lambda player: Invitation.objects.filter(by=player), "expires_at")


def _refuse_step(token: Token, by: timedelta) -> None:
    refuse_outside()
    if not token.test:
        raise ApiError("test_token_needed", "Only a test token may move the time of a game.")
    if not timedelta(0) < by <= MAX_STEP:
        raise ApiError("invalid_step", "Move it by PT1S to P366D.", "/by")


def _move_time(game: GameState, seat: Seat, by: timedelta) -> None:
    if by > LAST - game.now:
        message = _("No game goes on beyond the year {year}.").format(year=LAST.year)
        raise ApiError("invalid_step", message, "/by")
    game.change(game.row, ahead=game.row.ahead + by)
    ahead = write_duration(game.row.ahead)
    moved = {"seat": seat.number, "by": write_duration(by), "ahead": ahead}
    events.publish_event(game, "clock_moved", moved, by=seat.number)
    apply_and_save(game, _check_game)


def _check_game(game: GameState) -> None:
    """Apply the timeouts of a locked game, or call it off if it has been open for too long."""
    longest = timedelta(days=settings.TIDE_OPEN_GAME_DAYS)
    if game.row.status == Game.Status.OPEN and game.now - game.row.created_at >= longest:
        turns.call_off(game, Game.CancelReason.TIME)
    due_turns.check(game)
