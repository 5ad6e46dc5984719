"""The endpoints of OAuth 2 as the second OpenAPI document has them (`tideapi.oauth_document`).

Their answers follow RFC 6749, 7009, 7591, 7592 and 8628; the examples are real ones. How an app uses them:
docs/apps.md.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from players.oauth.device import GRANTS
from tideapi.rest.schemas import Schema, array_of, integer, open_object, reference_schema, string
from tideapi.rest.scopes import LENT

Json = dict[str, Any]

TAG = "oauth"
SERVER = "https://tide.example"
"""The server's address in the examples."""
CLIENT = "jeZ9r9q2xbxGt4DGQht7HoCSrwxKvNC8YK9oli2b"
BOARD: Json = {"client_name": "Board", "redirect_uris": ["https://board.example/back"]}

CLIENT_ID = string("The id of the app: as registered, or an https address of its own metadata.")
SCOPE = string(f"Scopes with spaces between: {', '.join(f'`{name}`' for name in LENT)}.")

SCHEMAS: dict[str, Schema] = {
    "OAuthError": {
        **open_object(
            {
                "error": string("A code of RFC 6749, 7591 or 8628, such as `invalid_grant`."),
                "error_description": string("One sentence for people."),
            },
            optional=["error_description"],
        ),
        "examples": [{"error": "authorization_pending"}],
    },
    "OAuthTokenRequest": {
        **open_object(
            {
                "grant_type": string("Type of the grant.", enum=list(GRANTS)),
                "client_id": CLIENT_ID,
                "code": string("With `authorization_code`: the code that came to the redirect."),
                "redirect_uri": string(
                    "With `authorization_code`: the address to which the code came."
                ),
                "code_verifier": string("With `authorization_code`: the verifier of PKCE."),
                "refresh_token": string("With `refresh_token`: the token, good once."),
                "device_code": string("With a device code: that of `begin_device_flow`."),
            },
            optional=["code", "redirect_uri", "code_verifier", "refresh_token", "device_code"],
        ),
        "examples": [
            {
                "grant_type": "authorization_code",
                "client_id": CLIENT,
                "code": "3DxGtQ9mZK6vYb",
                "redirect_uri": "https://board.example/back",
                "code_verifier": "Wm3vT8kq0o4yY1hA9sX2cN7dJ5uR6pLzEiFgBtHjKqM",
            },
        ],
    },
    "OAuthTokens": {
        **open_object(
            {
                "access_token": string("Token for calls: `Authorization: Bearer …`."),
                "token_type": string("`Bearer`."),
                "expires_in": integer("Seconds that the access token is good for.", minimum=1),
                "scope": SCOPE,
                "refresh_token": string("For the next pair of tokens; good once."),
            }
        ),
        "examples": [
            {
                "access_token": "tideo_NeYXogt9LJOigWrL9Om8BF9mZsWuy-JEbweT94N8Okk",
                "expires_in": 3600,
                "token_type": "Bearer",
                "scope": "game:read game:play",
                "refresh_token": "tider_v92oTNM8b24Imivdd1IP2peVxn-cidfzVGbN5C0VwLY",
            }
        ],
    },
    "OAuthRevocationRequest": {
        **open_object({"client_id": CLIENT_ID, "token": string("An access or a refresh token.")}),
        "examples": [{"client_id": CLIENT, "token": "tideo_NeYXogt9LJOigWrL9Om8BF9mZsWuy"}],
    },
    "OAuthAppRequest": {
        **open_object(
            {
                "client_name": string("Name of the app, shown to the player.", maxLength=60),
                "redirect_uris": array_of(
                    string(),
                    "Addresses to which players may return; needed for `authorization_code`.",
                    maxItems=10,
                ),
                "grant_types": array_of(string(enum=list(GRANTS)), "Ways to get tokens."),
                "webhook_uri": string(
                    "Webhook for the events of all players of the app; none if left out.",
                    maxLength=500,
                ),
            },
            optional=["client_name", "redirect_uris", "grant_types", "webhook_uri"],
        ),
        "examples": [BOARD],
    },
    "OAuthApp": {
        **open_object(
            {
                "client_id": CLIENT_ID,
                "client_name": string("Name of the app, shown to the player."),
                "redirect_uris": array_of(string(), "Addresses to which players may return."),
                "grant_types": array_of(string(), "Ways to get tokens."),
                "token_endpoint_auth_method": string("`none`: no app has a secret."),
                "registration_access_token": string("The bearer token for the app's own entry."),
                "registration_client_uri": string("The address of the app's own entry."),
                "webhook_uri": string("Webhook for the events of all players of the app."),
                "webhook_secret": string(
                    "Signing key of the webhook, shown once for each new address."
                ),
            },
            optional=["client_name", "redirect_uris", "webhook_uri", "webhook_secret"],
        ),
        "examples": [
            {
                "client_id": CLIENT,
                **BOARD,
                "grant_types": ["authorization_code", "refresh_token"],
                "token_endpoint_auth_method": "none",
                "registration_access_token": "4C1WMrcYz2EeoVDCZhLA6sY45IL3VcW3Xir6zd3X",
                "registration_client_uri": f"{SERVER}/oauth/register/{CLIENT}",
            }
        ],
    },
    "OAuthDeviceRequest": {
        **open_object({"client_id": CLIENT_ID, "scope": SCOPE}, optional=["scope"]),
        "examples": [{"client_id": CLIENT, "scope": "game:read game:play"}],
    },
    "OAuthDevice": {
        **open_object(
            {
                "device_code": string("Code with which the program gets the tokens."),
                "user_code": string("Code that the player enters."),
                "verification_uri": string("Page on which the player enters the code."),
                "verification_uri_complete": string("The same page with the code filled in."),
                "expires_in": integer("Seconds that both codes are good for.", minimum=1),
                "interval": integer("Seconds between two calls for the tokens.", minimum=1),
            }
        ),
        "examples": [
            {
                "verification_uri": f"{SERVER}/oauth/device",
                "expires_in": 1800,
                "user_code": "BPHN-VRDH",
                "device_code": "VJcnIKH1JwuMeX0IfOvzJi8EkQxvyo",
                "interval": 5,
                "verification_uri_complete": f"{SERVER}/oauth/device?user_code=BPHN-VRDH",
            }
        ],
    },
    "OAuthMetadata": {
        "type": "object",
        "description": "Addresses and abilities, as RFC 8414 and RFC 9728 name them.",
        "additionalProperties": True,
        "examples": [{"issuer": SERVER, "token_endpoint": f"{SERVER}/oauth/token"}],
    },
}

QUESTION = {
    "response_type": string("`code`.", const="code"),
    "client_id": CLIENT_ID,
    "redirect_uri": string("Redirect address, exactly as registered."),
    "scope": SCOPE,
    "state": string("Returned unchanged, so that the app recognises its request."),
    "code_challenge": string("SHA-256 of the verifier of PKCE, in base64url."),
    "code_challenge_method": string("`S256`.", const="S256"),
}
SENTENCES = {
    "invalid_client_metadata": "The body is no JSON.",
    "invalid_grant": "The code is not known, or is another app's.",
    "invalid_redirect_uri": "authorization_code needs redirect_uris.",
    "invalid_request": "Missing token parameter.",
    "invalid_scope": "It names a scope that apps are not given.",
    "invalid_token": "Registration access token required",
    "unsupported_grant_type": f"There are {', '.join(GRANTS)}.",
}
"""A real sentence for each error; the others have none."""
FORM, JSON_BODY = "application/x-www-form-urlencoded", "application/json"
REGISTRATION: Json = {"security": [{"registration": []}]}


def _operation(
    name: str,
    summary: str,
    description: str,
    *,
    sent: str | None = None,
    status: int = 200,
    answered: str | None = None,
    refused: Mapping[int, tuple[str, ...]] = MappingProxyType({}),
    **more: Any,
) -> Json:
    """Return an operation; `refused` has the errors of each status, with real sentences."""
    found: Json = {
        "operationId": name,
        "tags": [TAG],
        "summary": summary,
        "description": description,
        "parameters": [],
        "security": [],
        "responses": {
            str(status): {
                "description": "Done." if answered is None else "The answer.",
                **({"content": _content(answered)} if answered else {}),
            },
            **{str(code): _refusal_response(*errors) for code, errors in refused.items()},
        },
        **more,
    }
    if sent is not None:
        kind = JSON_BODY if sent == "OAuthAppRequest" else FORM  # as RFC 7591 and RFC 6749 want it
        found["requestBody"] = {"required": True, "content": _content(sent, kind)}
    return found


def _refusal_response(*errors: str) -> Json:
    shown = {
        error: {"summary": error, "value": {"error": error, **_error_sentence(error)}}
        for error in errors
    }
    content = {"schema": reference_schema("OAuthError"), "examples": shown}
    return {"description": "Refused.", "content": {JSON_BODY: content}}


def _error_sentence(error: str) -> dict[str, str]:
    return {"error_description": SENTENCES[error]} if error in SENTENCES else {}


def _content(name: str, kind: str = JSON_BODY) -> Json:
    (example, *_) = SCHEMAS[name]["examples"]
    examples = {name: {"summary": "Example", "value": example}}
    return {kind: {"schema": reference_schema(name), "examples": examples}}


def _parameter(name: str, place: str, schema: Schema) -> Json:
    words = {word: value for word, value in schema.items() if word != "description"}
    return {
        "name": name,
        "in": place,
        "required": place == "path" or name in {"response_type", "client_id", "code_challenge"},
        "description": schema["description"],
        "schema": words,
    }


APP = [_parameter("client_id", "path", CLIENT_ID)]

PATHS: dict[str, Json] = {
    "/oauth/authorize": {
        "get": _operation(
            "authorize_app",
            "Ask the player for consent",
            "Shows a page in the player's browser: the player signs in, reads what the app asks for, "
            "and returns to `redirect_uri` with `code`, `state` and `iss`, or with `error`.",
            parameters=[_parameter(name, "query", one) for name, one in QUESTION.items()],
            responses={
                "200": {
                    "description": "The page.",
                    "content": {"text/html": {"schema": {"type": "string"}}},
                },
                "302": {"description": "Redirect to the sign-in page or back to the app."},
                "400": {"description": "A page that names the fault of the request."},
            },
        )
    },
    "/oauth/token": {
        "post": _operation(
            "exchange_token",
            "Get or refresh tokens",
            "Returns a pair of tokens for a code, a refresh token or a device code.",
            sent="OAuthTokenRequest",
            answered="OAuthTokens",
            refused={
                400: (
                    "authorization_pending",
                    "invalid_client",
                    "invalid_grant",
                    "unsupported_grant_type",
                )
            },
        )
    },
    "/oauth/revoke": {
        "post": _operation(
            "revoke_token",
            "Revoke a token",
            "Revokes a token of the app; with a refresh token, used or not, all tokens of its consent.",
            sent="OAuthRevocationRequest",
            refused={400: ("invalid_client", "invalid_request")},
        )
    },
    "/oauth/device-authorization": {
        "post": _operation(
            "begin_device_flow",
            "Ask for a device code",
            "Returns a code that the player enters in any browser, for a program without one.",
            sent="OAuthDeviceRequest",
            answered="OAuthDevice",
            refused={400: ("invalid_request", "invalid_scope")},
        )
    },
    "/oauth/register": {
        "post": _operation(
            "register_app",
            "Register an app",
            "Registers an app without a secret.",
            sent="OAuthAppRequest",
            status=201,
            answered="OAuthApp",
            refused={400: ("invalid_redirect_uri", "invalid_client_metadata")},
        )
    },
    "/oauth/register/{client_id}": {
        "get": _operation(
            "get_app",
            "Get my app",
            "Returns the app's entry.",
            answered="OAuthApp",
            refused={401: ("invalid_token",)},
            parameters=APP,
            **REGISTRATION,
        ),
        "put": _operation(
            "update_app",
            "Update my app",
            "Replaces the app's entry.",
            sent="OAuthAppRequest",
            answered="OAuthApp",
            refused={400: ("invalid_redirect_uri",), 401: ("invalid_token",)},
            parameters=APP,
            **REGISTRATION,
        ),
        "delete": _operation(
            "delete_app",
            "Delete my app",
            "Deletes the app, with all tokens that players have given it.",
            status=204,
            refused={401: ("invalid_token",)},
            parameters=APP,
            **REGISTRATION,
        ),
    },
    "/.well-known/oauth-authorization-server": {
        "get": _operation(
            "get_issuer",
            "Get the issuer's metadata",
            "Returns the addresses and abilities of the server that gives tokens (RFC 8414).",
            answered="OAuthMetadata",
        )
    },
    "/.well-known/oauth-protected-resource/api/v1": {
        "get": _operation(
            "get_resource",
            "Get the API's metadata",
            "Returns which server gives tokens for the API (RFC 9728).",
            answered="OAuthMetadata",
        )
    },
}
