"""The document and its two readers, all served from here: nothing is fetched from elsewhere."""

from functools import lru_cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import (
    SpectacularAPIView,
    SpectacularRedocView,
    SpectacularSwaggerView,
)
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import TemplateHTMLRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

# A browser that obeys it asks no other server, whatever the readers' scripts would like.
FROM_HERE_ONLY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; worker-src 'self' blob:; frame-ancestors 'none'"
)


@lru_cache(maxsize=1)
def document() -> dict[str, Any]:
    """The OpenAPI document; it is the same for everybody and for as long as the process lives."""
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return schema


class Document(SpectacularAPIView):
    """The OpenAPI document, as YAML or, on request, as JSON."""

    content_negotiation_class = DefaultContentNegotiation

    def _get_schema_response(self, request: Request) -> Response:
        return Response(document())


class _Page(APIView):
    """A page for browsers."""

    content_negotiation_class = DefaultContentNegotiation

    def finalize_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().finalize_response(*args, **kwargs)
        response["Content-Security-Policy"] = FROM_HERE_ONLY
        return response


class Swagger(_Page, SpectacularSwaggerView):
    """The document with a form for each call."""


class Redoc(_Page, SpectacularRedocView):
    """The document to read."""

    renderer_classes = [TemplateHTMLRenderer]
    # The template that comes with the package links fonts from outside.
    template_name = "redoc.html"
