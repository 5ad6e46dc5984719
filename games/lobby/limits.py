"""Limits on what one player may do that others are told of.

Each count is a column of a row that is written anyway. Actions that answer or end a counted one are free.
"""

from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.rest.errors import ApiError
from games.models import Game, Seat
from games.repository.game_state import GameState
from players.models import Player

MAX_OTHER_ACTIONS = 20
"""The number of standing orders, proposed pauses and agreements to a pause of one seat in one turn."""
MAX_JOINS_PER_PLAYER = 3
"""The number of times one player may take a seat in a game before its start."""
MAX_OFFERS_PER_GAME = 20
"""The number of offers of seats in one game."""
MAX_OFFERS_PER_PLAYER = 3
"""The number of offers of seats in one game to one player."""


def refuse_too_many_games(game: GameState, newcomer: Player) -> None:
    """Raise `ApiError` (`too_many_games`) if the newcomer has as many games as a player may have."""
    guest = newcomer.kind == Player.AccountKind.GUEST
    waiting, running = game.plays
    row = game.row
    starts = len(game.seats) + 1 == row.size and row.start == Game.Start.FULL
    most = (
        settings.TIDE_MAX_OPEN_GAMES_PER_GUEST if guest else settings.TIDE_MAX_OPEN_GAMES_PER_PLAYER
    )
    if row.status == Game.Status.OPEN and not starts and waiting >= most:
        words = ngettext(
            "You may have a seat in {most} game at most that has not started.",
            "You may have a seat in {most} games at most that have not started.",
            most,
        )
        raise ApiError("too_many_games", words.format(most=most))
    most = settings.TIDE_MAX_GAMES_PER_GUEST if guest else settings.TIDE_MAX_GAMES_PER_PLAYER
    if waiting + running >= most:
        words = ngettext(
            "You may play {most} game at most at the same time.",
            "You may play {most} games at most at the same time.",
            most,
        )
        raise ApiError("too_many_games", words.format(most=most))


def refuse_bot_account(game: Game, newcomer: Player) -> None:
    """Raise `ApiError` (`no_bot_accounts`) if the newcomer is a bot and the game admits no bots."""
    if newcomer.kind == Player.AccountKind.BOT and not game.bot_accounts:
        raise ApiError("no_bot_accounts", "The host of this game plays with people alone.")


def check_action_limit(game: GameState, seat: Seat) -> None:
    """Count an action of a player that is not an answer. Raises `ApiError` (`too_many_changes`)."""
    turn = game.row.turn_number
    others = seat.other_actions if seat.other_actions_turn == turn else 0
    if others >= MAX_OTHER_ACTIONS:
        message = _("You may propose pauses and give orders {times} times in a turn.")
        raise ApiError("too_many_changes", message.format(times=MAX_OTHER_ACTIONS))
    game.change(seat, other_actions=others + 1, other_actions_turn=turn)


def count_join(game: GameState, player: Player) -> None:
    """Count a seat that a player takes before the start. Raises `ApiError` (`too_many_changes`)."""
    times = game.row.joins.get(str(player.pk), 0)
    if times >= MAX_JOINS_PER_PLAYER:
        message = _("You have taken a seat in this game {times} times already.")
        raise ApiError("too_many_changes", message.format(times=MAX_JOINS_PER_PLAYER))
    game.change(game.row, joins={**game.row.joins, str(player.pk): times + 1})


def refuse_blocked_guest(game: GameState) -> None:
    """Raise `ApiError` (`player_blocked`) if the host has blocked the invited player."""
    if game.is_guest_blocked:
        raise ApiError("player_blocked", "You have blocked this player. Unblock them first.")


def count_offer(game: GameState, guest: Player) -> None:
    """Count an offer of a seat to a player. Raises `ApiError` (`too_many_changes`)."""
    offers = game.row.offers
    times = offers.get(str(guest.pk), 0)
    if times >= MAX_OFFERS_PER_PLAYER:
        message = _("{username} was offered a seat in this game {times} times already.")
        message = message.format(username=guest.username, times=MAX_OFFERS_PER_PLAYER)
        raise ApiError("too_many_changes", message)
    if sum(offers.values()) >= MAX_OFFERS_PER_GAME:
        message = _("Seats of this game were offered {times} times already.")
        raise ApiError("too_many_changes", message.format(times=MAX_OFFERS_PER_GAME))
    game.change(game.row, offers={**offers, str(guest.pk): times + 1})


@dataclass(frozen=True, slots=True)
class Reliability:
    """Counts of the questions of a player in closed turns, and of those answered.

    A standing order that was followed counts as the player's answer. All public games count, those under way
    included. The counts are public: with private games in them strangers could watch these go on.
    """

    required: int
    answered: int

    @property
    def share_in_percent(self) -> int | None:
        """The share in percent, rounded down; None for a player who was never asked."""
        return self.answered * 100 // self.required if self.required else None


def refuse_below(game: GameState) -> None:
    """Raise `ApiError` (`too_unreliable`) if the newcomer is below what the game asks for.

    Who was never asked is let in.
    """
    least = game.row.least_reliability
    if least is None or game.relied is None:
        return
    percent = Reliability(*game.relied).share_in_percent
    if percent is not None and percent < least:
        message = _(
            "This game asks for {least} percent of turns answered; you have answered {percent}."
        )
        raise ApiError("too_unreliable", message.format(least=least, percent=percent))
