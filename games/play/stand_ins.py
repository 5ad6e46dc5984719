"""Bots that take over the seats of players who miss too many sittings in a row."""

from games.models import Seat, Submission, Turn
from games.repository.game_state import GameState
from games.rulesets import bots

BY_PLAYER = {Submission.By.PLAYER, Submission.By.ORDER}


def count_answers(game: GameState, turn: Turn) -> None:
    """Count for each seat asked whether its player has answered.

    Missed decisions of one sitting count once towards the takeover by a bot, since they are one absence.
    """
    for number in turn.asked:
        seat, answer = game.seats[number], game.answers[number]
        by = answer.by
        if seat.owner_id is None:
            continue
        if by == Submission.By.BOT and seat.is_present:
            # The bot answered just before the player came back: neither an answer nor an absence.
            continue
        # An answer of the seat's former player was counted when the seat changed hands. Missed sittings
        # are counted by seat, because the log tells of seats alone (docs/fairness.md).
        own = seat.taken_at is None or answer.sealed_at >= seat.taken_at
        seat.required += own
        seat.answered += own and by in BY_PLAYER
        if by in BY_PLAYER:
            seat.missed, seat.missed_sitting = 0, ""
        elif seat.missed_sitting != turn.sitting:
            seat.missed, seat.missed_sitting = seat.missed + 1, turn.sitting


def take_over(game: GameState) -> None:
    """Put a bot into each seat whose player has missed too many sittings in a row."""
    for seat in game.seats:
        if seat.is_present and seat.missed >= game.row.bot_after:
            stand_in(game, seat, Seat.Away.ABSENT)


def stand_in(game: GameState, seat: Seat, away: Seat.Away) -> None:
    """Have a bot play for a player who is away, and pass a host's role on."""
    player = seat.player_id
    assert player is not None  # noqa: S101  A seat without a player has nobody to stand in for.
    seat.away = away
    seat.bot = bots.stand_in(game.row.ruleset)
    said = {"seat": seat.number, "player": game.participant_id(player), "bot": seat.bot}
    game.publish_event("stand_in", {**said, "away": away})
    if game.row.host_id == player:
        _pass_on(game)


def give_back(game: GameState, seat: Seat) -> None:
    """Give a seat back to its player, who plays again in place of the bot."""
    player = seat.player_id
    assert player is not None  # noqa: S101  Only a seat with a player is given back.
    seat.away = seat.bot = seat.offered_to = seat.feed_until = None
    seat.missed, seat.missed_sitting = 0, ""
    returned = {"seat": seat.number, "player": game.participant_id(player)}
    game.publish_event("returned", returned, by=seat.number)
    if not any(one.is_present and one.player_id == game.row.host_id for one in game.seats):
        # When the last host left, no other player was present to become the host.
        _pass_on(game)


def _pass_on(game: GameState) -> None:
    """Make the first player who is present the host. If none is present, the host stays."""
    there = [seat.player_id for seat in game.seats if seat.is_present]
    if there and there[0] is not None:
        game.row.host_id = there[0]
        game.publish_event("host_changed", {"host": game.participant_id(there[0])})
