"""The second OpenAPI document: the first, with OAuth 2 as a security scheme and OAuth's own endpoints.

Generated clients would need a library for such a scheme before they compile, so the first has none
(docs/decisions/api-document.md). Tools that ask a player for a token read this one.
"""

from copy import deepcopy
from typing import Any

from django.conf import settings

from players.oauth.openapi import PATHS, SCHEMAS, TAG
from tideapi.rest.scopes import LENT, SCOPES

Json = dict[str, Any]

ABOUT = (
    "Tokens for apps that other people use. [This document](/openapi-oauth.json) has them as a security "
    "scheme, so that a tool can ask the player."
)


def with_oauth(document: Json) -> Json:
    """Return the document with OAuth's scheme beside each bearer token, and with its endpoints."""
    found = deepcopy(document)
    for methods in found["paths"].values():
        for operation in methods.values():
            operation["security"] = [*_either(operation["security"])]
    found["paths"] |= deepcopy(PATHS)
    found["tags"].append({"name": TAG, "description": ABOUT})
    found["components"]["schemas"] |= {
        name: {"title": name, **schema} for name, schema in SCHEMAS.items()
    }
    found["components"]["securitySchemes"] |= _schemes()
    return found


def _either(security: list[Json]) -> list[Json]:
    """Return what a call needs, with an app's token where a bearer token serves and apps get its scopes."""
    needed = [one["bearer"] for one in security if "bearer" in one]
    return [*security, *({"oauth": scopes} for scopes in needed if {*scopes} <= LENT.keys())]


def _schemes() -> Json:
    address = f"{settings.TIDE_URL}/oauth"
    shared = {"tokenUrl": f"{address}/token", "scopes": {name: SCOPES[name] for name in LENT}}
    return {
        "oauth": {
            "type": "oauth2",
            "description": (
                "A token that a player gives an app, with PKCE and without a secret; the app registers "
                "itself first (`register_app`). A program without a browser asks by the device flow (RFC "
                "8628), which OpenAPI 3.1 has no word for: `x-deviceAuthorization`, as in OpenAPI 3.2."
            ),
            "flows": {
                "authorizationCode": {
                    "authorizationUrl": f"{address}/authorize",
                    "refreshUrl": f"{address}/token",
                    **shared,
                },
                "x-deviceAuthorization": {
                    "deviceAuthorizationUrl": f"{address}/device-authorization",
                    **shared,
                },
            },
        },
        "registration": {
            "type": "http",
            "scheme": "bearer",
            "description": "The `registration_access_token` of an app.",
        },
    }
