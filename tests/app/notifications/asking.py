"""Questions as somebody is told of them."""

from zoneinfo import ZoneInfo

from django.utils import timezone

from games.models import Game, Seat
from notifications.notice import Notice, NoticeKind
from players.models import Player
from tests.people import Person


def notice(
    person: Person,
    game: str,
    *,
    kind: NoticeKind = NoticeKind.YOUR_TURN,
    language: str = "en",
    turn: int | None = None,
) -> Notice:
    """What she is told about the question of this turn, or of the open one."""
    player, its = Player.objects.get(username=person.name), Game.objects.get(pk=game)
    return Notice(
        id="notice",
        kind=kind,
        player=player,
        at=timezone.now(),
        game=its,
        turn=turn or its.turn_number,
        seat=Seat.objects.get(game=game, player=player).number,
        language=language,
        zone=ZoneInfo("Europe/Berlin"),
    )
