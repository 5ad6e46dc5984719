"""The open questions of a player, in some of their games."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef

from games.models import Game, Seat, Submission
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
    answers = Submission.objects.filter(
        game=OuterRef("game"), turn=OuterRef("game__turns__number"), seat=OuterRef("number")
    )
    rows = Seat.objects.filter(
        player=player,
        game__in=games,
        away__isnull=True,
        game__status=Game.Status.RUNNING,
        game__turns__closed_at__isnull=True,
    ).values_list(
        "game_id",
        "number",
        "game__ahead",
        "game__turns__number",
        "game__turns__asked",
        "game__turns__dues",
        "game__turns__clock_from",
        Exists(answers),
    )
    found = {}
    for game, seat, ahead, turn, asked, dues, began, answered in rows:
        if seat in asked:
            due = dues[asked.index(seat)]
            found[game] = DueQuestion(game, turn, seat, began - ahead, due - ahead, answered)
    return found
