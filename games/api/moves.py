"""Base class of the calls that change a game, and answer with it."""

from rest_framework.response import Response

from common.rest.view import View
from games.visibility.game_view import GameView
from players.authentication import player


class GameMove(View):
    """A move in a game, of whatever kind: a service checks and makes it under the game's lock."""

    def show_game(self, game: str) -> Response:
        """Return the game of that id as the caller sees it now."""
        return Response(GameView.load(game, player(self.request)).get_game())
