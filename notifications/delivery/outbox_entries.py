"""New events of a player's feed, turned once into notifications for each receiver.

As with webhooks, a task reads a feed as soon as it has a new event (`games.repository.signals`), and a
periodic task finds what a lost task has left. No game waits for either.

Why so: docs/decisions/notices.md.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from games.clock.now import now
from games.feeds import feed
from games.lobby.preferences import find_muted
from games.shapes.events import FeedEvent
from notifications.channels import CHANNELS
from notifications.delivery import outbox
from notifications.delivery.questions import questions_by_game, seats_by_game
from notifications.delivery.triggers import MOVING, Occasion, find_occasion, iterate_occasions
from notifications.models import NoticeCursor, Notification, Preferences, Receiver
from notifications.notice import NoticeKind
from notifications.preferences import get_preferences, is_on, told_at
from players.models import Player

AT_ONCE = 200
"""Events that one transaction handles."""


def queue_notices(player_id: int) -> int:
    """Store notifications of new events; return how many receivers have something to send now."""
    sending, more = 0, True
    while more:
        due, more = _queue_batch(player_id)
        sending += due
    return sending


def left_behind() -> list[int]:
    """Return the players whose feeds have events that were not handed over."""
    return feed.find_behind(NoticeCursor.objects.all())


@transaction.atomic
def _queue_batch(player_id: int) -> tuple[int, bool]:
    """Queue one batch under the player lock; return the due receivers and whether more is left."""
    cursors = NoticeCursor.objects.filter(player=player_id, player__is_active=True)
    if not cursors.exists():
        return 0, False
    feed.update_feed(player_id)  # The lock that it takes is held to the end of this transaction.
    cursor = cursors.first()
    if cursor is None:  # Ended by another worker, before the lock was had.
        return 0, False
    # Locked, so that none is deleted.
    enabled = Receiver.objects.filter(player=player_id, enabled=True).order_by("pk")
    receivers = list(enabled.select_for_update(no_key=True))
    if not receivers:
        cursor.delete()
        return 0, False
    events = feed.read_feed(player_id, cursor.feed_cursor, AT_ONCE).events
    if not events:
        return 0, False
    player = Player.objects.get(pk=player_id)
    closed = [one for one in events if one["type"] == "turn_closed"]
    outbox.delete_closed_questions(
        receivers, {one["game"] or "": one["data"]["turn"] for one in closed}
    )
    due = outbox.enqueue([*_make_rows(player, receivers, _find_occasions(player, events), now())])
    cursor.feed_cursor = events[-1]["number"]
    cursor.save(update_fields=["feed_cursor"])
    return due, len(events) == AT_ONCE


def _find_occasions(player: Player, events: Sequence[FeedEvent]) -> list[Occasion]:
    games = {one["game"] for one in events if one["game"] is not None}
    own_seats = seats_by_game(player, games)
    found = [find_occasion(one, own_seats.get(one["game"] or "")) for one in events]
    over = {one["game"] for one in events if one["type"] == "finished"}
    occasion = [
        one
        for one in found
        # That the last stage is over is told with the end of the game.
        if one is not None and not (one.kind == NoticeKind.STAGE_ENDED and one.game in over)
    ]
    return [*occasion, *_find_question_occasions(player, events)]


def _find_question_occasions(player: Player, events: Sequence[FeedEvent]) -> Iterator[Occasion]:
    """Yield the occasions of questions that these events opened, or whose deadlines they moved."""
    moved = [one for one in events if one["type"] in MOVING]
    if not moved:
        return
    opened = {(one["game"], one["data"]["turn"]) for one in moved if one["type"] == "turn_opened"}
    games = list(dict.fromkeys(one["game"] or "" for one in moved))  # In the order of the feed.
    open_questions, lead = questions_by_game(player, games), get_preferences(player).lead
    for game in games:
        one = open_questions.get(game)
        if one is None or one.answered:
            continue
        for occasion in iterate_occasions(
            game, one.turn, one.opened_at, one.due_at, lead, settings.TIDE_LAST_CALL_LEAD_TIME
        ):
            if occasion.kind != NoticeKind.YOUR_TURN or (game, one.turn) in opened:
                yield occasion


def _make_rows(
    player: Player, receivers: Sequence[Receiver], occasions: Sequence[Occasion], moment: datetime
) -> Iterator[Notification]:
    """Yield a row for each occasion and each receiver that has it switched on."""
    preferences = get_preferences(player)
    muted = find_muted(player, {one.game for one in occasions if one.game is not None})
    for place, occasion in enumerate(occasions):
        if occasion.game in muted:
            continue
        for receiver in receivers:
            if is_on(preferences, occasion.kind, receiver.channel):
                # A time of its own for each, so that they are sent in the order of the feed.
                created = moment + timedelta(microseconds=place)
                yield _make_row(preferences, receiver, occasion, created)


def _make_row(
    preferences: Preferences, receiver: Receiver, occasion: Occasion, moment: datetime
) -> Notification:
    wait = settings.TIDE_NOTICE_DELAY if occasion.kind == NoticeKind.YOUR_TURN else timedelta(0)
    at = max(occasion.at or moment, moment) + wait
    channel = CHANNELS.get(receiver.channel)
    in_digest = channel is not None and channel.max_notices > 1
    hour = told_at(preferences, occasion.kind, at, occasion.due_at, in_digest=in_digest)
    return Notification(
        receiver=receiver,
        kind=occasion.kind,
        cause=occasion.cause,
        number=occasion.number,
        game_id=occasion.game,
        turn=occasion.turn,
        due_at=occasion.due_at,
        next_at=hour.at,
        put_off=hour.put_off,
        created_at=moment,
    )
