"""The OpenAPI document, served as YAML and as JSON, and what is kept of pages that are the same for all.

It takes up to a second to make, so each process makes it once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from threading import Lock
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer

from common.rest.errors import Fault, invalid_query
from tideapi.yaml_renderer import YamlRenderer

FORMS = {
    "yaml": ("application/vnd.oai.openapi", "application/yaml"),
    "json": ("application/json", "application/vnd.oai.openapi+json"),
}
"""The forms of the document, each with the media types by which it can be asked for."""
FORM_OF = {kind: form for form, kinds in FORMS.items() for kind in kinds}
MAKING = Lock()
"""Held while the document is made, so that other requests wait for it instead of making it too."""


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


def page_view(
    render: Callable[..., Kept], kind: str = "text/html; charset=utf-8"
) -> Callable[..., HttpResponse]:
    """Return a view that answers with what `render` returns for the parts of its address."""

    @csrf_exempt
    @require_safe
    def answer_request(request: HttpRequest, **parts: str) -> HttpResponse:
        return render(**parts).answer(kind)

    return answer_request


@csrf_exempt
@require_safe
def document(request: HttpRequest, form: str | None = None) -> HttpResponse:
    """Answer with the OpenAPI document as YAML or JSON: as the address, `format` or `Accept` asks.

    Raises `ApiError` (`invalid_query`) for another format.
    """
    form = form or request.GET.get("format")
    if form is not None and form not in FORMS:
        message = _("This must be one of: {names}.").format(names=", ".join(FORMS))
        raise invalid_query(Fault("format", "not_a_choice", message))
    kinds = FORMS[form] if form else FORM_OF
    kind = request.get_preferred_type([*kinds]) or next(iter(kinds))
    form = FORM_OF[kind]
    response = _keep_document(form).answer(kind)
    response["Content-Disposition"] = f'inline; filename="tideapi.{form}"'
    patch_vary_headers(response, ["Accept"])
    return response


def _keep_document(form: str) -> Kept:
    with MAKING:
        return _render_document(form)


@cache
def _render_document(form: str) -> Kept:
    renderer = YamlRenderer() if form == "yaml" else OpenApiJsonRenderer()
    return keep_bytes(renderer.render(build_document()))


def keep_bytes(body: bytes) -> Kept:
    """These bytes, with the tag that they have."""
    return Kept(body, f'"{sha256(body).hexdigest()[:32]}"')


@cache
def build_document() -> dict[str, Any]:
    """The document, which is in English."""
    with override("en"):
        made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return made
