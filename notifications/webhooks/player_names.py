"""A player's name in deliveries to the webhooks of fellow players, sent or still to be sent.

A feed shows names as they are now, but a delivery holds the bytes that were sent.
"""

from collections.abc import Iterator
from itertools import groupby, islice
from operator import itemgetter

import orjson
from django.db.models import QuerySet

from common.rest.json_codec import dump
from games.fairness.player_names import TYPES
from games.models import FeedRange, Participant
from notifications.models import Delivery
from players.models import Player
from players.privacy.parts import BATCH


def rename_in_deliveries(player: Player) -> int:
    """Write the present name into some of the deliveries that have another; return how many."""
    return _of_games_renamed(player) or _about_renamed(player)


def _about_renamed(player: Player) -> int:
    """Rename the player in deliveries that are of no game's log, where `data` has the name."""
    renamed = 0
    for owner, numbers in _iterate_recipients(player):
        sent = Delivery.objects.filter(webhook__player=owner, number__in=numbers).only("body")
        for delivery in sent.order_by("pk"):
            body = orjson.loads(bytes(delivery.body))
            if body["data"]["player"] != player.username:
                body["data"]["player"] = player.username
                renamed += Delivery.objects.filter(pk=delivery.pk).update(body=dump(body))
        if renamed >= BATCH:
            break
    return renamed


def _iterate_recipients(player: Player) -> Iterator[tuple[int, list[int]]]:
    """Yield players who were told events about this player, with the places; at most `BATCH` places."""
    ranges = FeedRange.objects.filter(account_event__about=player).order_by("player", "first")
    for owner, places in groupby(ranges.values_list("player", "first"), key=itemgetter(0)):
        while numbers := [number for _, number in islice(places, BATCH)]:
            yield owner, numbers


def _of_games_renamed(player: Player) -> int:
    own = frozenset(Participant.objects.filter(player=player).values_list("pk", flat=True))
    renamed = 0
    for delivery in _game_deliveries(player).iterator(BATCH):
        body = orjson.loads(bytes(delivery.body))
        named = body["players"]
        old = [one for one in named if one in own and named[one] != player.username]
        if old:
            named.update(dict.fromkeys(old, player.username))
            renamed += Delivery.objects.filter(pk=delivery.pk).update(body=dump(body))
        if renamed >= BATCH:
            break
    return renamed


def _game_deliveries(player: Player) -> "QuerySet[Delivery]":
    """Return the deliveries to fellow players of the player's games that name players."""
    games = Participant.objects.filter(player=player).values("game")
    others = Participant.objects.filter(game__in=games).exclude(player=player).values("player")
    found = Delivery.objects.filter(webhook__player__in=others, type__in=TYPES)
    return found.only("body").order_by("pk")
