"""Of what I am told, at which hours, in which language."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from games.visibility.game_view import GameView
from notifications.api.schema import SCHEMAS
from notifications.preferences import choosing
from players.authentication import player
from tideapi.rest.describe import Answer, call
from tideapi.rest.reading import body
from tideapi.rest.view import View

Json = dict[str, Any]


class MyPreferences(View):
    @call(
        name="get_notification_settings",
        scope="notice:write",
        tag="notifications",
        summary="Get my notification settings",
        description="Returns the caller's notification settings, or the defaults.",
        answer=Answer(200, "Preferences", "The settings.", "Preferences"),
    )
    def get(self, request: Request) -> Response:
        return Response(choosing.shown(player(request)))

    @call(
        name="update_notification_settings",
        scope="notice:write",
        tag="notifications",
        summary="Update my notification settings",
        description=(
            "Changes the given members only. Waiting notifications follow the new hours. The server notifies "
            "players of a question only until they have answered it, and never of one that a standing order "
            "has answered at once."
        ),
        request="PreferencesRequest",
        request_example={
            "language": "de",
            "zone": "Europe/Berlin",
            "mode": "digest",
            "digest_at": "08:00",
            "quiet": {"from": "22:00", "until": "07:00"},
            "switches": {"reminder": {"ntfy": True}},
        },
        answer=Answer(200, "Preferences", "The changed settings.", "PreferencesChanged"),
        refuses=("invalid_preferences",),
    )
    def patch(self, request: Request) -> Response:
        wish = body(request, SCHEMAS["PreferencesRequest"])
        choosing.change(player(request), wish)
        return Response(choosing.shown(player(request)))


class OfGame(View):
    @call(
        name="get_game_notifications",
        scope="notice:write",
        tag="notifications",
        summary="Get a game's notification switch",
        description="Returns whether the caller is notified of a game.",
        answer=Answer(200, "GameNotifications", "The switch.", "GameNotifications"),
        refuses=("game_not_found",),
    )
    def get(self, request: Request, game: str) -> Response:
        GameView.find(game, player(request))
        return Response(_of_game(request, game))

    @call(
        name="set_game_notifications",
        scope="notice:write",
        tag="notifications",
        summary="Set a game's notification switch",
        description="Switches the caller's notifications of one game off or on. Waiting ones are dropped.",
        request="GameNotificationsRequest",
        request_example={"mode": "off"},
        answer=Answer(200, "GameNotifications", "The switch as it is now.", "GameNotificationsOff"),
        refuses=("game_not_found", "not_a_player"),
    )
    def put(self, request: Request, game: str) -> Response:
        wish = body(request, SCHEMAS["GameNotificationsRequest"])
        GameView.find(game, player(request)).refuse_without_seat()
        choosing.mute(player(request), game, off=wish["mode"] == "off")
        return Response(_of_game(request, game))

    @call(
        name="reset_game_notifications",
        scope="notice:write",
        tag="notifications",
        summary="Reset a game's notification switch",
        description="Removes the switch of one game: the caller's settings apply again.",
        answer=Answer(204, None, "The switch is removed."),
    )
    def delete(self, request: Request, game: str) -> Response:
        choosing.mute(player(request), game, off=False)
        return Response(status=204)


def _of_game(request: Request, game: str) -> Json:
    off = bool(choosing.muted(player(request), [game]))
    return {"game": game, "mode": "off" if off else "as_usual"}
