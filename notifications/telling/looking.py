"""What of it is true when it is sent: a question that is answered meanwhile is not told.

What is said is made here, of what is true at that moment, for the person whose feed it stands in. Nothing
sealed is read.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils.crypto import salted_hmac

from games.fairness.chain import Event
from games.feeds.feed import read_events_at
from games.models import Game, PrivateEvent
from notifications.channels import CHANNELS
from notifications.models import Preferences, Receiver, Telling
from notifications.notice import ASKS, Kind, Notice
from notifications.preferences import choosing, hours, switches
from notifications.telling import saying
from notifications.telling.questions import Question, questions
from players.models import Player
from players.privacy import closure

SECRETS = ("state", "setup", "server_seed", "nonce_key")
"""Of a game: who tells of it has no business there."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What is to be told now, what not any more, and what later."""

    notices: list[tuple[Telling, Notice]] = field(default_factory=list)
    gone: list[Telling] = field(default_factory=list)
    later: list[tuple[Telling, datetime]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Known:
    """What was read for some rows of one player."""

    player: Player
    preferences: Preferences
    games: dict[str, Game]
    muted: frozenset[str]
    questions: dict[str, Question]
    feed: dict[int, Event | PrivateEvent]


def look(receiver: Receiver, rows: Sequence[Telling], moment: datetime) -> Looked:
    """Look at what is due for a receiver."""
    if closure.of(receiver.player) is not None:
        return Looked(
            gone=[*rows]
        )  # She wants to leave, and what she has to know of that is in letters.
    known, looked = _known(receiver.player, rows), Looked()
    channel = CHANNELS.get(receiver.channel)
    together = channel is not None and channel.together > 1
    for row in rows:
        kind = Kind(row.kind)
        wanted = switches.is_on(known.preferences, kind, receiver.channel)
        notice = _notice(known, row, kind, moment) if wanted else None
        if notice is None:
            looked.gone.append(row)
            continue
        question = known.questions.get(row.game_id or "") if notice.asks else None
        hour = hours.told_at(
            known.preferences,
            kind,
            moment,
            question.due_at if question else None,
            in_digest=together and not row.put_off,
        )
        if hour.put_off:
            looked.later.append((row, hour.at))
        else:
            looked.notices.append((row, notice))
    return looked


def _known(player: Player, rows: Sequence[Telling]) -> _Known:
    games = {row.game_id for row in rows if row.game_id is not None}
    asking = {row.game_id for row in rows if row.game_id is not None and row.kind in ASKS}
    numbers = [row.number for row in rows if row.number is not None]
    return _Known(
        player,
        choosing.of(player),
        Game.objects.defer(*SECRETS).select_related("host").in_bulk(games) if games else {},
        choosing.muted(player, games),
        questions(player, asking),
        read_events_at(player.pk, numbers) if numbers else {},
    )


def _notice(known: _Known, row: Telling, kind: Kind, moment: datetime) -> Notice | None:
    """What is told of a row; None if it is not to be told any more."""
    if row.game_id in known.muted:
        return None
    question = known.questions.get(row.game_id or "")
    if kind in ASKS:
        if question is None or not _still_asked(row, kind, question, moment):
            return None
        data: dict[str, Any] | None = {"due_at": question.due_at}
    else:
        data = saying.data(row, known.games.get(row.game_id or ""), known.player, known.feed)
    if data is None:
        return None
    return Notice(
        id=notice_id(known.player, row.cause),
        kind=kind,
        player=known.player,
        at=row.created_at,
        game=known.games.get(row.game_id or ""),
        turn=row.turn,
        seat=question.seat if question else None,
        data=data,
        language=known.preferences.told_in,
        zone=hours.zone(known.preferences),
    )


def _still_asked(row: Telling, kind: Kind, question: Question, moment: datetime) -> bool:
    """Whether she has still to answer, and has time to. What comes before a deadline is about that one."""
    if question.turn != row.turn or question.answered or question.due_at <= moment:
        return False
    return kind == Kind.YOUR_TURN or question.due_at == row.due_at


def notice_id(player: Player, cause: str) -> str:
    """The same for a cause in every channel, and nothing that anybody could guess."""
    return salted_hmac("notifications.notice", f"{player.pk}:{cause}").hexdigest()[:24]
