"""Seats outlive people: resigning, coming back, and handing a vacant seat to somebody else.

Why so: docs/why.md#called-off.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from games.lobby import reliability
from games.models import FormerSeat, Game, Seat, Submission
from games.play import cancellation, deadlines, limits, stand_ins
from games.repository.game_state import GameState
from games.repository.refusals import no_such_game
from games.repository.unit_of_work import for_update
from players.models import Player
from players.people.aversions import has_blocked
from tideapi.rest.errors import ApiError


def resign(game_id: str, player: Player) -> None:
    """Give a seat up for good: a bot plays on from here, so that nobody else's game is spoiled.

    What she has sealed in the open turn stays sealed. A game in which nobody has a seat any more is called
    off: it would be played for nobody. Raises `ApiError`.
    """
    with _running(game_id, player) as game:
        seat = game.seat_of(player.pk)
        game.orders.pop(seat.number, None)
        # Already handed to a bot for her absence, the seat is vacant now.
        stand_ins.stand_in(game, seat, Seat.Away.RESIGNED)
        if all(one.owner_id is None for one in game.seats):
            cancellation.call_off(game, cancellation.Reason.NOBODY_LEFT)
        seat.feed_until = game.row.log.event_number


def come_back(game_id: str, player: Player) -> None:
    """Take one's seat back from the bot that stood in. Raises `ApiError` (`not_away`)."""
    with _running(game_id, player) as game:
        seat = game.seat_of(player.pk)
        if seat.away is None:
            raise ApiError("not_away", "Nobody plays for you in this game.")
        stand_ins.give_back(game, seat)


def offer(game_id: str, host: Player, number: int, username: str | None) -> None:
    """Offer a vacant seat to another player, or with None take the offer back. Raises `ApiError`."""
    with _running(game_id, host, guest=username) as game:
        game.seat_of(host.pk)
        if game.row.host_id != host.pk:
            raise ApiError("not_host", "Only the host of the game may do this.")
        seat = _vacant(game, number)
        if username is None:
            if seat.offered_to_id is None:
                raise ApiError("no_offer", "This seat is offered to nobody.")
            ended = {"seat": number, "player": game.participant(seat.offered_to_id)}
            game.publish("offer_ended", ended)
            seat.offered_to = None
        else:
            guest = seat.offered_to = _guest(game, seat)
            limits.refuse_blocked_guest(game)
            limits.count_offer(game.row, guest)
            offered = {"seat": number, "player": game.participant(guest.pk)}
            game.publish("seat_offered", offered)
            mine = {"seat": number, "host": game.participant(host.pk)}
            # The host is answered as ever (docs/why.md#silent-block).
            game.publish_to(guest.pk, "offered_to_you", mine, withheld=game.is_host_blocked)


def take(game_id: str, player: Player, number: int) -> None:
    """Take a vacant seat that was offered. Raises `ApiError`."""
    with _running(game_id, player, newcomer=player) as game:
        seat = _offered(game, player, number)
        # She may have taken another seat of this game since it was offered.
        _refuse_second_seat(game, seat, player)
        reliability.refuse_below(game)
        limits.refuse_bot_account(game.row, player)
        limits.refuse_too_many_games(game, player)
        before = seat.player_id
        if before is not None and before != player.pk:
            _hand_over(game, seat, before, player)
        # A vacation that she is on when she takes a seat is no reason for others to wait.
        seat.taken_at = game.now
        stand_ins.give_back(game, seat)


def decline(game_id: str, player: Player, number: int) -> None:
    """Decline a seat that was offered. Raises `ApiError`."""
    with _running(game_id, player) as game:
        seat = _offered(game, player, number)
        seat.offered_to = None
        game.publish("offer_ended", {"seat": number, "player": game.participant(player.pk)})


@contextmanager
def _running(
    game_id: str, player: Player, *, newcomer: Player | None = None, guest: str | None = None
) -> Iterator[GameState]:
    """Load a game that is under way for an update, then plan its deadlines anew.

    The clock of other seats may run now, and bots may have to move.
    """
    with for_update(game_id, newcomer, guest) as game:
        if game.row.private and not _knows(game, player):
            raise no_such_game()
        game.refuse_unless_running()
        yield game
        if game.row.status == Game.Status.RUNNING:
            deadlines.begin_agreed_pause(game)
            if game.open_turn is not None:
                deadlines.renew(game, game.open_turn)


def _knows(game: GameState, player: Player) -> bool:
    """Whether a private game is there for a player: she has a seat, or is offered one by leave of its host.

    The host may have blocked her since, or be another by now.
    """
    if any(seat.owner_id == player.pk for seat in game.seats):
        return True
    offered = any(seat.offered_to_id == player.pk for seat in game.seats)
    return offered and not has_blocked(game.row.host_id, player.pk)


def _vacant(game: GameState, number: int) -> Seat:
    seat = game.seat(number)
    if seat.away is None:
        raise ApiError("seat_not_vacant", "No player is away from this seat.")
    return seat


def _guest(game: GameState, seat: Seat) -> Player:
    if game.guest is None:
        raise ApiError("unknown_player", "There is no such player.", "/player")
    _refuse_second_seat(game, seat, game.guest)
    return game.guest


def _refuse_second_seat(game: GameState, seat: Seat, player: Player) -> None:
    if any(other.player_id == player.pk for other in game.seats if other is not seat):
        raise ApiError("already_joined", f"{player.username} has a seat in this game already.")


def _offered(game: GameState, player: Player, number: int) -> Seat:
    seat = next((one for one in game.seats if one.number == number), None)
    if seat is None or seat.offered_to_id != player.pk:
        raise ApiError("not_offered", "This seat is not offered to you.")
    return seat


def _hand_over(game: GameState, seat: Seat, before: int, player: Player) -> None:
    """Make the seat another's. What its first player did with it stays hers, and what she has yet to hear."""
    newest = game.row.log.event_number
    # She was asked in the open turn, too, if that was not answered by the bot after her.
    sealed = game.answers.get(seat.number)
    asked = sealed is not None and sealed.by != Submission.By.BOT
    answered = sealed is not None and sealed.by in stand_ins.BY_PLAYER
    former = FormerSeat(
        game=game.row,
        number=seat.number,
        player_id=before,
        required=seat.required + asked,
        answered=seat.answered + answered,
        feed_cursor=seat.feed_cursor,
        feed_until=newest if seat.feed_until is None else seat.feed_until,
        ended_at=game.now,
    )
    game.former.append(former)
    game.orders.pop(seat.number, None)
    _forget_agreement(game, seat)
    taken = {"seat": seat.number, "player": game.participant(player.pk)}
    game.publish_to(before, "seat_lost", taken)
    # What happened before she came is not in her feed.
    seat.feed_from = seat.feed_cursor = newest
    game.publish("seat_taken", taken)
    seat.player = player
    seat.required = seat.answered = 0
    # The text of the seat stays in the deal; its receipt is for her who has given it.
    seat.entropy_at = None


def _forget_agreement(game: GameState, seat: Seat) -> None:
    """Whoever comes new has agreed to no pause that is proposed."""
    pause = game.proposed_pause
    if pause is not None and seat.number in pause.agreed:
        pause.agreed.remove(seat.number)
