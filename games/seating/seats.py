"""Seats outlive people: resigning, coming back, and handing a vacant seat to somebody else.

Why so: docs/why.md#called-off.
"""

from django.db import transaction

from games.models import FormerSeat, Seat, Submission
from games.play import ending, limits, stand_ins, timing
from games.seating import reliability
from games.store import loading
from games.store.refusals import no_such_game
from games.store.table import Table
from games.store.unit_of_work import commit
from players.models import Player
from players.people.aversions import has_blocked
from tideapi.rest.errors import ApiError


@transaction.atomic
def resign(game_id: str, player: Player) -> None:
    """Give a seat up for good: a bot plays on from here, so that nobody else's game is spoiled.

    What she has sealed in the open turn stays sealed. A game in which nobody has a seat any more is called
    off: it would be played for nobody. Raises `ApiError`.
    """
    table = _running(game_id, player)
    seat = table.seat_of(player.pk)
    table.orders.pop(seat.number, None)
    # Already handed to a bot for her absence, the seat is vacant now.
    stand_ins.stand_in(table, seat, Seat.Away.RESIGNED)
    nobody_left = all(one.owner_id is None for one in table.seats)
    if nobody_left:
        ending.call_off(table, ending.Reason.NOBODY_LEFT)
    seat.feed_until = table.game.log.event_number
    if nobody_left:
        commit(table)
    else:
        _done(table)


@transaction.atomic
def come_back(game_id: str, player: Player) -> None:
    """Take one's seat back from the bot that stood in. Raises `ApiError` (`not_away`)."""
    table = _running(game_id, player)
    seat = table.seat_of(player.pk)
    if seat.away is None:
        raise ApiError("not_away", "Nobody plays for you in this game.")
    stand_ins.give_back(table, seat)
    _done(table)


@transaction.atomic
def offer(game_id: str, host: Player, number: int, username: str | None) -> None:
    """Offer a vacant seat to another player, or with None take the offer back. Raises `ApiError`."""
    table = _running(game_id, host, guest=username)
    table.seat_of(host.pk)
    if table.game.host_id != host.pk:
        raise ApiError("not_host", "Only the host of the game may do this.")
    seat = _vacant(table, number)
    if username is None:
        if seat.offered_to_id is None:
            raise ApiError("no_offer", "This seat is offered to nobody.")
        ended = {"seat": number, "player": table.participant(seat.offered_to_id)}
        table.publish("offer_ended", ended)
        seat.offered_to = None
    else:
        guest = seat.offered_to = _guest(table, seat)
        limits.refuse_blocked_guest(table)
        limits.count_offer(table.game, guest)
        offered = {"seat": number, "player": table.participant(guest.pk)}
        table.publish("seat_offered", offered)
        mine = {"seat": number, "host": table.participant(host.pk)}
        # The host is answered as ever (docs/why.md#silent-block).
        table.publish_to(guest.pk, "offered_to_you", mine, withheld=table.is_host_blocked)
    _done(table)


@transaction.atomic
def take(game_id: str, player: Player, number: int) -> None:
    """Take a vacant seat that was offered. Raises `ApiError`."""
    table = _running(game_id, player, newcomer=player)
    seat = _offered(table, player, number)
    # She may have taken another seat of this game since it was offered.
    _refuse_second_seat(table, seat, player)
    reliability.refuse_below(table)
    limits.refuse_bot_account(table.game, player)
    limits.refuse_too_many_games(table, player)
    before = seat.player_id
    if before is not None and before != player.pk:
        _hand_over(table, seat, before, player)
    # A vacation that she is on when she takes a seat is no reason for others to wait.
    seat.taken_at = table.now
    stand_ins.give_back(table, seat)
    _done(table)


@transaction.atomic
def decline(game_id: str, player: Player, number: int) -> None:
    """Decline a seat that was offered. Raises `ApiError`."""
    table = _running(game_id, player)
    seat = _offered(table, player, number)
    seat.offered_to = None
    table.publish("offer_ended", {"seat": number, "player": table.participant(player.pk)})
    _done(table)


def _running(
    game_id: str, player: Player, *, newcomer: Player | None = None, guest: str | None = None
) -> Table:
    table = loading.lock(game_id, newcomer, guest)
    if table.game.private and not _knows(table, player):
        raise no_such_game()
    table.refuse_unless_running()
    return table


def _knows(table: Table, player: Player) -> bool:
    """Whether a private game is there for a player: she has a seat, or is offered one by leave of its host.

    The host may have blocked her since, or be another by now.
    """
    if any(seat.owner_id == player.pk for seat in table.seats):
        return True
    offered = any(seat.offered_to_id == player.pk for seat in table.seats)
    return offered and not has_blocked(table.game.host_id, player.pk)


def _vacant(table: Table, number: int) -> Seat:
    seat = table.seat(number)
    if seat.away is None:
        raise ApiError("seat_not_vacant", "No player is away from this seat.")
    return seat


def _guest(table: Table, seat: Seat) -> Player:
    if table.guest is None:
        raise ApiError("unknown_player", "There is no such player.", "/player")
    _refuse_second_seat(table, seat, table.guest)
    return table.guest


def _refuse_second_seat(table: Table, seat: Seat, player: Player) -> None:
    if any(other.player_id == player.pk for other in table.seats if other is not seat):
        raise ApiError("already_joined", f"{player.username} has a seat in this game already.")


def _offered(table: Table, player: Player, number: int) -> Seat:
    seat = next((one for one in table.seats if one.number == number), None)
    if seat is None or seat.offered_to_id != player.pk:
        raise ApiError("not_offered", "This seat is not offered to you.")
    return seat


def _hand_over(table: Table, seat: Seat, before: int, player: Player) -> None:
    """Make the seat another's. What its first player did with it stays hers, and what she has yet to hear."""
    newest = table.game.log.event_number
    # She was asked in the open turn, too, if that was not answered by the bot after her.
    sealed = table.answers.get(seat.number)
    asked = sealed is not None and sealed.by != Submission.By.BOT
    answered = sealed is not None and sealed.by in stand_ins.HERSELF
    former = FormerSeat(
        game=table.game,
        number=seat.number,
        player_id=before,
        required=seat.required + asked,
        answered=seat.answered + answered,
        feed_cursor=seat.feed_cursor,
        feed_until=newest if seat.feed_until is None else seat.feed_until,
        ended_at=table.now,
    )
    table.former.append(former)
    table.orders.pop(seat.number, None)
    _forget_agreement(table, seat)
    taken = {"seat": seat.number, "player": table.participant(player.pk)}
    table.publish_to(before, "seat_lost", taken)
    # What happened before she came is not in her feed.
    seat.feed_from = seat.feed_cursor = newest
    table.publish("seat_taken", taken)
    seat.player = player
    seat.required = seat.answered = 0
    # The text of the seat stays in the deal; its receipt is for her who has given it.
    seat.entropy_at = None


def _forget_agreement(table: Table, seat: Seat) -> None:
    """Whoever comes new has agreed to no pause that is proposed."""
    pause = table.proposed_pause
    if pause is not None and seat.number in pause.agreed:
        pause.agreed.remove(seat.number)


def _done(table: Table) -> None:
    timing.begin_agreed_pause(table)
    turn = table.open_turn
    if turn is not None:
        # Whose clock runs, and whether a bot has to move, may be otherwise now.
        timing.renew(table, turn)
    commit(table)
