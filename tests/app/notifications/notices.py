"""Notices of games that are under way."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from games.clock.now import now
from games.models import Game, Turn
from notifications.notice import Notice, NoticeKind
from players.models import Player
from tests.people import Person


def notice(
    person: Person | str, game: str | None, kind: NoticeKind = NoticeKind.YOUR_TURN, **more: Any
) -> Notice:
    """Return a notice to this person about a game as it is now."""
    player = Player.objects.get(username=person if isinstance(person, str) else person.name)
    known: dict[str, Any] = {"id": "nt_0123456789abcdef", "kind": kind, "player": player}
    known |= {"at": now(), "game": None, "turn": None, "seat": None}
    if game:
        row = Game.objects.select_related("host").get(pk=game)
        seat = row.seats.filter(player=player).values_list("number", flat=True).first()
        known |= {"game": row, "turn": row.turn_number, "seat": seat}
    return Notice(**{**known, "zone": ZoneInfo("Europe/Berlin"), **more})


def end_turn_in(game: str, by: timedelta) -> datetime:
    """Let the open turn of a game end so long from now; return its deadline."""
    due = now() + by
    turn = Turn.objects.get(game=game, closed_at=None)
    Turn.objects.filter(pk=turn.pk).update(due_at=due, next_check_at=due)
    turn.questions.update(due_at=due)
    return due
