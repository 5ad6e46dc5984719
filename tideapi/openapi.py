"""The OpenAPI document: each call's own description, and what all calls share, put together."""

from http import HTTPStatus
from typing import Any

import uritemplate
from django.core.exceptions import ImproperlyConfigured
from drf_spectacular.openapi import AutoSchema
from rest_framework.fields import Field
from rest_framework.permissions import IsAuthenticated

from common.rest.describe import Call
from common.rest.error_codes import CODES
from common.rest.fields import ChoiceField, ListField
from common.rest.json_codec import PROBLEM
from common.rest.language import ACCEPT_LANGUAGE
from common.rest.schemas import Schema, array_of, integer, open_object, reference_schema, string
from common.rest.serializers import Body, Query
from common.rest.shapes import schemas_of
from common.rest.view import WITH_BODY
from games.api.schema import game_schemas
from notifications.api.shapes import SCHEMAS as NOTICE_SHAPES
from notifications.api.subscriptions import SCHEMAS as SUBSCRIPTION_SCHEMAS
from notifications.webhooks.schema import message_schema, webhook_message
from players.api.shapes import SCHEMAS as PLAYER_SHAPES
from players.idempotency import KEY, RANDOM_UUID
from tideapi.components import (
    extract_shared_parameters,
    extract_shared_responses,
    lift_schemas,
    move_examples_to_schemas,
    stated_codes,
)
from tideapi.errors import example_problem
from tideapi.examples import EXAMPLES
from tideapi.health import HealthBody
from tideapi.index import SCHEMAS as INDEX_SCHEMAS

BODY_CODES = (
    "malformed_json",
    "invalid_request",
    "unknown_field",
    "missing_field",
    "wrong_type",
    "not_a_choice",
    "out_of_range",
    "too_short",
    "too_long",
    "wrong_format",
)
UNREAD = "4XX"
UNREAD_CODES = (
    "precondition_unsupported",
    "body_too_large",
    "body_too_slow",
    "length_required",
    "unsupported_media_type",
)
"""Why a call that changes something does not even read what is asked for. These are stated together."""
SOON = frozenset({HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE})
"""Statuses of which every answer says when to make the call again."""
CALL_CODES = ("busy", "unavailable")
"""What any call may be refused with when others have too much to do, or the database is away."""
SHARED_CODES = frozenset(
    {
        *BODY_CODES,
        *UNREAD_CODES,
        *CALL_CODES,
        "not_authenticated",
        "token_invalid",
        "token_expired",
        "insufficient_scope",
        "throttled",
        "invalid_query",
        "not_found",
        "rules_missing",
    }
)
"""Codes that a call has for what it is like: has a body, takes a token, is about a game."""

PATHS: dict[str, Schema] = {
    "game": string("Id of the game.", pattern="^[A-Za-z0-9_-]{1,40}$"),
    "invitation": string("Code of the invitation.", pattern="^[A-Za-z0-9_-]{1,40}$"),
    "message": string("Id of the message.", pattern="^[A-Za-z0-9_-]{1,40}$"),
    "number": integer("Turn number, from 1.", minimum=1, maximum=999_999_999),
    "ruleset": string("Id of the ruleset.", pattern="^[A-Za-z0-9_-]{1,40}$"),
    "seat": integer("Seat number, from 0.", minimum=0, maximum=99),
    "token": string("Id of the token.", pattern="^[A-Za-z0-9_-]{1,40}$"),
    "vacation": string("Id of the vacation.", pattern="^[A-Za-z0-9_-]{1,40}$"),
    "webhook": string("Id of the webhook.", pattern="^[A-Za-z0-9_-]{1,40}$"),
    "receiver": string("Id of the receiver.", pattern="^[A-Za-z0-9_-]{1,40}$"),
    "delivery": string("Id of the delivery.", pattern="^[A-Za-z0-9_-]{1,40}$"),
    "exported": string("Id of the export.", pattern="^[A-Za-z0-9_-]{1,40}$"),
    "subscription": string(
        "Kind of the address: `calendar` or `news`.", pattern="^[A-Za-z0-9_-]{1,40}$"
    ),
    "archive": integer("Number of the archive, from 1.", minimum=1, maximum=999_999_999),
    "username": string("Username, in any case.", pattern="^[A-Za-z0-9_-]{1,40}$"),
}

PROBLEM_SCHEMAS: dict[str, Schema] = {
    "Fault": open_object(
        {
            "pointer": string("For a fault in the body: JSON pointer (RFC 6901) to its place."),
            "parameter": string("For a fault in the query: the parameter's name."),
            "code": string("Stable code for programs."),
            "detail": string("One sentence for people."),
        },
        optional=["pointer", "parameter"],
    ),
    "Problem": open_object(
        {
            "type": string(
                "Address of a page about the code, on this server.", format="uri-reference"
            ),
            "title": string("Title of the code, for people."),
            "status": integer("The HTTP status.", minimum=400, maximum=599),
            "code": string("Stable code for programs."),
            "detail": string("One sentence about this case, for people."),
            "instance": string("Id of the request, as in the header `X-Request-Id`."),
            "errors": array_of(
                reference_schema("Fault"),
                "The first 20 faults of the request; `detail` has the number of the others.",
            ),
        },
        optional=["errors"],
    ),
}

HEADERS: dict[str, Any] = {
    "Content-Language": {
        "description": "Language of the texts for people.",
        "required": False,
        "schema": {"type": "string"},
    },
    "ETag": {
        "description": "Sent back as `If-None-Match`, it gets 304 while nothing has changed.",
        "schema": {"type": "string"},
    },
    "RateLimit": {
        "description": 'The rest of the quota, and seconds until it is full again: `"player";r=9;t=3`.',
        "schema": {"type": "string"},
    },
    "RateLimit-Policy": {
        "description": 'The quota, and its window in seconds: `"player";q=600;w=60`.',
        "schema": {"type": "string"},
    },
    "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}},
    "X-Request-Id": {
        "description": (
            "Id of this request, by which the operator finds it in the log. The server keeps a "
            "client's own id of 1 to 64 letters, digits, `.`, `_` and `-`."
        ),
        "schema": {"type": "string"},
    },
    "Idempotency-Replayed": {
        "description": "`true` for a repeated response to the same `Idempotency-Key`.",
        "required": False,
        "schema": {"type": "string"},
    },
    "Location": {"description": "Address of what was created.", "schema": {"type": "string"}},
    "WWW-Authenticate": {
        "description": (
            "`Bearer`, with the error or the missing scope; the document at `resource_metadata` names "
            "the issuer of tokens (RFC 9728)."
        ),
        "schema": {"type": "string"},
    },
}


LOCATED = frozenset({"create_game", "create_export", "create_invitation", "create_message"})
"""Calls that say where that is which they have made."""

_GAMES = game_schemas()
SCHEMAS: dict[str, Schema] = {
    **PROBLEM_SCHEMAS,
    **schemas_of(HealthBody),
    **INDEX_SCHEMAS,
    **PLAYER_SHAPES,
    **NOTICE_SHAPES,
    **SUBSCRIPTION_SCHEMAS,
    **_GAMES,
    "WebhookMessage": message_schema(_GAMES["FeedEvent"]),
}


class Described(AutoSchema):
    """DRF's views by their own `Call`; nothing is guessed."""

    def get_operation(
        self, path: str, path_regex: str, path_prefix: str, method: str, registry: Any
    ) -> dict[str, Any] | None:
        call: Call | None = getattr(getattr(self.view, method.lower()), "call", None)
        if call is None:
            return None
        self.registry, limited = registry, path.startswith("/api/v1")
        operation: dict[str, Any] = {
            "operationId": call.name,
            "tags": [call.tag],
            "summary": call.summary,
            "description": call.description or f"{call.summary}.",
            "parameters": [
                *_path_parameters(path),
                *self._query(method),
                *_language_header(call),
                *_conditional_parameters(call, method, limited=limited),
                *_idempotency_parameter(call),
            ],
            "security": self._security(call),
            "responses": {
                str(call.answer.status): _answer_response(call, method, limited=limited),
                **self._refusals(call, path, method, limited=limited),
            },
        }
        body = self._body(method)
        if body:
            content: dict[str, Any] = {"schema": self.resolve_serializer(body, "request").ref}
            if call.request_example is not None:
                content["example"] = call.request_example
            if call.request_examples:
                content["examples"] = call.request_examples
            operation["requestBody"] = {
                "required": any(one.required for one in body().fields.values()),
                "content": {"application/json": content},
            }
        return operation

    def _body(self, method: str) -> type[Body] | None:
        view: Any = self.view
        body: type[Body] | None = view.serializer_class if method in WITH_BODY else None
        return body

    def _query(self, method: str) -> list[dict[str, Any]]:
        view: Any = self.view
        query = view.query_serializer_class if method == "GET" else None
        schema = self._map_basic_serializer(query or Query, "request")
        return [
            _build_parameter(name, "query", one)
            for name, one in schema.get("properties", {}).items()
        ]

    def _map_basic_serializer(self, serializer: Any, direction: Any) -> Schema:
        schema: Schema = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]
        return {**schema, "additionalProperties": False, **serializer.schema_extra}

    def _map_serializer_field(self, field: Any, *args: Any, **more: Any) -> Schema:
        if isinstance(field, ChoiceField):
            schema = string(str(field.help_text or ""), enum=[*field.choices])
        else:
            schema = super()._map_serializer_field(field, *args, **more)  # type: ignore[no-untyped-call]
        if isinstance(field, ListField) and field.distinct:
            schema["uniqueItems"] = True
        if "oneOf" in schema:  # Generators know how to read null or another by this word.
            schema["anyOf"] = schema.pop("oneOf")
        default = field.style.get("default") if isinstance(field, Field) else None
        if default is not None:
            schema["default"] = default
        title = getattr(field, "component", None)
        return {"title": title, **schema} if title else schema

    # One scheme for all tokens: docs/decisions/api-document.md.
    def _security(self, call: Call) -> list[dict[str, list[str]]]:
        if call.tokenless:
            return []
        needed = any(isinstance(one, IsAuthenticated) for one in self.view.get_permissions())
        scopes = [*call.needed_scopes]
        return [{"bearer": scopes}] if needed else [{}, {"bearer": scopes}]

    def _refusals(self, call: Call, path: str, method: str, *, limited: bool) -> dict[str, Any]:
        codes = _require_known(call)
        if not call.tokenless:
            codes += ["token_invalid", "token_expired"]
            codes += ["insufficient_scope"] if call.scope else []
            if {} not in self._security(call):
                codes.append("not_authenticated")
        if self._body(method) or method == "POST":
            codes += BODY_CODES
        if limited:
            codes += ["throttled", *CALL_CODES]
        codes += UNREAD_CODES if method != "GET" else ()
        codes.append("invalid_query")
        if "{" in path:
            codes.append("not_found")
        if "{game}" in path:
            codes.append("rules_missing")
        by_status: dict[str, list[str]] = {}
        # In one order, so that responses with the same codes are one.
        for code in (code for code in CODES if code in codes):
            status = CODES[code].status
            place = UNREAD if code in UNREAD_CODES else str(status)
            by_status.setdefault(place, []).append(code)
        answers = {status: _problem_response(by_status[status]) for status in sorted(by_status)}
        if call.ends:
            answers["204"] = _empty_response("The game is over and everything was sent.")
        if method == "GET" and limited and not call.streams:
            answers["304"] = _empty_response("Nothing has changed.")
        return dict(sorted(answers.items()))


def _require_known(call: Call) -> list[str]:
    """Return the codes with which a call refuses. Raises if one is in no table, as a misspelt one."""
    if unknown := {*call.refuses} - CODES.keys():
        raise ImproperlyConfigured(f"{call.name} refuses with {sorted(unknown)}: no such code.")
    return list(call.refuses)


def _path_parameters(path: str) -> list[dict[str, Any]]:
    return [
        _build_parameter(name, "path", PATHS[name], required=True)
        for name in uritemplate.variables(path)
    ]


def _language_header(call: Call) -> list[dict[str, Any]]:
    wanted = string("Language of texts for people: English (`en`) or German (`de`).")
    return [_build_parameter(ACCEPT_LANGUAGE, "header", wanted)] if call.localized else []


def _conditional_parameters(call: Call, method: str, *, limited: bool) -> list[dict[str, Any]]:
    if call.streams:
        last = string("The `id` of the last message received; it overrides `after`.")
        return [_build_parameter("Last-Event-ID", "header", last)]
    if method != "GET" or not limited:
        return []
    tag = string("The `ETag` of the response that the client has.")
    return [_build_parameter("If-None-Match", "header", tag)]


def _idempotency_parameter(call: Call) -> list[dict[str, Any]]:
    if not call.once:
        return []
    key = string(
        "A text by the client, new for each action. The same key with the same body acts once; for 24 "
        "hours it gets the first response again.",
        pattern=f"^{KEY.pattern}$",
    )
    if call.tokenless:
        key = string(
            "The same without a token: a random UUID.",
            pattern=f"^{RANDOM_UUID.pattern}$",
            title="RandomIdempotencyKey",
        )
    return [_build_parameter("Idempotency-Key", "header", key)]


def _build_parameter(
    name: str, place: str, schema: Schema, *, required: bool = False
) -> dict[str, Any]:
    words = {key: value for key, value in schema.items() if key != "description"}
    return {
        "name": name,
        "in": place,
        "description": schema.get("description", ""),
        **({"required": True} if required else {}),
        "schema": words,
    }


def _header_references(*names: str) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in ("X-Request-Id", *names)}


def _empty_response(text: str) -> dict[str, Any]:
    return {"description": text, "headers": _header_references()}


def _answer_response(call: Call, method: str, *, limited: bool) -> dict[str, Any]:
    headers = ["RateLimit", "RateLimit-Policy"] if limited else []
    headers += ["ETag"] if limited and method == "GET" and not call.streams else []
    headers += ["Content-Language"] if call.localized else []
    headers += ["Location"] if call.name in LOCATED else []
    headers += ["Idempotency-Replayed"] if call.once else []
    found: dict[str, Any] = {
        "description": call.answer.text,
        "headers": _header_references(*headers),
    }
    if call.answer.schema:
        content: dict[str, Any] = {"schema": reference_schema(call.answer.schema)}
        if call.streams:
            content["example"] = EXAMPLES["EventPage"]["results"][0]
        elif call.answer.example in EXAMPLES:
            content["examples"] = _refer_to_examples(call.answer.example)
        found["content"] = {"text/event-stream" if call.streams else call.answer.content: content}
    return found


def _problem_response(codes: list[str]) -> dict[str, Any]:
    status = CODES[codes[0]].status
    extra = ["Retry-After"] if status in SOON else []
    if status == HTTPStatus.TOO_MANY_REQUESTS:
        extra += ["RateLimit", "RateLimit-Policy"]
    if status == HTTPStatus.UNAUTHORIZED:
        extra += ["WWW-Authenticate"]
    headers = _header_references(*extra)
    if "idempotency_key_in_use" in codes:
        text = "Seconds, with `idempotency_key_in_use`."
        headers["Retry-After"] = {**HEADERS["Retry-After"], "description": text, "required": False}
    return {
        "description": "; ".join(f"`{code}`" for code in codes),
        "headers": headers,
        "content": {
            PROBLEM: {"schema": reference_schema("Problem"), "examples": _refer_to_examples(*codes)}
        },
    }


def _refer_to_examples(*names: str) -> dict[str, Any]:
    """References to examples; that of a problem has its code for a name."""
    return {name: {"$ref": f"#/components/examples/{name}"} for name in names}


def complete(result: dict[str, Any], **context: Any) -> dict[str, Any]:
    """drf-spectacular's hook: everything that the calls refer to by name."""
    examples = EXAMPLES | {code: example_problem(code) for code in sorted(stated_codes(result))}
    result["webhooks"] = webhook_message(EXAMPLES["EventPage"]["results"][-1])
    sent = result["components"].get("schemas", {})
    result["components"] = {
        "schemas": lift_schemas(move_examples_to_schemas({**SCHEMAS, **sent}, result)),
        "parameters": extract_shared_parameters(result),
        "responses": extract_shared_responses(result),
        "headers": HEADERS,
        "examples": {name: {"value": value} for name, value in examples.items()},
        "securitySchemes": {
            "bearer": {
                "type": "http",
                "scheme": "bearer",
                "description": (
                    "A token from `POST /me/tokens` or the page /account/tokens/; or one that an app gets by "
                    "OAuth 2, with PKCE and without a secret: /.well-known/oauth-authorization-server has "
                    "the addresses, /docs/apps the steps. A call needs the scope beside it; no app gets "
                    "`token:write`."
                ),
            },
        },
    }
    return result
