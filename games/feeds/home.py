"""A player's home screen: the player's games and the feed's last number."""

from collections.abc import Sequence

from django.db import transaction

from games.feeds.feed import lock_player, update_feed
from games.repository.queries import home as sql
from games.visibility.game_lists import HomeGame
from games.visibility.game_view import GameView
from players.models import Player


class Home:
    """Reader of a player's games, a page at a time. `last` is the feed's last number."""

    def __init__(self, player: Player, status: str | None) -> None:
        self._player = player
        self._status = status
        self.last = 0

    def read(
        self, *, back: bool, position: str | None, offset: int, most: int
    ) -> Sequence[HomeGame]:
        """Return the player's games by urgency, or with `back` against it; at most so many.

        Beyond a place in the list, if one is given, and after an offset.
        """
        home = sql.HOME_BACK if back else sql.HOME
        # First, so that every event that is counted as unread has a number in the feed.
        self.last = update_feed(self._player.pk)
        found = home.fetch_rows(
            player=self._player.pk,
            status=self._status,
            position=position,
            offset=offset,
            most=most,
        )
        return [HomeGame(place, shown) for place, shown in found]


def mark_read(player: Player, number: int, game: str | None) -> None:
    """Mark the player's feed as read up to this number, in all games or in one.

    Raises `ApiError` (`game_not_found`, `not_a_player`).
    """
    if game is not None:
        GameView.load(game, player).refuse_without_seat()
    with transaction.atomic():
        lock_player(player.pk)
        sql.MARK.fetch_rows(player=player.pk, number=number, game=game)
