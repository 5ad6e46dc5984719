"""Notices built from rows when they are sent; a question answered by then is left out.

A notice holds what is true at that moment, for the player whose feed it stands in. Nothing sealed is read.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.crypto import salted_hmac

from common.rest.json_codec import Json
from games.fairness.commitments import ChainEvent
from games.feeds.feed import read_events_at
from games.lobby.preferences import find_muted
from games.models import Game, Message, PrivateEvent, Seat
from notifications.channels import CHANNELS
from notifications.delivery.questions import DueQuestion, questions_by_game
from notifications.models import Notification, Preferences, Receiver
from notifications.notice import ASKS, Notice, NoticeKind
from notifications.preferences import get_preferences, is_on, told_at
from players.models import Block, Mute, Player, Vacation
from players.privacy import closure


def build_notice_data(
    notification: Notification,
    game: Game | None,
    player: Player,
    feed: Mapping[int, ChainEvent | PrivateEvent],
) -> Json | None:
    """Return the data of a notice, in the fields of its event; None if it is no longer true.

    `other` is the name of the player that the event is about, `event` the type of the event.
    """
    if notification.kind == NoticeKind.VACATION_ENDS:
        return _vacation_data(player, notification)
    if notification.number is None:
        return {"event": "test"}
    event = feed.get(notification.number)
    if event is None or not _still_true(NoticeKind(notification.kind), event, game, player):
        return None
    data = {**event.data, "event": event.type, **_other_player(event, game)}
    if notification.kind == NoticeKind.MESSAGE:
        message = Message.objects.filter(pk=data["message"], deleted_at__isnull=True).first()
        return None if message is None else {**data, "text": message.text}
    if notification.kind == NoticeKind.PLAYED_FOR_YOU:
        return _own_part(data, notification, player)
    return data


def _vacation_data(player: Player, notification: Notification) -> Json | None:
    """Return when the vacation ends; None if it was called off or ends at another time now."""
    until = notification.due_at
    assert until is not None  # noqa: S101  It was written down with its end.
    found = Vacation.objects.filter(player=player, until_at=until).exists()
    return {"until": until} if found else None


def _still_true(
    kind: NoticeKind, event: ChainEvent | PrivateEvent, game: Game | None, player: Player
) -> bool:
    for_open_table = kind == NoticeKind.TABLE_FULL or event.type == "invited"
    if for_open_table and (game is None or game.status != Game.Status.OPEN):
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


def _own_part(data: Json, notification: Notification, player: Player) -> Json:
    """Return the action played for the player in a closed turn, or that a bot stands in."""
    if "actions" not in data:
        return {"event": data["event"], "by": "bot"}
    seat = Seat.objects.filter(game=notification.game_id, player=player).values_list(
        "number", flat=True
    )
    own = next((one for one in data["actions"] if one["seat"] in set(seat)), None)
    return {"event": data["event"], "by": "clock", "action": own and own["action"]}


SECRETS = ("state", "setup", "server_seed", "nonce_key")
"""Columns of a game that a notice never needs."""


@dataclass(frozen=True, slots=True)
class DueNotices:
    """Rows of a receiver: notices to send now, rows to delete, rows to put off."""

    notices: list[tuple[Notification, Notice]] = field(default_factory=list)
    gone: list[Notification] = field(default_factory=list)
    later: list[tuple[Notification, datetime]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Known:
    """Data loaded for the rows of one player."""

    player: Player
    preferences: Preferences
    games: dict[str, Game]
    muted: Collection[str]
    questions: dict[str, DueQuestion]
    feed: dict[int, ChainEvent | PrivateEvent]


def find_due_notices(
    receiver: Receiver, rows: Sequence[Notification], moment: datetime
) -> DueNotices:
    """Sort the rows that are due for a receiver into notices, rows to delete and rows to put off."""
    if closure.find_ending(receiver.player) is not None:
        # The player is about to leave, and letters say what concerns that.
        return DueNotices(gone=[*rows])
    known, found = _load_facts(receiver.player, rows), DueNotices()
    channel = CHANNELS.get(receiver.channel)
    has_digests = channel is not None and channel.max_notices > 1
    for notification in rows:
        kind = NoticeKind(notification.kind)
        wanted = is_on(known.preferences, kind, receiver.channel)
        notice = _build_notice(known, notification, kind, moment) if wanted else None
        if notice is None:
            found.gone.append(notification)
            continue
        question = known.questions.get(notification.game_id or "") if notice.asks else None
        hour = told_at(
            known.preferences,
            kind,
            moment,
            question.due_at if question else None,
            in_digest=has_digests and not notification.put_off,
        )
        if hour.put_off and not notification.on_request:
            found.later.append((notification, hour.at))
        else:
            found.notices.append((notification, notice))
    return found


def _load_facts(player: Player, rows: Sequence[Notification]) -> _Known:
    games = {notification.game_id for notification in rows if notification.game_id is not None}
    asking = {
        notification.game_id
        for notification in rows
        if notification.game_id is not None and notification.kind in ASKS
    }
    numbers = [notification.number for notification in rows if notification.number is not None]
    return _Known(
        player,
        get_preferences(player),
        Game.objects.defer(*SECRETS).select_related("host").in_bulk(games) if games else {},
        find_muted(player, games),
        questions_by_game(player, asking),
        read_events_at(player.pk, numbers) if numbers else {},
    )


def _build_notice(
    known: _Known, notification: Notification, kind: NoticeKind, moment: datetime
) -> Notice | None:
    """Return the notice of a row; None if it is no longer true or the game is muted."""
    if notification.game_id in known.muted:
        return None
    question = known.questions.get(notification.game_id or "")
    if kind in ASKS:
        if question is None or not _still_asked(notification, kind, question, moment):
            return None
        data: dict[str, Any] | None = {"due_at": question.due_at}
    else:
        data = build_notice_data(
            notification, known.games.get(notification.game_id or ""), known.player, known.feed
        )
    if data is None:
        return None
    cause = f"{known.player.pk}:{notification.cause}"
    return Notice(
        # The same in every channel, and not guessable.
        id=salted_hmac("notifications.notice", cause).hexdigest()[:24],
        kind=kind,
        player=known.player,
        at=notification.created_at,
        game=known.games.get(notification.game_id or ""),
        turn=notification.turn,
        seat=question.seat if question else None,
        data=data,
        language=known.preferences.told_in,
        zone=ZoneInfo(known.preferences.zone),
    )


def _still_asked(
    notification: Notification, kind: NoticeKind, question: DueQuestion, moment: datetime
) -> bool:
    """Return whether the player has still to answer, in time; a reminder is for its own deadline only."""
    if question.turn != notification.turn or question.answered or question.due_at <= moment:
        return False
    return kind == NoticeKind.YOUR_TURN or question.due_at == notification.due_at
