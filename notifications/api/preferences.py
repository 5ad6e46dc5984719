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
        name="get_notifications",
        scope="notice:write",
        tag="notifications",
        summary="Of what I am told, and when",
        description="Whoever has changed nothing sees what holds for everybody.",
        answer=Answer(200, "Preferences", "My preferences.", "Preferences"),
    )
    def get(self, request: Request) -> Response:
        return Response(choosing.shown(player(request)))

    @call(
        name="change_notifications",
        scope="notice:write",
        tag="notifications",
        summary="Choose of what I am told, and when",
        description=(
            "Only what is sent is changed. What waits to be told goes by the new hours. I am told of a "
            "question only as long as I have not answered it, and nothing of what my standing order has "
            "answered at once."
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
        answer=Answer(200, "Preferences", "My preferences as they are now.", "PreferencesChanged"),
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
        summary="Whether I am told of a game",
        answer=Answer(200, "GameNotifications", "Whether I am.", "GameNotifications"),
        refuses=("game_not_found",),
    )
    def get(self, request: Request, game: str) -> Response:
        GameView.find(game, player(request))
        return Response(_of_game(request, game))

    @call(
        name="set_game_notifications",
        scope="notice:write",
        tag="notifications",
        summary="Be told nothing of a game, or as usual again",
        description="What waits to be told of it is not told any more.",
        request="GameNotificationsRequest",
        request_example={"mode": "off"},
        answer=Answer(200, "GameNotifications", "What holds from now on.", "GameNotificationsOff"),
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
        summary="Be told of a game as usual",
        answer=Answer(204, None, "I am told of it as my preferences say."),
    )
    def delete(self, request: Request, game: str) -> Response:
        choosing.mute(player(request), game, off=False)
        return Response(status=204)


def _of_game(request: Request, game: str) -> Json:
    off = bool(choosing.muted(player(request), [game]))
    return {"game": game, "mode": "off" if off else "as_usual"}
