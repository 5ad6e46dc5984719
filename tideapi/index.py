"""The index of the API: the addresses with which a client begins."""

from typing import Any

from django.conf import settings
from django.urls import reverse
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from common.rest.describe import SuccessAnswer, call
from common.rest.schemas import Schema, boolean, open_object, string, string_or_null
from common.rest.view import View
from tideapi.guides.pages import BY_NAME, CHANGELOG
from tideapi.packages import TARBALL, WHEEL, package_path
from tideapi.version import VERSION

ROUTES = {
    "document": ("openapi.json", "The OpenAPI document, as JSON."),
    "docs": ("docs", "The guides, for people."),
    "rulesets": ("games:ruleset-list", "The games that can be played here."),
    "games": ("games:game-list", "Public games."),
    "players": ("players:player-list", "Sign-up, and finding players."),
    "tokens": ("players:me-token-list", "Sign-in, and the player's tokens."),
    "me": ("players:me", "The player's own account."),
    "my_games": ("games:me-games", "The player's games."),
    "my_turns": ("games:me-turns", "The questions that wait for the player's answer."),
    "my_events": ("games:me-events", "The player's feed."),
    "receivers": ("notifications:me-receiver-list", "The player's receivers, webhooks included."),
}
"""The name of each route that the index leads to, and what is there."""
VERIFIER = string(
    "The verifier of records, a Python file without dependencies. `verify.mjs` and `vectors.json` "
    "stand beside it.",
    format="uri",
)
SOURCE = string_or_null("Where the code of this server is, or null.", format="uri")
PACKAGES = {
    "python_client": (WHEEL, "The client library for Python, for `pip install`"),
    "typescript_client": (TARBALL, "That for TypeScript, for `npm install`"),
}
"""The name of each package, and what it is."""
CHANGES = string("Changes of each version, for people.", format="uri")

SCHEMAS: dict[str, Schema] = {
    "Index": open_object(
        {
            "version": string("The version of this server."),
            "sandbox": boolean("Whether test tokens can move the time of games here."),
            **{name: string(text, format="uri") for name, (_, text) in ROUTES.items()},
            "changelog": CHANGES,
            "verifier": VERIFIER,
            "source": SOURCE,
            **{
                name: string_or_null(f"{text}, or null.", format="uri")
                for name, (_, text) in PACKAGES.items()
            },
        }
    )
}


class Index(View):
    authentication_classes = []
    permission_classes = [AllowAny]

    @call(
        name="get_index",
        tag="index",
        tokenless=True,
        summary="Get the index of the API",
        description="Returns the addresses of the document, the guides and the main resources.",
        answer=SuccessAnswer(200, "Index", "The index.", "Index"),
        compressed=True,
    )
    def get(self, request: Request) -> Response:
        shown: dict[str, Any] = {"version": VERSION, "sandbox": settings.TIDE_SANDBOX_ENABLED}
        for name, (route, _) in ROUTES.items():
            shown[name] = request.build_absolute_uri(reverse(route))
        shown["changelog"] = request.build_absolute_uri(BY_NAME[CHANGELOG].address)
        # The plain name, because all files of the folder have one beside it.
        shown["verifier"] = request.build_absolute_uri(f"{settings.STATIC_URL}verify/verify.py")
        shown["source"] = settings.TIDE_SOURCE_URL or None
        for name, (package, _) in PACKAGES.items():
            path = package_path(package)
            shown[name] = path and request.build_absolute_uri(path)
        return Response(shown)


class IndexWithSlash(Index):
    """The same at `/api/v1/`, where people look for it; the document states it once."""

    schema = None
