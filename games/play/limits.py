"""How much one player may do that others hear of. Each count is a column of a row that is written anyway.

What answers or ends something is not counted where that which it ends is.
"""

from django.conf import settings

from games.models import Game, Seat, Turn
from games.repository.game_state import GameState
from players.models import Player
from tideapi.rest.errors import ApiError

CHANGES = 20
"""How often an answer may be replaced or taken back in one turn."""
OTHER_ACTIONS = 20
"""Standing orders given and pauses proposed or agreed to, by one seat in one turn."""
JOINS = 3
"""How often one player may sit down in a game before its start."""
OFFERS = 20
"""Offers of seats in one game."""
OFFERS_TO_ONE = 3
"""Those to one player."""


def refuse_too_many_games(game: GameState, newcomer: Player) -> None:
    """Raise `ApiError` (`too_many_games`) if the newcomer has as many games as one player may have."""
    guest = newcomer.kind == Player.Kind.GUEST
    waiting, running = game.plays
    row = game.row
    starts = len(game.seats) + 1 == row.size and row.start == Game.Start.FULL
    most = settings.TIDE_GUEST_OPEN_GAMES_EACH if guest else settings.TIDE_OPEN_GAMES_EACH
    if row.status == Game.Status.OPEN and not starts and waiting >= most:
        said = f"You may have a seat in {most} games at most that have not started."
        raise ApiError("too_many_games", said)
    most = settings.TIDE_GUEST_GAMES_EACH if guest else settings.TIDE_GAMES_EACH
    if waiting + running >= most:
        raise ApiError("too_many_games", f"You may play {most} games at most at the same time.")


def refuse_bot_account(game: Game, newcomer: Player) -> None:
    """Raise `ApiError` (`no_bot_accounts`) if the newcomer is a bot, and the game is for people alone."""
    if newcomer.kind == Player.Kind.BOT and not game.bot_accounts:
        raise ApiError("no_bot_accounts", "The host of this game plays with people alone.")


def count_change(turn: Turn, seat: int) -> None:
    """Count that a seat changes its answer to a turn. Raises `ApiError` (`too_many_changes`)."""
    place = turn.asked.index(seat)
    if turn.changes[place] >= CHANGES:
        said = f"You may change your answer {CHANGES} times in a turn; what is sealed stays."
        raise ApiError("too_many_changes", said)
    turn.changes[place] += 1


def check_action_limit(game: GameState, seat: Seat) -> None:
    """Count something that a player does besides answering. Raises `ApiError` (`too_many_changes`)."""
    turn = game.row.turn_number
    others = seat.other_actions if seat.other_actions_turn == turn else 0
    if others >= OTHER_ACTIONS:
        said = f"You may propose pauses and give orders {OTHER_ACTIONS} times in a turn."
        raise ApiError("too_many_changes", said)
    seat.other_actions, seat.other_actions_turn = others + 1, turn


def count_join(game: Game, player: Player) -> None:
    """Count that a player sits down before the start. Raises `ApiError` (`too_many_changes`)."""
    times = game.joins.get(str(player.pk), 0)
    if times >= JOINS:
        said = f"You have taken a seat in this game {JOINS} times already."
        raise ApiError("too_many_changes", said)
    game.joins = {**game.joins, str(player.pk): times + 1}


def refuse_blocked_guest(game: GameState) -> None:
    """Raise `ApiError` (`player_blocked`) if the host asks somebody whom she has blocked herself."""
    if game.is_guest_blocked:
        raise ApiError("player_blocked", "You have blocked this player. Unblock her first.")


def count_offer(game: Game, guest: Player) -> None:
    """Count that a seat is offered to somebody. Raises `ApiError` (`too_many_changes`)."""
    times = game.offers.get(str(guest.pk), 0)
    if times >= OFFERS_TO_ONE:
        said = f"{guest.username} was offered a seat in this game {OFFERS_TO_ONE} times already."
        raise ApiError("too_many_changes", said)
    if sum(game.offers.values()) >= OFFERS:
        said = f"Seats of this game were offered {OFFERS} times already."
        raise ApiError("too_many_changes", said)
    game.offers = {**game.offers, str(guest.pk): times + 1}
