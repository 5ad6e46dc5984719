"""Private addresses for calendars and news readers: created, ended, found, and answered."""

from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse

from common.optional_packages import is_installed
from common.rest.errors import ApiError
from common.rest.view import COMPRESSED
from games.clock.now import now
from notifications.models import Subscription, new_secret
from players.authentication import lock_caller
from players.mail.links import to_route
from players.models import App, Player, Token, token_digest
from players.signals import app_ended

READ_AT_INTERVAL = timedelta(hours=1)
"""Resolution of `read_at`: an exact one would make each read a write."""
ROUTES = {Subscription.Kind.CALENDAR: "calendar", Subscription.Kind.NEWS: "atom_mine"}


@transaction.atomic
def create(player: Player, by: Token, kind: str) -> tuple[Subscription, str]:
    """Create an address, in place of an earlier one; return its row, and the address, shown this once.

    It is made with the token `by`. Raises `ApiError` (`token_invalid`, `channel_off`).
    """
    if kind == Subscription.Kind.CALENDAR and not is_installed("calendar"):
        raise ApiError("channel_off", "This server has no calendars.")
    app = lock_caller(player, by)
    secret = new_secret()
    made, _ = Subscription.objects.update_or_create(
        player=player,
        kind=kind,
        defaults={
            "digest": token_digest(secret),
            "epoch": player.epoch,
            "made_at": now(),
            "read_at": None,
            "app_id": app,
        },
    )
    return made, to_route(ROUTES[Subscription.Kind(kind)], secret)


def of(player: Player) -> list[Subscription]:
    """Return the player's valid addresses, by kind."""
    return list(Subscription.objects.filter(player=player, epoch=player.epoch).order_by("kind"))


def end(player: Player, kind: str) -> None:
    """Delete an address. Raises `ApiError` (`subscription_not_found`)."""
    gone, _ = Subscription.objects.filter(player=player, kind=kind, epoch=player.epoch).delete()
    if not gone:
        raise ApiError("subscription_not_found", "You have no such address.")


@receiver(app_ended)
def _end_with_app(player: Player, app: App, **_: object) -> None:
    Subscription.objects.filter(player=player, app=app).delete()


def find(kind: Subscription.Kind, secret: str) -> Player:
    """Return the player of an address. Raises `ApiError` (`not_found`) for unknown and ended ones alike."""
    found = (
        Subscription.objects.filter(kind=kind, digest=token_digest(secret))
        .filter(epoch=F("player__epoch"), player__is_active=True)
        .select_related("player")
        .first()
    )
    if found is None:
        raise ApiError("not_found", "Nothing is at this address.")
    moment = now()
    if found.read_at is None or found.read_at < moment - READ_AT_INTERVAL:
        Subscription.objects.filter(pk=found.pk).update(read_at=moment)
    return found.player


def private_response(content: bytes, kind: str) -> HttpResponse:
    """Return a response for the player with the address: not cached in between, not indexed."""
    response = HttpResponse(content, content_type=kind)
    response["Cache-Control"] = "private, max-age=300"
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def public_response(request: HttpRequest, content: bytes, kind: str) -> HttpResponse:
    """Return a public response, compressed for each fetch: there is one a player, and each changes."""
    request.META[COMPRESSED] = True
    response = HttpResponse(content, content_type=kind)
    response["Cache-Control"] = "public, max-age=300"
    return response
