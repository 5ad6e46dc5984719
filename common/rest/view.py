"""Base class of all views of the API, and answers to conditional requests (RFC 9110, section 13).

Here are the answers that are tagged before they are made. All others get their tag, a hash of their bytes,
from `tideapi.web.conditions`.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from http import HTTPStatus
from typing import Any, TypeVar

from django.http import HttpResponse, HttpResponseNotModified
from django.utils.cache import get_conditional_response, patch_vary_headers
from rest_framework.generics import GenericAPIView
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView
from rest_framework.viewsets import ViewSetMixin

from common.rest.paging import DEFAULT_PAGE_SIZE, Links, PageQuery, Pages
from common.rest.scopes import RequiredScopes
from common.rest.serializers import EmptyBody, Query

WITH_BODY = frozenset({"POST", "PUT", "PATCH"})
"""Methods of which a body is read; what others are sent with is not looked at."""
COMPRESSED = "tide.compressed"
"""Where a call's environment says that its answer may be compressed."""
F = TypeVar("F", bound=Callable[..., Any])


def allow_compression(handler: F) -> F:
    """Decorate a handler whose response has no hand or secret (docs/decisions/web-server.md)."""

    @wraps(handler)
    def handle(view: Any, request: Request, *args: Any, **kwargs: Any) -> Any:
        request.META[COMPRESSED] = True
        return handler(view, request, *args, **kwargs)

    handle.allows_compression = True  # type: ignore[attr-defined]
    return handle  # type: ignore[return-value]


class View(APIView):
    """A view that names the serializers of its body and its query; without one it refuses what is sent."""

    serializer_class: type[BaseSerializer[Any]] | None = None
    """The serializer of the body of POST, PUT and PATCH."""
    query_serializer_class: type[Query] | None = None
    """The serializer of the parameters of GET."""
    required_scopes: RequiredScopes
    http_method_names = ["get", "head", "post", "put", "patch", "delete", "options"]

    def find_body_serializer(self) -> type[BaseSerializer[Any]] | None:
        return self.serializer_class

    def find_query_serializer(self) -> type[Query] | None:
        return self.query_serializer_class

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """Answer with `Allow` alone: the document tells the rest."""
        return Response(status=HTTPStatus.NO_CONTENT)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if request.method == "OPTIONS":
            return  # Which methods an address has is no secret, so no token is asked for.
        super().initial(request, *args, **kwargs)
        if hasattr(self, str(request.method).lower()):
            self._refuse_unread(request)

    def _refuse_unread(self, request: Request) -> None:
        """Raise `ApiError` for a query or a body that no serializer of this view reads."""
        is_read = request.method in SAFE_METHODS and self.find_query_serializer() is not None
        if request.META.get("QUERY_STRING") and not is_read:
            Query(data=request.query_params).is_valid(raise_exception=True)
        if request.method in WITH_BODY and self.find_body_serializer() is None:
            _ = request.body  # Kept: it is part of what an idempotency key stands for.
            EmptyBody(data=request.data).is_valid(raise_exception=True)

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        # Two who ask for the same address may be shown different things.
        patch_vary_headers(response, ["Authorization"])
        response["Cache-Control"] = "private, no-cache"
        finished = super().finalize_response(request, response, *args, **kwargs)
        if finished.status_code == HTTPStatus.NOT_MODIFIED:
            # Django leaves this out of an answer that it finds unchanged itself.
            del finished["Allow"]
        return finished


class PagedView(View, GenericAPIView[Any]):
    """A view with a list, which it answers page by page, in this order."""

    query_serializer_class: type[Query] = PageQuery
    ordering: tuple[str, ...]
    page_size = DEFAULT_PAGE_SIZE
    place: str | None = None
    """A pattern for a position in the order; None where the rows are ordered by a moment first."""

    def paginate_queryset(self, queryset: Any) -> list[Any]:
        """Return the rows of the page that is asked for. Raises `ApiError` (`invalid_query`)."""
        return super().paginate_queryset(queryset) or []

    def get_links(self) -> Links:
        """Return the addresses of the pages beside the one that was read."""
        assert isinstance(self.paginator, Pages)  # noqa: S101  The settings say so.
        return self.paginator.get_links()


class ViewSet(ViewSetMixin, View):
    """The calls on a list and on its single things."""

    serializer_classes: Mapping[str, type[BaseSerializer[Any]]] = {}
    """The serializers of bodies, by action."""

    def find_body_serializer(self) -> type[BaseSerializer[Any]] | None:
        return self.serializer_classes.get(self.action)

    def find_query_serializer(self) -> type[Query] | None:
        return self.query_serializer_class if self.action == "list" else None


class PagedViewSet(ViewSet, PagedView):
    """The same, with a list that is answered page by page."""


SEEN = "HTTP_IF_NONE_MATCH"
"""Where WSGI has the tags that a client has already."""


def tagged_response(request: Request, tag: str, make: Callable[[], object]) -> HttpResponse:
    """Return the result of `make` with its tag; it is not made where the client has it already."""
    known: HttpResponse | None = get_conditional_response(request._request, etag=tag)  # noqa: SLF001
    if known is None:
        return Response(make(), headers={"ETag": tag})
    if known.status_code == HTTPStatus.NOT_MODIFIED:
        known["ETag"] = tag
    return known


def not_modified(request: Request, tag: str) -> HttpResponse | None:
    """The answer to a client that has what this tag stands for already, and asks for nothing else."""
    sent = request.META.get(SEEN, "")
    if sent != tag or "HTTP_IF_MATCH" in request.META:
        return None
    return HttpResponseNotModified(headers={"ETag": tag})
