"""Seats outlive people: who misses too many sittings in a row has her seat taken by a bot."""

from games.bots import registry as bots
from games.models import Seat, Submission, Turn
from games.store.table import Table

HERSELF = {Submission.By.PLAYER, Submission.By.ORDER}


def count(table: Table, turn: Turn) -> None:
    """Note for each seat that was asked whether its player has answered.

    Decisions of one sitting that were missed count once towards the bot, since they are one absence.
    """
    for number in turn.asked:
        seat, answer = table.seats[number], table.answers[number]
        by = answer.by
        if seat.owner_id is None:
            continue
        if by == Submission.By.BOT and seat.present:
            # The bot was faster than her coming back: that is nobody's fault.
            continue
        # What is of whoever had the seat before was counted to her when the seat was taken. The log tells
        # of seats alone: for the bot it is the seat that misses sittings (docs/fairness.md).
        own = seat.taken_at is None or answer.sealed_at >= seat.taken_at
        seat.required += own
        seat.answered += own and by in HERSELF
        if by in HERSELF:
            seat.missed, seat.missed_sitting = 0, ""
        elif seat.missed_sitting != turn.sitting:
            seat.missed, seat.missed_sitting = seat.missed + 1, turn.sitting


def take_over(table: Table) -> None:
    """Put a bot into the seat of everybody who has missed too many sittings in a row."""
    for seat in table.seats:
        if seat.present and seat.missed >= table.game.bot_after:
            stand_in(table, seat, Seat.Away.ABSENT)


def stand_in(table: Table, seat: Seat, away: Seat.Away) -> None:
    """Have a bot play for a player who is away."""
    player = seat.player_id
    assert player is not None  # noqa: S101  A seat without a player has nobody to stand in for.
    seat.away = away
    seat.bot = bots.stand_in(table.game.ruleset)
    said = {"seat": seat.number, "player": table.participant(player), "bot": seat.bot}
    table.publish("stand_in", {**said, "away": away})
    if table.game.host_id == player:
        _pass_on(table)


def give_back(table: Table, seat: Seat) -> None:
    """The player is there again and plays herself."""
    player = seat.player_id
    assert player is not None  # noqa: S101  Somebody is always away from her own seat.
    seat.away = seat.bot = seat.offered_to = seat.feed_until = None
    seat.missed, seat.missed_sitting = 0, ""
    table.publish("returned", {"seat": seat.number, "player": table.participant(player)})
    if not any(one.present and one.player_id == table.game.host_id for one in table.seats):
        # Nobody was there whom the last host could have passed the game on to.
        _pass_on(table)


def _pass_on(table: Table) -> None:
    """Make the next player who is there the host; if nobody is, the game keeps the one it has."""
    there = [seat.player_id for seat in table.seats if seat.present]
    if there and there[0] is not None:
        table.game.host_id = there[0]
        table.publish("host_changed", {"host": table.participant(there[0])})
