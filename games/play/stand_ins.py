"""Seats outlive people: who misses too many sittings in a row has her seat taken by a bot."""

from games.bots import registry as bots
from games.models import Seat, Submission, Turn
from games.repository.game_state import GameState

BY_PLAYER = {Submission.By.PLAYER, Submission.By.ORDER}


def count(game: GameState, turn: Turn) -> None:
    """Note for each seat that was asked whether its player has answered.

    Decisions of one sitting that were missed count once towards the bot, since they are one absence.
    """
    for number in turn.asked:
        seat, answer = game.seats[number], game.answers[number]
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
        seat.answered += own and by in BY_PLAYER
        if by in BY_PLAYER:
            seat.missed, seat.missed_sitting = 0, ""
        elif seat.missed_sitting != turn.sitting:
            seat.missed, seat.missed_sitting = seat.missed + 1, turn.sitting


def take_over(game: GameState) -> None:
    """Put a bot into the seat of everybody who has missed too many sittings in a row."""
    for seat in game.seats:
        if seat.present and seat.missed >= game.row.bot_after:
            stand_in(game, seat, Seat.Away.ABSENT)


def stand_in(game: GameState, seat: Seat, away: Seat.Away) -> None:
    """Have a bot play for a player who is away."""
    player = seat.player_id
    assert player is not None  # noqa: S101  A seat without a player has nobody to stand in for.
    seat.away = away
    seat.bot = bots.stand_in(game.row.ruleset)
    said = {"seat": seat.number, "player": game.participant(player), "bot": seat.bot}
    game.publish("stand_in", {**said, "away": away})
    if game.row.host_id == player:
        _pass_on(game)


def give_back(game: GameState, seat: Seat) -> None:
    """The player is there again and plays herself."""
    player = seat.player_id
    assert player is not None  # noqa: S101  Somebody is always away from her own seat.
    seat.away = seat.bot = seat.offered_to = seat.feed_until = None
    seat.missed, seat.missed_sitting = 0, ""
    game.publish("returned", {"seat": seat.number, "player": game.participant(player)})
    if not any(one.present and one.player_id == game.row.host_id for one in game.seats):
        # Nobody was there whom the last host could have passed the game on to.
        _pass_on(game)


def _pass_on(game: GameState) -> None:
    """Make the next player who is there the host; if nobody is, the game keeps the one it has."""
    there = [seat.player_id for seat in game.seats if seat.present]
    if there and there[0] is not None:
        game.row.host_id = there[0]
        game.publish("host_changed", {"host": game.participant(there[0])})
