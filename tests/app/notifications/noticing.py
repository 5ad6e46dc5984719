"""Notices as they are told, of a game that is under way."""

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from games.clock.now import now
from games.models import Game, Turn
from notifications.notice import Notice, NoticeKind
from players.models import Player


def notice(
    game: str, name: str = "ann", kind: NoticeKind = NoticeKind.YOUR_TURN, **more: Any
) -> Notice:
    """What somebody with a seat is told of a game."""
    player = Player.objects.get(username=name)
    row = Game.objects.select_related("host").get(pk=game)
    seat = row.seats.filter(player=player).values_list("number", flat=True).first()
    known: dict[str, Any] = {
        "id": "nt_0123456789abcdef",
        "kind": kind,
        "player": player,
        "at": now(),
        "game": row,
        "turn": row.turn_number,
        "seat": seat,
        "zone": ZoneInfo("Europe/Berlin"),
    }
    return Notice(**{**known, **more})


def due_in(game: str, by: timedelta) -> datetime:
    """Let the open turn of a game end so long from now."""
    due = now() + by
    turn = Turn.objects.get(game=game, closed_at=None)
    Turn.objects.filter(pk=turn.pk).update(
        dues=[due for _ in turn.asked], due_at=due, next_check_at=due
    )
    return due
