"""What is new in a player's feed, handed over to her receivers, every number once.

As with webhooks, a task reads a feed as soon as there is something new in it
(`games.repository.signals`), and another one finds, now and then, what a lost task has left. No game
waits for any of it.

Why so: docs/why.md#told-from-the-feed.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction

from games.clock.now import now
from games.feeds import feed
from games.repository.queries import feeds
from notifications.channels import CHANNELS
from notifications.models import Preferences, Receiver, Telling
from notifications.notice import Kind
from notifications.preferences import choosing, hours, switches
from notifications.telling import outbox
from notifications.telling.occasions import MOVING, Occasion, asked, occasion
from notifications.telling.questions import questions, seats
from players.models import HandOver, Player

Json = dict[str, Any]

AT_ONCE = 200
"""Events that are handed over in one transaction."""


def hand_over(player_id: int) -> int:
    """Write down what her receivers are to be told of what is new; how many have something to send now."""
    sending, more = 0, True
    while more:
        due, more = _some(player_id)
        sending += due
    return sending


def left_behind() -> list[int]:
    """The players whose feeds have something that was not handed over."""
    return [player for (player,) in feeds.NOT_HANDED_OVER.rows()]


@transaction.atomic
def _some(player_id: int) -> tuple[int, bool]:
    """Hand some over, under the lock of the player's row; whether there is more."""
    of_hers = HandOver.objects.filter(player=player_id, player__is_active=True)
    if not of_hers.exists():
        return 0, False
    feed.update(player_id)  # The lock that it takes is held to the end of this transaction.
    hand = of_hers.first()
    if hand is None:  # Ended by another worker, before the lock was had.
        return 0, False
    receivers = _enabled(player_id)
    if not receivers:
        hand.delete()
        return 0, False
    events = feed.of_player(player_id, hand.feed_cursor, AT_ONCE).events
    if not events:
        return 0, False
    player = Player.objects.get(pk=player_id)
    outbox.drop_closed(receivers, _closed(events))
    due = outbox.put([*_tellings(player, receivers, _occasions(player, events), now())])
    hand.feed_cursor = events[-1]["number"]
    hand.save(update_fields=["feed_cursor"])
    return due, len(events) == AT_ONCE


def _enabled(player_id: int) -> list[Receiver]:
    """Her receivers with the locks of their rows, so that none is deleted while it is handed something."""
    rows = Receiver.objects.filter(player=player_id, enabled=True).order_by("pk")
    return list(rows.select_for_update(no_key=True))


def _closed(events: Iterable[Json]) -> dict[str, int]:
    closed = (one for one in events if one["type"] == "turn_closed")
    return {one["game"]: one["data"]["turn"] for one in closed}


def _occasions(player: Player, events: Sequence[Json]) -> list[Occasion]:
    games = {one["game"] for one in events if one["game"] is not None}
    hers = seats(player, games)
    found = [occasion(one, hers.get(one["game"])) for one in events]
    over = {one["game"] for one in events if one["type"] == "finished"}
    told = [
        one
        for one in found
        # That the last stage is over is told with the end of the game.
        if one is not None and not (one.kind == Kind.STAGE_ENDED and one.game in over)
    ]
    return [*told, *_asked(player, events)]


def _asked(player: Player, events: Sequence[Json]) -> Iterator[Occasion]:
    """What is told of the questions that these events have put, or have given another deadline."""
    moved = [one for one in events if one["type"] in MOVING]
    if not moved:
        return
    opened = {(one["game"], one["data"]["turn"]) for one in moved if one["type"] == "turn_opened"}
    games = list(dict.fromkeys(one["game"] for one in moved))  # In the order of the feed.
    hers, lead = questions(player, games), choosing.of(player).lead
    for game in games:
        one = hers.get(game)
        if one is None or one.answered:
            continue
        for told in asked(game, one.turn, one.opened_at, one.due_at, lead, settings.TIDE_NEARLY_UP):
            if told.kind != Kind.YOUR_TURN or (game, one.turn) in opened:
                yield told


def _tellings(
    player: Player, receivers: Sequence[Receiver], occasions: Sequence[Occasion], moment: datetime
) -> Iterator[Telling]:
    """A row for each receiver that is told of each of these."""
    preferences = choosing.of(player)
    muted = choosing.muted(player, {one.game for one in occasions if one.game is not None})
    for place, told in enumerate(occasions):
        if told.game in muted:
            continue
        for receiver in receivers:
            if switches.is_on(preferences, told.kind, receiver.channel):
                # A time of its own for each, so that they are sent in the order of the feed.
                created = moment + timedelta(microseconds=place)
                yield _telling(preferences, receiver, told, created)


def _telling(
    preferences: Preferences, receiver: Receiver, told: Occasion, moment: datetime
) -> Telling:
    wait = settings.TIDE_NOTICES_AFTER if told.kind == Kind.YOUR_TURN else timedelta(0)
    at = max(told.at or moment, moment) + wait
    channel = CHANNELS.get(receiver.channel)
    in_digest = channel is not None and channel.together > 1
    hour = hours.told_at(preferences, told.kind, at, told.due_at, in_digest=in_digest)
    return Telling(
        receiver=receiver,
        kind=told.kind,
        cause=told.cause,
        number=told.number,
        game_id=told.game,
        turn=told.turn,
        due_at=told.due_at,
        next_at=hour.at,
        put_off=hour.put_off,
        created_at=moment,
    )
