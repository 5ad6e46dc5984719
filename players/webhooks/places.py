"""Places for webhooks: a player has so many, for webhooks of the player's own and of apps together."""

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import ngettext

from common.rest.errors import ApiError
from players.models import Webhook


def find_placed(player_id: int) -> "QuerySet[Webhook]":
    """Return the webhooks that have a place: all but those of apps that stay disabled by themselves."""
    ended = [Webhook.Why.PLAYER, Webhook.Why.SIGNED_OUT]
    rows = Webhook.objects.filter(player=player_id)
    return rows.exclude(endpoint__isnull=False, disabled_why__in=ended)


def is_full(player_id: int) -> bool:
    """Return whether the player has no place left; the caller holds the lock of the player's row."""
    return find_placed(player_id).count() >= settings.TIDE_MAX_WEBHOOKS_PER_PLAYER


def refuse_if_full(player_id: int) -> None:
    """Raise `ApiError` (`too_many_receivers`) if the player has no place left; the caller holds the lock."""
    if is_full(player_id):
        most = settings.TIDE_MAX_WEBHOOKS_PER_PLAYER
        words = ngettext(
            "You may have {most} webhook at most, those of apps included.",
            "You may have {most} webhooks at most, those of apps included.",
            most,
        )
        raise ApiError("too_many_receivers", words.format(most=most))
