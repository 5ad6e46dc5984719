"""The open questions of a player, in some of their games."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from games.models import Game, Question, Seat
from players.models import Player


@dataclass(frozen=True, slots=True)
class DueQuestion:
    """A question put to the player: its deadline by the wall clock, and whether it is answered."""

    game: str
    turn: int
    seat: int
    opened_at: datetime
    due_at: datetime
    answered: bool


def seats_by_game(player: Player | int, games: Collection[str]) -> dict[str, int]:
    """Return the player's seats by game, without those that the player has resigned."""
    own_seats = Seat.objects.kept().filter(player=player, game__in=games)
    return dict(own_seats.values_list("game_id", "number"))


def questions_by_game(player: Player | int, games: Collection[str]) -> dict[str, DueQuestion]:
    """Return the open questions put to the player by game; none where a bot plays for them."""
    if not games:
        return {}
    rows = Question.objects.filter(
        seat__player=player,
        seat__away=None,
        game__in=games,
        game__status=Game.Status.RUNNING,
        turn__closed_at=None,
    ).values_list(
        "game_id",
        "seat__number",
        "game__ahead",
        "turn__number",
        "turn__clock_from",
        "due_at",
        "submission",
    )
    return {
        game: DueQuestion(game, turn, seat, began - ahead, due - ahead, answer is not None)
        for game, seat, ahead, turn, began, due, answer in rows
    }
