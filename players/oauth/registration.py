"""Dynamic registration of apps (RFC 7591), and the metadata that they read first (RFC 8414, RFC 9728).

The rules for all apps stand in `players.models.App.clean`. Here is only what the library's view does not
check.
"""

from codecs import BOM_UTF8
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import orjson
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_exempt
from oauth2_provider.views import (
    DynamicClientRegistrationManagementView,
    DynamicClientRegistrationView,
    OAuthProtectedResourceMetadataView,
    OAuthServerMetadataView,
)

from common.outside import addresses
from common.outside.addresses import BadAddress
from common.rest.client import client_address
from common.rest.rate_limits import count_use
from players.models.app import MAX_URIS, NAME_WANTED, URIS_WANTED, App, is_name, is_safe
from players.oauth.app_endpoint import set_endpoint
from players.oauth.validator import DEVICE

POLICY = "app_registrations"
CODE, REFRESH = "authorization_code", "refresh_token"
GRANTS = (CODE, REFRESH, DEVICE)
METADATA, REDIRECT = "invalid_client_metadata", "invalid_redirect_uri"
SECRETS = ("none", "client_secret_basic", "client_secret_post")
"""Accepted methods of authentication. All apps get `none`, and the answer says so (RFC 7591, 3.2.1)."""
Fault = tuple[str, str]
"""An error code of RFC 7591, section 3.2.2, and one sentence."""


@method_decorator(csrf_exempt, name="dispatch")
class Register(DynamicClientRegistrationView):  # type: ignore[misc]  # It has no types.
    def post(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        usage = count_use(POLICY, client_address(request))
        usage.raise_if_over("Too many apps are registered from here.")
        # A page cannot have it registered in the name of who looks at it.
        request.user = AnonymousUser()
        return _judge_request(request, super().post)


@method_decorator(csrf_exempt, name="dispatch")
class Registered(DynamicClientRegistrationManagementView):  # type: ignore[misc]
    """An app's registration, for the holder of the token that came with it (RFC 7592)."""

    def get(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        return _complete_entry(super().get(request, *args, **more))

    def put(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        return _judge_request(
            request, lambda asked: super(Registered, self).put(asked, *args, **more)
        )


def _judge_request(
    request: HttpRequest, go_on: Callable[[HttpRequest], HttpResponse]
) -> HttpResponse:
    """Return the library's response to a valid request, with the body adapted to the library."""
    try:
        metadata = orjson.loads(request.body.removeprefix(BOM_UTF8))
    except orjson.JSONDecodeError:
        return _refuse_registration(METADATA, "The body is no JSON.")
    fault = _find_fault(metadata)
    if fault is not None:
        return _refuse_registration(*fault)
    grants = metadata.get("grant_types", [CODE])
    # The library keeps one flow of an app, and a secret for all that do not ask for none.
    kept = {
        "grant_types": [CODE if CODE in grants else DEVICE],
        "token_endpoint_auth_method": "none",
    }
    try:
        request._body = orjson.dumps({**metadata, **kept})  # noqa: SLF001
    except orjson.JSONEncodeError:
        return _refuse_registration(METADATA, "The body is nested too deeply.")
    with transaction.atomic():
        answer = go_on(request)
        if answer.status_code < HTTPStatus.BAD_REQUEST:
            known = orjson.loads(answer.content)
            both = CODE in grants and DEVICE in grants
            App.objects.filter(client_id=known["client_id"]).update(device_flow=both)
            endpoint = set_endpoint(known["client_id"], metadata.get("webhook_uri", ""))
            answer = _complete_entry(answer, endpoint)
    return answer


def _complete_entry(answer: HttpResponse, endpoint: dict[str, str] | None = None) -> HttpResponse:
    """Return the library's response about an app, with all grants and the endpoint of the app."""
    if answer.status_code >= HTTPStatus.BAD_REQUEST:
        return answer
    known = orjson.loads(answer.content)
    app = App.objects.get(client_id=known["client_id"])
    if app.device_flow:
        known["grant_types"].append(DEVICE)
    if endpoint is None and app.webhook_url:
        endpoint = {"webhook_uri": app.webhook_url}
    return JsonResponse({**known, **(endpoint or {})}, status=answer.status_code)


def _find_fault(metadata: Any) -> Fault | None:
    """Return why this cannot be registered, if so."""
    if not isinstance(metadata, dict):
        return METADATA, "The body must be a JSON object."
    name = metadata.get("client_name", "")
    if not isinstance(name, str) or not is_name(name):
        return METADATA, f"client_name: {NAME_WANTED}"
    if metadata.get("token_endpoint_auth_method", "none") not in SECRETS:
        return METADATA, "token_endpoint_auth_method must be none: no app has a secret here."
    if metadata.get("response_types", ["code"]) not in (["code"], []):
        return METADATA, "The only response type is code."
    if (message := _fault_of_endpoint(metadata.get("webhook_uri", ""))) is not None:
        return METADATA, f"webhook_uri: {message}"
    return _fault_of_flows(metadata.get("grant_types", [CODE]), metadata.get("redirect_uris", []))


def _fault_of_endpoint(url: Any) -> str | None:
    """Return why nothing may be sent to this address; an empty one removes the endpoint."""
    if not isinstance(url, str):
        return "An address is a text."
    try:
        if url:
            addresses.read(url)
    except BadAddress as error:
        return str(error)
    return None


def _fault_of_flows(grants: Any, uris: Any) -> Fault | None:
    if not isinstance(grants, list) or any(one not in GRANTS for one in grants):
        return METADATA, f"grant_types is a list of {', '.join(GRANTS)}."
    if not {CODE, DEVICE} & set(grants):
        return METADATA, f"grant_types needs {CODE} or {DEVICE}."
    if not isinstance(uris, list) or not all(isinstance(uri, str) for uri in uris):
        return REDIRECT, "redirect_uris must be a list of texts."
    if CODE in grants and not uris:
        return REDIRECT, f"{CODE} needs redirect_uris."
    if len(uris) > MAX_URIS or not all(map(is_safe, uris)):
        return REDIRECT, URIS_WANTED
    return None


def _refuse_registration(error: str, description: str) -> HttpResponse:
    return JsonResponse({"error": error, "error_description": description}, status=400)


@method_decorator(csrf_exempt, name="dispatch")
class Issuer(OAuthServerMetadataView):  # type: ignore[misc]
    """Metadata of the issuer of tokens (RFC 8414)."""

    def get(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        known = orjson.loads(super().get(request, *args, **more).content)
        begin = self._get_endpoint_url(request, "device-authorization", required=True)
        known["device_authorization_endpoint"] = begin
        known["service_documentation"] = request.build_absolute_uri("/docs/apps")
        return JsonResponse(known)


@method_decorator(csrf_exempt, name="dispatch")
class Resource(OAuthProtectedResourceMetadataView):  # type: ignore[misc]
    """Metadata of the API (RFC 9728)."""

    def get(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        known = orjson.loads(super().get(request, *args, **more).content)
        known["resource_documentation"] = request.build_absolute_uri("/docs/apps#scopes")
        return JsonResponse(known)
