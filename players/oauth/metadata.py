"""Metadata for clients: RFC 8414 about the issuer of tokens, RFC 9728 about the API."""

import json
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_exempt
from oauth2_provider.views import OAuthProtectedResourceMetadataView, OAuthServerMetadataView


@method_decorator(csrf_exempt, name="dispatch")
class Issuer(OAuthServerMetadataView):  # type: ignore[misc]  # It has no types.
    def get(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        known = json.loads(super().get(request, *args, **more).content)
        begin = self._get_endpoint_url(request, "device-authorization", required=True)
        known["device_authorization_endpoint"] = begin
        known["service_documentation"] = request.build_absolute_uri("/docs/apps")
        return JsonResponse(known)


@method_decorator(csrf_exempt, name="dispatch")
class Resource(OAuthProtectedResourceMetadataView):  # type: ignore[misc]
    def get(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        known = json.loads(super().get(request, *args, **more).content)
        known["resource_documentation"] = request.build_absolute_uri("/docs/apps#scopes")
        return JsonResponse(known)
