"""Data of a notice about an event, read from the feed with present names."""

from collections.abc import Mapping
from typing import Any

from games.fairness.commitments import ChainEvent
from games.models import Game, Message, PrivateEvent, Seat
from notifications.models import Notification
from notifications.notice import NoticeKind
from players.models import Block, Mute, Player, Vacation

Json = dict[str, Any]


def build_notice_data(
    row: Notification,
    game: Game | None,
    player: Player,
    feed: Mapping[int, ChainEvent | PrivateEvent],
) -> Json | None:
    """Return the data of a notice, in the fields of its event; None if it is no longer true.

    `other` is the name of the player that the event is about, `event` the type of the event.
    """
    if row.kind == NoticeKind.VACATION_ENDS:
        return _vacation_data(player, row)
    if row.number is None:
        return {"event": "test"}
    event = feed.get(row.number)
    if event is None or not _still_true(NoticeKind(row.kind), event, game, player):
        return None
    said = {**event.data, "event": event.type, **_other_player(event, game)}
    if row.kind == NoticeKind.MESSAGE:
        return _message_data(said)
    return _own_part(said, row, player) if row.kind == NoticeKind.PLAYED_FOR_YOU else said


def _vacation_data(player: Player, row: Notification) -> Json | None:
    """Return when the vacation ends; None if it was called off or ends at another time now."""
    until = row.due_at
    assert until is not None  # noqa: S101  It was written down with its end.
    found = Vacation.objects.filter(player=player, until_at=until).exists()
    return {"until": until} if found else None


def _still_true(
    kind: NoticeKind, event: ChainEvent | PrivateEvent, game: Game | None, player: Player
) -> bool:
    if kind == NoticeKind.TABLE_FULL or event.type == "invited":
        still_open = game is not None and game.status == Game.Status.OPEN
        if not still_open:
            return False
    if event.type == "offered_to_you":
        return Seat.objects.filter(game=game, offered_to=player).exists()
    if event.type == "cancelled":
        return event.data["reason"] != "host" or game is None or game.host_id != player.pk
    if isinstance(event, PrivateEvent) and event.about_id is not None:
        return not _is_averse(player, event.about_id, kind)
    return True


def _is_averse(player: Player, other: int, kind: NoticeKind) -> bool:
    """Return whether the player has blocked or muted the other since the event."""
    if Block.objects.filter(player=player, other=other).exists():
        return True
    return kind == NoticeKind.MESSAGE and Mute.objects.filter(player=player, other=other).exists()


def _other_player(event: ChainEvent | PrivateEvent, game: Game | None) -> Json:
    if isinstance(event, PrivateEvent) and event.about is not None:
        return {"other": event.about.username}
    if event.type == "offered_to_you" and game is not None:
        return {"other": game.host.username}
    return {}


def _message_data(said: Json) -> Json | None:
    row = Message.objects.filter(pk=said["message"], deleted_at__isnull=True).first()
    return None if row is None else {**said, "text": row.text}


def _own_part(said: Json, row: Notification, player: Player) -> Json:
    """Return the action played for the player in a closed turn, or that a bot stands in."""
    if "actions" not in said:
        return {"event": said["event"], "by": "bot"}
    seat = Seat.objects.filter(game=row.game_id, player=player).values_list("number", flat=True)
    own = next((one for one in said["actions"] if one["seat"] in set(seat)), None)
    return {"event": said["event"], "by": "clock", "action": own and own["action"]}
