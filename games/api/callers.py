"""The caller of a view that shows or needs one game at once, read with that game in one statement.

Why so: docs/decisions/database.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request

from common.rest.view import SEEN
from games.repository.game_state import GameState
from games.repository.games import LOAD_WITH_CALLER, load_with_caller
from games.visibility.snapshot import (
    SNAPSHOT_FOR_CALLER,
    VERSION_FOR_CALLER,
    Version,
    read_version,
)
from players.authentication import BearerToken, Caller
from players.sql import CallerQuery


@dataclass(frozen=True, slots=True)
class CallerWithGame(Caller):
    """A caller, and what one of three statements has read of a game."""

    statement: CallerQuery
    columns: Sequence[Any]
    read_at: float

    @property
    def version(self) -> Version | None:
        """The version of the game for the caller, if that was read and the caller has access."""
        return read_version(self.columns) if self.statement is VERSION_FOR_CALLER else None

    @property
    def snapshot(self) -> Sequence[Any] | None:
        """The game as the caller may see it, for `GameView.load`, if that was read."""
        return self.columns if self.statement is SNAPSHOT_FOR_CALLER else None

    @property
    def state(self) -> GameState | None:
        """The game before its lock, if that was read and there is such a game."""
        if self.statement is not LOAD_WITH_CALLER:
            return None
        return load_with_caller(self.columns, self.read_at)


class TokenWithGame(BearerToken):
    """Authentication that reads the game too: to show it, or to seal an answer in it."""

    def select(self, request: HttpRequest) -> tuple[CallerQuery, dict[str, Any]]:
        game = {"game": request.resolver_match.kwargs["game"]}  # type: ignore[union-attr]
        if request.method == "PUT":
            return LOAD_WITH_CALLER, game
        if request.method not in SAFE_METHODS:
            return super().select(request)
        return VERSION_FOR_CALLER if SEEN in request.META else SNAPSHOT_FOR_CALLER, game

    def make_caller(
        self, caller: Caller, statement: CallerQuery, more: Sequence[Any], at: float
    ) -> Caller:
        return CallerWithGame(caller.token, statement, more, at) if more else caller


def caller_with_game(request: Request) -> CallerWithGame | None:
    """Return the caller with what was read of the game; None without a token."""
    caller: object = request.auth
    return caller if isinstance(caller, CallerWithGame) else None
