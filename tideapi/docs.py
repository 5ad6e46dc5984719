"""The document and its two readers, all served from here: nothing is fetched from elsewhere.

Each is the same for everybody and takes up to a second to make, so each process makes it once.
"""

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from threading import Lock
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer

from tideapi.event_reference import sections
from tideapi.rendering import Renderer

YAML = ("application/vnd.oai.openapi", "application/yaml")
JSON = ("application/vnd.oai.openapi+json", "application/json")
MAKING = Lock()
"""Held by whoever makes one of them, so that those who ask meanwhile do not make it too."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Bytes that are sent as they are, and their entity tag."""

    body: bytes
    tag: str

    def answer(self, kind: str) -> HttpResponse:
        response = HttpResponse(self.body, content_type=kind)
        response["ETag"] = self.tag
        response["Cache-Control"] = "public, max-age=300"
        return response


@csrf_exempt
@require_safe
def document(request: HttpRequest) -> HttpResponse:
    """The OpenAPI document, as YAML or, on request, as JSON."""
    kind = request.get_preferred_type([*YAML, *JSON]) or YAML[0]
    form = "json" if kind in JSON else "yaml"
    response = _kept(form).answer(kind)
    response["Content-Disposition"] = f'inline; filename="tideapi.{form}"'
    patch_vary_headers(response, ["Accept"])
    return response


@csrf_exempt
@require_safe
def swagger(request: HttpRequest) -> HttpResponse:
    """The document with a form for each call."""
    return _page("swagger.html")


@csrf_exempt
@require_safe
def redoc(request: HttpRequest) -> HttpResponse:
    """The document to read."""
    return _page("redoc.html")


def _page(template: str) -> HttpResponse:
    return _kept(template).answer("text/html; charset=utf-8")


def _kept(form: str) -> Kept:
    with MAKING:
        return _make(form)


@cache
def _make(form: str) -> Kept:
    if form == "yaml":
        body = Renderer().render(schema())
    elif form == "json":
        body = OpenApiJsonRenderer().render(schema())
    else:
        shown = {"document": reverse("schema"), "sections": sections()}
        body = render_to_string(form, shown).encode()
    return kept(body)


def kept(body: bytes) -> Kept:
    """These bytes, with the tag that they have."""
    return Kept(body, f'"{sha256(body).hexdigest()[:32]}"')


@cache
def schema() -> dict[str, Any]:
    """The document."""
    made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return made
