"""drf-spectacular's view of the API: what a call has for what it is like, beside what it states itself."""

from typing import Any

import uritemplate
from drf_spectacular import openapi
from drf_spectacular.drainage import get_override
from drf_spectacular.plumbing import get_doc
from drf_spectacular.utils import OpenApiParameter
from rest_framework.fields import Field

from common.rest.addresses import PATH_PARAMETERS
from common.rest.error_codes import CODES
from common.rest.fields import ChoiceField, ListField
from common.rest.responses import (
    BODY_CODES,
    CALL_CODES,
    IF_NONE_MATCH,
    LAST_EVENT_ID,
    STREAM,
    UNREAD,
    UNREAD_CODES,
    ProblemResponse,
    problem_response,
    reference_examples,
    reference_headers,
)
from common.rest.schemas import Schema, string
from common.rest.scopes import find_handler, required_scopes
from players.authentication import HasScopes
from players.idempotency import IDEMPOTENCY_CODES, IDEMPOTENCY_KEY, RANDOM_KEY
from tideapi.examples import EXAMPLES

Json = dict[str, Any]

PLACES = ("path", "query", "header")
ORDER = (
    *("operationId", "tags", "summary", "name", "in", "description", "required", "parameters"),
    *("security", "schema", "responses", "requestBody", "headers", "content"),
)
"""Members of an operation, a parameter, a response and a body, in the order of the document."""


class AutoSchema(openapi.AutoSchema):
    """drf-spectacular's own, with docstrings for texts and with what all calls share."""

    view: Any

    @property
    def handler(self) -> Any:
        return find_handler(self.view, self.method)

    def get_summary(self) -> str:
        """Return the first line of the handler's docstring."""
        return get_doc(self.handler).partition("\n")[0].removesuffix(".")

    def get_description(self) -> str:  # type: ignore[override]
        """Return the rest of the handler's docstring, without its line breaks."""
        paragraphs = get_doc(self.handler).split("\n\n")[1:]
        return "\n\n".join(" ".join(one.split()) for one in paragraphs)

    def get_request_serializer(self) -> Any:
        return self.view.find_body_serializer()

    def _is_list_view(self, serializer: Any = None) -> bool:
        return False  # A list's calls state it with its envelope.

    # One scheme for all tokens: docs/decisions/api-document.md.
    def get_auth(self) -> list[Schema]:
        if not self.view.get_authenticators():
            return []
        bearer = {"bearer": [*required_scopes(self.view, self.method)]}
        is_needed = any(isinstance(one, HasScopes) for one in self.view.get_permissions())
        return [bearer] if is_needed else [{}, bearer]

    def get_override_parameters(self) -> list[Any]:
        found: list[Any] = [PATH_PARAMETERS[name] for name in uritemplate.variables(self.path)]
        if self.method == "GET":
            found += self._query_parameters()
            found += self._condition_parameters()
        if self._is_idempotent():
            found.append(IDEMPOTENCY_KEY if self.view.get_authenticators() else RANDOM_KEY)
        return found

    def get_operation(self, *args: Any) -> Json | None:
        """Return the operation with the headers, problems and examples of its responses."""
        found = super().get_operation(*args)
        if found is None:
            return None
        operation = {"parameters": [], "security": [], **found}
        good = {status: one for status, one in found["responses"].items() if status < "300"}
        for response in good.values():
            is_full = "content" in response or len(good) == 1
            names = self._headers(response.get("headers", ())) if is_full else []
            response["headers"] = reference_headers(*names)
            for kind, content in response.get("content", {}).items():
                if kind == STREAM:
                    content["example"] = EXAMPLES["EventPage"]["results"][0]
                elif "examples" in content:
                    content["examples"] = reference_examples(*content["examples"])
        if IF_NONE_MATCH in self.get_override_parameters():
            good["304"] = {"description": "Nothing has changed.", "headers": reference_headers()}
        operation["responses"] = dict(sorted((good | self._problems()).items()))
        if "requestBody" in operation:
            self._complete_body(operation["requestBody"])
        for part in (operation, *operation["parameters"], *operation["responses"].values()):
            _sort_members(part)
        operation["parameters"].sort(key=_parameter_place)
        return operation

    def _query_parameters(self) -> list[OpenApiParameter]:
        """Return the fields of the query: drf-spectacular would add `minLength` to them."""
        serializer = self.view.find_query_serializer()
        if serializer is None:
            return []
        query = self._map_basic_serializer(serializer, "request")
        return [
            OpenApiParameter(name, schema, description=schema.pop("description"))
            for name, schema in query["properties"].items()
        ]

    def _condition_parameters(self) -> list[OpenApiParameter]:
        if self._is_stream():
            return [LAST_EVENT_ID]
        return [IF_NONE_MATCH] if self._is_limited() else []

    def _is_limited(self) -> bool:
        return self.path.startswith("/api/v1")

    def _is_stream(self) -> bool:
        return any(isinstance(one, tuple) and STREAM in one for one in self._stated())

    def _is_idempotent(self) -> bool:
        return hasattr(self.handler, "is_idempotent")

    def _stated(self) -> dict[Any, Any]:
        found: Any = self.get_response_serializers()
        return found  # type: ignore[no-any-return]

    def _complete_body(self, body: Json) -> None:
        """Say whether it is required. A serializer's example stands in its schema, for generators."""
        body.setdefault("required", False)
        (content,) = body["content"].values()
        content.pop("examples", None)
        named = [one for one in self.get_examples() if one.request_only]
        if named:
            content["examples"] = {
                one.name: {"summary": one.summary, "value": one.value} for one in named
            }
        _sort_members(body)

    def _headers(self, own: Any) -> list[str]:
        return [
            *(["RateLimit", "RateLimit-Policy"] if self._is_limited() else []),
            *(["ETag"] if IF_NONE_MATCH in self.get_override_parameters() else []),
            *own,
            *(["Idempotency-Replayed"] if self._is_idempotent() else []),
        ]

    def _problems(self) -> Json:
        stated = (one for one in self._stated().values() if isinstance(one, ProblemResponse))
        codes = {code for one in stated for code in one.codes} | {*self._shared_codes()}
        by_status: dict[str, list[str]] = {}
        # In one order, so that responses with the same codes are one.
        for code in (code for code in CODES if code in codes):
            place = UNREAD if code in UNREAD_CODES else str(CODES[code].status)
            by_status.setdefault(place, []).append(code)
        return {status: problem_response(same) for status, same in by_status.items()}

    def _shared_codes(self) -> list[str]:
        codes = ["invalid_query"]
        if self.view.get_authenticators():
            codes += ["token_invalid", "token_expired", "insufficient_scope"]
            codes += [] if getattr(self.view, "admits_suspended", False) else ["account_suspended"]
            codes += [] if {} in self.get_auth() else ["not_authenticated"]
        has_body = self.method in {"PUT", "PATCH"} and self.get_request_serializer()
        codes += BODY_CODES if has_body or self.method == "POST" else ()
        codes += ["throttled", *CALL_CODES] if self._is_limited() else []
        codes += UNREAD_CODES if self.method != "GET" else ()
        codes += ["not_found"] if "{" in self.path else []
        codes += ["rules_missing"] if "{game}" in self.path else []
        codes += IDEMPOTENCY_CODES if self._is_idempotent() else ()
        return codes

    def _map_basic_serializer(self, serializer: Any, direction: Any) -> Schema:
        schema: Schema = super()._map_basic_serializer(serializer, direction)  # type: ignore[no-untyped-call]
        closed = {**schema, "additionalProperties": False, **serializer.schema_extra}
        shown = [one.value for one in get_override(serializer, "examples", [])]
        return {**closed, "examples": shown} if shown else closed

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


def _sort_members(part: Json) -> None:
    members = sorted(part.items(), key=lambda item: ORDER.index(item[0]))
    part.clear()
    part.update(members)


def _parameter_place(parameter: Json) -> tuple[int, str]:
    """Return what parameters are sorted by: their place, and headers by their names."""
    place = parameter["in"]
    return PLACES.index(place), parameter["name"] if place == "header" else ""
