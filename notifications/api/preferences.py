"""Of what I am told, by which channels, at which hours, in which language."""

from datetime import time

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest.responses import problems, typed_response
from common.rest.view import View
from games.clock.clock import SECOND, write_duration
from games.lobby.preferences import find_muted
from notifications.api import shapes
from notifications.api.receiver_rows import list_receivers
from notifications.api.receivers import show_receiver
from notifications.api.serializers import PreferencesQuery, PreferencesRequest
from notifications.api.subscriptions import list_subscriptions
from notifications.channels import CHANNELS, NAMES, WEBHOOK
from notifications.notice import NoticeKind
from notifications.preferences import change_preferences, get_preferences, is_on
from players.authentication import player
from players.models import Player


class MyPreferences(View):
    required_scopes = ["notice:write"]
    query_serializer_class = PreferencesQuery
    serializer_class = PreferencesRequest

    @extend_schema(
        operation_id="get_notification_settings",
        tags=["notifications"],
        responses={
            200: typed_response(shapes.PreferencesBody, "The settings.", "Preferences"),
        },
    )
    def get(self, request: Request) -> Response:
        """Get my notification settings.

        Returns the caller's notification settings, or the defaults, and the channels for which this server
        takes receivers, with what a client needs to create one. With `include`, one call returns all that a
        settings screen shows.
        """
        query = PreferencesQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        me = player(request)
        include, found = query.validated_data.get("include", ()), _show_settings(me)
        if "receivers" in include:
            found["receivers"] = [show_receiver(one) for one in list_receivers(me)]
        if "subscriptions" in include:
            found["subscriptions"] = list_subscriptions(me)
        return Response(found)

    @extend_schema(
        operation_id="update_notification_settings",
        tags=["notifications"],
        responses={
            200: typed_response(
                shapes.PreferencesBody, "The changed settings.", "PreferencesChanged"
            ),
            **problems("invalid_preferences"),
        },
    )
    def patch(self, request: Request) -> Response:
        """Update my notification settings.

        Changes the given members only. Waiting notifications follow the new hours. The server notifies
        players of a question only until they have answered it, and never of one that a standing order has
        answered at once.
        """
        body = PreferencesRequest(data=request.data)
        body.is_valid(raise_exception=True)
        change_preferences(player(request), body.validated_data)
        return Response(_show_settings(player(request)))


def _show_settings(me: Player) -> shapes.PreferencesBody:
    """Return the player's settings, with each switch as it stands."""
    chosen = get_preferences(me)
    quiet: shapes.QuietHours | None = None
    if chosen.quiet_from and chosen.quiet_until:
        quiet = {"from": _hour_text(chosen.quiet_from), "until": _hour_text(chosen.quiet_until)}
    return {
        "language": chosen.told_in,
        "mode": chosen.mode,
        "zone": chosen.zone,
        "digest_at": _hour_text(chosen.digest_at),
        "lead": write_duration(chosen.lead),
        "lead_seconds": chosen.lead // SECOND,
        "quiet": quiet,
        "switches": {
            kind.value: {name: is_on(chosen, kind, name) for name in NAMES} for kind in NoticeKind
        },
        "games_off": find_muted(me),
        "channels": _show_channels(),
    }


def _show_channels() -> list[shapes.ChannelBody]:
    offered = ((one, one.offered()) for one in CHANNELS.values() if one.added_by_player)
    shown: list[shapes.ChannelBody] = [
        {
            "channel": one.name,
            "guests": one.for_guests,
            "key": offer.get("key"),
            "schemes": offer.get("schemes", []),
        }
        for one, offer in offered
        if offer is not None
    ]
    return [*shown, {"channel": WEBHOOK, "guests": False, "key": None, "schemes": []}]


def _hour_text(hour: time) -> str:
    return hour.strftime("%H:%M")
