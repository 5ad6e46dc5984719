"""The index of the API: the addresses with which a client begins."""

from typing import Annotated, Any, TypedDict

from django.conf import settings
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest.responses import typed_response
from common.rest.shapes import Keywords, KnownValues
from common.rest.view import View, allow_compression
from common.site import LINKS, site_addresses, site_name
from games.models import Game
from tideapi.guides.pages import BY_NAME, CHANGELOG
from tideapi.packages import TARBALL, WHEEL, package_path
from tideapi.version import VERSION

ROUTES = {
    "document": "openapi.json",
    "docs": "docs",
    "rulesets": "games:ruleset-list",
    "games": "games:game-list",
    "players": "players:player-list",
    "tokens": "players:me-token-list",
    "me": "players:me",
    "my_games": "games:me-games",
    "my_turns": "games:me-turns",
    "my_events": "games:me-events",
    "receivers": "notifications:me-receiver-list",
}
"""The name of each route that the index leads to."""
PACKAGES = {"python_client": WHEEL, "typescript_client": TARBALL}
URI = Keywords(format="uri")
DOORS = ["open", "invitation", "closed"]


class IndexBody(TypedDict):
    version: Annotated[str, "The version of this server."]
    name: Annotated[str, "What this server is called."]
    contact: Annotated[
        str | None, "Where its operator is reached: `mailto:…`, the address of a page, or null."
    ]
    imprint: Annotated[str | None, "The page that says who runs it, or null.", URI]
    privacy: Annotated[str | None, "Its page about privacy, or null.", URI]
    terms: Annotated[str | None, "Its terms of use, or null.", URI]
    sign_up: Annotated[
        str, KnownValues(DOORS), "Who may sign up: everyone, players with a code, or no one."
    ]
    guests: Annotated[str, KnownValues(DOORS), "Who may play as a guest, likewise."]
    default_chat: Annotated[
        str, KnownValues(Game.Chat.values), "`chat` of a new game whose host does not choose it."
    ]
    sandbox: Annotated[bool, "Whether test tokens can move the time of games here."]
    document: Annotated[str, "The OpenAPI document, as JSON.", URI]
    docs: Annotated[str, "The guides, for people.", URI]
    rulesets: Annotated[str, "The games that can be played here.", URI]
    games: Annotated[str, "Public games.", URI]
    players: Annotated[str, "Sign-up, and finding players.", URI]
    tokens: Annotated[str, "Sign-in, and the player's tokens.", URI]
    me: Annotated[str, "The player's own account.", URI]
    my_games: Annotated[str, "The player's games.", URI]
    my_turns: Annotated[str, "The questions that wait for the player's answer.", URI]
    my_events: Annotated[str, "The player's feed.", URI]
    receivers: Annotated[str, "The player's receivers, webhooks included.", URI]
    changelog: Annotated[str, "Changes of each version, for people.", URI]
    verifier: Annotated[
        str,
        "The verifier of records, a Python file without dependencies. `verify.mjs` and `vectors.json` "
        "stand beside it.",
        URI,
    ]
    source: Annotated[str | None, "Where the code of this server is, or null.", URI]
    python_client: Annotated[
        str | None, "The client library for Python, for `pip install`, or null.", URI
    ]
    typescript_client: Annotated[
        str | None, "That for TypeScript, for `npm install`, or null.", URI
    ]


class Index(View):
    authentication_classes = []
    permission_classes = []

    @extend_schema(
        operation_id="get_index",
        tags=["index"],
        responses={
            200: typed_response(IndexBody, "The index.", "Index"),
        },
    )
    @allow_compression
    def get(self, request: Request) -> Response:
        """Get the index of the API.

        Returns the addresses of the document, the guides and the main resources.
        """
        shown: dict[str, Any] = {"version": VERSION, "name": site_name()}
        shown |= dict.fromkeys(LINKS) | site_addresses()
        shown |= {"sign_up": settings.TIDE_SIGN_UP, "guests": settings.TIDE_GUESTS}
        shown["default_chat"] = settings.TIDE_DEFAULT_CHAT
        shown["sandbox"] = settings.TIDE_SANDBOX_ENABLED
        for name, route in ROUTES.items():
            shown[name] = request.build_absolute_uri(reverse(route))
        shown["changelog"] = request.build_absolute_uri(BY_NAME[CHANGELOG].address)
        # The plain name, because all files of the folder have one beside it.
        shown["verifier"] = request.build_absolute_uri(f"{settings.STATIC_URL}verify/verify.py")
        shown["source"] = settings.TIDE_SOURCE_URL or None
        for name, package in PACKAGES.items():
            path = package_path(package)
            shown[name] = path and request.build_absolute_uri(path)
        return Response(shown)


class IndexWithSlash(Index):
    """The same at `/api/v1/`, where people look for it; the document states it once."""

    schema = None
