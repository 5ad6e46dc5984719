"""Seats outlive people: resigning, coming back, and handing a vacant seat to another player."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.translation import gettext as _

from common.rest.errors import ApiError
from games.lobby import limits
from games.models import FormerSeat, Game, Seat, Submission
from games.play import deadlines, events, turns
from games.play.answers import BY_PLAYER
from games.refusals import no_such_game
from games.repository.game_state import GameState
from games.repository.games import for_update
from players.models import Player
from players.relations import has_blocked


def resign_seat(game_id: str, player: Player) -> None:
    """Give a seat up for good; a bot plays on, so that the game goes on for the others.

    An answer sealed in the open turn stays sealed. A game without any player in a seat is called off. Raises
    `ApiError`.
    """
    with _running_game(game_id, player) as game:
        seat = game.seat_of(player.pk)
        _drop_order(game, seat)
        # Already handed to a bot for the player's absence, the seat is vacant now.
        turns.stand_in(game, seat, Seat.Away.RESIGNED)
        if all(one.owner_id is None for one in game.seats):
            turns.call_off(game, Game.CancelReason.NOBODY_LEFT)
        game.change(seat, feed_until=game.row.log.event_number)


def replace_suspended(game_id: str, player: Player) -> None:
    """Have a bot play for a suspended player, as for an absent one. Raises `ApiError`."""
    with _running_game(game_id, player) as game:
        seat = game.seat_of(player.pk)
        if seat.away is None:
            turns.stand_in(game, seat, Seat.Away.ABSENT)


def reclaim_seat(game_id: str, player: Player) -> None:
    """Take one's seat back from the bot that stood in. Raises `ApiError` (`not_away`)."""
    with _running_game(game_id, player) as game:
        seat = game.seat_of(player.pk)
        if seat.away is None:
            raise ApiError("not_away", "No bot plays for you in this game.")
        turns.return_seat_to_player(game, seat)


def offer_seat(game_id: str, host: Player, number: int, username: str | None) -> None:
    """Offer a vacant seat to another player, or with None take the offer back. Raises `ApiError`."""
    with _running_game(game_id, host, guest=username) as game:
        own = game.seat_of(host.pk)
        if game.row.host_id != host.pk:
            raise ApiError("not_host", "Only the host of the game may do this.")
        seat = game.find_seat(number)
        if seat.away is None:
            raise ApiError("seat_not_vacant", "No player is away from this seat.")
        if username is None:
            if seat.offered_to_id is None:
                raise ApiError("no_offer", "This seat is not offered.")
            data = {"seat": number, "player": events.participant_id(game, seat.offered_to_id)}
            events.publish_event(game, "offer_ended", data, by=own.number)
            game.change(seat, offered_to=None)
        else:
            guest = game.guest
            if guest is None:
                raise ApiError("unknown_player", "There is no such player.", "/player")
            _refuse_second_seat(game, seat, guest)
            limits.refuse_blocked_guest(game)
            limits.count_offer(game, guest)
            game.change(seat, offered_to=guest)
            data = {"seat": number, "player": events.participant_id(game, guest.pk)}
            events.publish_event(game, "seat_offered", data, by=own.number)
            data = {"seat": number, "host": events.participant_id(game, host.pk)}
            # The host is answered as ever (docs/decisions/people.md).
            events.publish_to(game, guest.pk, "offered_to_you", data, withheld=game.is_host_blocked)


def accept_seat(game_id: str, player: Player, number: int) -> None:
    """Take a vacant seat that was offered. Raises `ApiError`."""
    with _running_game(game_id, player, newcomer=player) as game:
        seat = _offered_seat(game, player, number)
        # The player may have taken another seat of this game since the offer.
        _refuse_second_seat(game, seat, player)
        limits.refuse_below(game)
        limits.refuse_bot_account(game.row, player)
        limits.refuse_too_many_games(game, player)
        before = seat.player_id
        if before is not None and before != player.pk:
            _hand_over(game, seat, before, player)
        # A vacation that is under way when the seat is taken is no reason for others to wait.
        game.change(seat, taken_at=game.now)
        turns.return_seat_to_player(game, seat)


def decline_seat(game_id: str, player: Player, number: int) -> None:
    """Decline a seat that was offered. Raises `ApiError`."""
    with _running_game(game_id, player) as game:
        seat = _offered_seat(game, player, number)
        game.change(seat, offered_to=None)
        data = {"seat": number, "player": events.participant_id(game, player.pk)}
        events.publish_event(game, "offer_ended", data)


@contextmanager
def _running_game(
    game_id: str, player: Player, *, newcomer: Player | None = None, guest: str | None = None
) -> Iterator[GameState]:
    """Load a game that is under way for an update, then plan its deadlines again.

    The clock of other seats may run now, and bots may have to move.
    """
    with for_update(game_id, newcomer, guest) as game:
        if game.row.private and not _may_know(game, player):
            raise no_such_game()
        game.refuse_unless_running()
        yield game
        if game.row.status == Game.Status.RUNNING:
            deadlines.begin_agreed_pause(game)
            if game.open_turn is not None:
                deadlines.renew_and_plan(game, game.open_turn)


def _may_know(game: GameState, player: Player) -> bool:
    """Return whether a private game exists for a player who has a seat, or an offer that its host allows.

    The host may have blocked the player since, or may be another player by now.
    """
    if any(seat.owner_id == player.pk for seat in game.seats):
        return True
    offered = any(seat.offered_to_id == player.pk for seat in game.seats)
    return offered and not has_blocked(game.row.host_id, player.pk)


def _refuse_second_seat(game: GameState, seat: Seat, player: Player) -> None:
    if any(other.player_id == player.pk for other in game.seats if other is not seat):
        message = _("{username} has a seat in this game already.")
        raise ApiError("already_joined", message.format(username=player.username))


def _offered_seat(game: GameState, player: Player, number: int) -> Seat:
    seat = next((one for one in game.seats if one.number == number), None)
    if seat is None or seat.offered_to_id != player.pk:
        raise ApiError("not_offered", "This seat is not offered to you.")
    return seat


def _hand_over(game: GameState, seat: Seat, before: int, player: Player) -> None:
    """Give the seat to another player. The first keeps the counts and the events still to come."""
    newest = game.row.log.event_number
    # The first player was asked in the open turn, too, unless the bot has answered since.
    sealed = game.answers.get(seat.number)
    asked = sealed is not None and sealed.by != Submission.By.BOT
    answered = sealed is not None and sealed.by in BY_PLAYER
    former = FormerSeat(
        game=game.row,
        number=seat.number,
        player_id=before,
        required=seat.required + asked,
        answered=seat.answered + answered,
        feed_cursor=max(seat.feed_cursor, seat.feed_from),
        feed_until=newest if seat.feed_until is None else seat.feed_until,
        ended_at=game.now,
    )
    game.add(former)
    _drop_order(game, seat)
    pause = game.proposed_pause
    if pause is not None and seat.number in pause.agreed:
        game.change(pause, agreed=[one for one in pause.agreed if one != seat.number])
    taken = {"seat": seat.number, "player": events.participant_id(game, player.pk)}
    events.publish_to(game, before, "seat_lost", taken)
    # What happened before the player came is not in the player's feed.
    game.change(seat, feed_from=newest)
    events.publish_event(game, "seat_taken", taken)
    game.change(seat, player=player, required=0, answered=0)
    # The text of the seat stays in the deal; its receipt is for the player who gave it.
    game.change(seat, entropy_at=None)


def _drop_order(game: GameState, seat: Seat) -> None:
    order = game.orders.pop(seat.number, None)
    if order is not None:
        game.remove(order)
