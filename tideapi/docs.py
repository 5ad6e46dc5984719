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
from tideapi.rest.errors import Fault, invalid_query

FORMS = {
    "yaml": ("application/vnd.oai.openapi", "application/yaml"),
    "json": ("application/json", "application/vnd.oai.openapi+json"),
}
"""The forms of the document, each with the media types by which it can be asked for."""
FORM_OF = {kind: form for form, kinds in FORMS.items() for kind in kinds}
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
def document(request: HttpRequest, form: str | None = None) -> HttpResponse:
    """Answer with the OpenAPI document as YAML or JSON: as the address, `format` or `Accept` asks.

    Raises `ApiError` (`invalid_query`) for another format.
    """
    form = form or request.GET.get("format")
    if form is not None and form not in FORMS:
        said = f"This must be one of: {', '.join(FORMS)}."
        raise invalid_query(Fault("format", "not_a_choice", said))
    kinds = FORMS[form] if form else FORM_OF
    kind = request.get_preferred_type([*kinds]) or next(iter(kinds))
    form = FORM_OF[kind]
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
