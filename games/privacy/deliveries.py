"""Her name in what was sent, or is still to be sent, to the webhooks of those who have played with her.

A feed shows names as they are now, but a delivery holds the bytes that were sent.
"""

from collections.abc import Iterator
from itertools import groupby, islice
from operator import itemgetter

import orjson
from django.db.models import QuerySet

from games.fairness.naming import TYPES
from games.models import FeedRange, Participant
from players.models import Delivery, Player
from players.privacy.parts import BATCH
from tideapi.rest.wire import dump


def rename(player: Player) -> int:
    """Write her present name into some of the deliveries that have another; how many."""
    return _of_games_renamed(player) or _about_renamed(player)


def _about_renamed(player: Player) -> int:
    """The same for what is of no game's log: there she stands in `data`, as whom an event is about."""
    renamed = 0
    for owner, numbers in _told_of(player):
        sent = Delivery.objects.filter(webhook__player=owner, number__in=numbers).only("body")
        for delivery in sent.order_by("pk"):
            body = orjson.loads(bytes(delivery.body))
            if body["data"]["player"] != player.username:
                body["data"]["player"] = player.username
                renamed += Delivery.objects.filter(pk=delivery.pk).update(body=dump(body))
        if renamed >= BATCH:
            break
    return renamed


def _told_of(player: Player) -> Iterator[tuple[int, list[int]]]:
    """Whom events about her were told, and at which places of that feed; `BATCH` of them at most."""
    told = FeedRange.objects.filter(account_event__about=player).order_by("player", "first")
    for owner, places in groupby(told.values_list("player", "first"), key=itemgetter(0)):
        while numbers := [number for _, number in islice(places, BATCH)]:
            yield owner, numbers


def _of_games_renamed(player: Player) -> int:
    hers = frozenset(Participant.objects.filter(player=player).values_list("pk", flat=True))
    renamed = 0
    for delivery in _of_others(player).iterator(BATCH):
        body = orjson.loads(bytes(delivery.body))
        named = body["players"]
        old = [one for one in named if one in hers and named[one] != player.username]
        if old:
            named.update(dict.fromkeys(old, player.username))
            renamed += Delivery.objects.filter(pk=delivery.pk).update(body=dump(body))
        if renamed >= BATCH:
            break
    return renamed


def _of_others(player: Player) -> "QuerySet[Delivery]":
    """What has gone to others of the games in which she was, if it names anybody."""
    games = Participant.objects.filter(player=player).values("game")
    others = Participant.objects.filter(game__in=games).exclude(player=player).values("player")
    found = Delivery.objects.filter(webhook__player__in=others, type__in=TYPES)
    return found.only("body").order_by("pk")
