"""Apps that register themselves (RFC 7591): who may, how often, and as what.

What an app may be stands in `players.models.App.clean`, for every way to become one. Here is only what the
library's view does not look at.
"""

from collections.abc import Callable
from typing import Any

import orjson
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_exempt
from oauth2_provider.views import (
    DynamicClientRegistrationManagementView,
    DynamicClientRegistrationView,
)

from tideapi.rest.client import address
from tideapi.rest.counting import OverLimit, count

POLICY = "registrations"
REFUSED = ("password", "implicit", "client_credentials")
SECRETS = ("none", "client_secret_basic", "client_secret_post")
"""How an app may say that it wants to sign in. All get `none`, and the answer says so (RFC 7591, 3.2.1)."""


@method_decorator(csrf_exempt, name="dispatch")
class Register(DynamicClientRegistrationView):  # type: ignore[misc]  # It has no types.
    def post(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        usage = count(POLICY, address(request))
        if usage.over:
            raise OverLimit(usage, "Too many apps are registered from here.")
        request.user = (
            AnonymousUser()
        )  # A page cannot have it registered in the name of who looks at it.
        return _judged(request, super().post)


@method_decorator(csrf_exempt, name="dispatch")
class Registered(DynamicClientRegistrationManagementView):  # type: ignore[misc]
    """What an app has registered, for whoever has the token that came with it (RFC 7592)."""

    def put(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        return _judged(request, lambda asked: super(Registered, self).put(asked, *args, **more))


def _judged(request: HttpRequest, go_on: Callable[[HttpRequest], HttpResponse]) -> HttpResponse:
    """The library's answer to what is sound, with its body as the library is to read it."""
    try:
        wish = orjson.loads(request.body)
    except orjson.JSONDecodeError:
        return _refused("The body is no JSON.")
    fault = _fault(wish)
    if fault is not None:
        return _refused(fault)
    try:
        # The library keeps a secret for all others, and nobody would be told it.
        request._body = orjson.dumps({**wish, "token_endpoint_auth_method": "none"})  # noqa: SLF001
    except orjson.JSONEncodeError:
        return _refused("The body is nested too deeply.")
    return go_on(request)


def _fault(wish: Any) -> str | None:
    """Why this cannot be registered, in one sentence."""
    if not isinstance(wish, dict):
        return "The body must be a JSON object."
    if not isinstance(wish.get("client_name", ""), str):
        return "client_name must be a text."
    if wish.get("token_endpoint_auth_method", "none") not in SECRETS:
        return "token_endpoint_auth_method must be none: no app has a secret here."
    grants = wish.get("grant_types", [])
    if isinstance(grants, list) and (bad := [one for one in grants if one in REFUSED]):
        return f"The grant type {bad[0]} is not offered (RFC 9700)."
    responses = wish.get("response_types", ["code"])
    if responses not in (["code"], []):
        return "The only response type is code."
    return None


def _refused(description: str) -> HttpResponse:
    error = "invalid_client_metadata"
    return JsonResponse({"error": error, "error_description": description}, status=400)
