"""Base class of all views of the API, and answers to conditional requests (RFC 9110, section 13).

Here are the answers that are tagged before they are made. All others get their tag, a hash of their bytes,
from `tideapi.web.conditions`.
"""

from collections.abc import Callable
from functools import cached_property
from http import HTTPStatus
from typing import Any

from django.http import HttpResponse, HttpResponseNotModified
from django.utils.cache import get_conditional_response, patch_vary_headers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from common.rest.describe import Call
from common.rest.paging import DEFAULT_PAGE_SIZE, Links, Pages

COMPRESSED = "tide.compressed"
"""Where a call's environment says that its answer may be compressed."""


class View(APIView):
    """A view whose query and body are read as its description says.

    `self.query` and `self.body` hold what was sent. What the description does not know is refused by name.
    """

    query: dict[str, Any]
    described: Call | None = None
    """The call that is made; None for a method that no handler has."""
    http_method_names = ["get", "head", "post", "put", "patch", "delete", "options"]

    @cached_property
    def body(self) -> dict[str, Any]:
        """The body, read by the serializer that the call names when it is first looked at.

        Raises `ApiError` with all faults.
        """
        assert self.described is not None and self.described.request is not None  # noqa: S101, PT018
        return self.described.request.read(self.request.data)

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """Answer with `Allow` alone: the document tells the rest."""
        return Response(status=HTTPStatus.NO_CONTENT)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if request.method == "OPTIONS":
            return  # Which methods an address has is no secret, so no token is asked for.
        handler = getattr(self, (request.method or "").lower(), None)
        self.described = getattr(handler, "call", None)
        if self.described is not None and self.described.tokenless:
            request.authenticators, self.permission_classes = [], []
        super().initial(request, *args, **kwargs)
        if self.described is not None:
            if self.described.compressed:
                request.META[COMPRESSED] = True
            is_sent = request.META.get("QUERY_STRING")
            known = self.described.query
            self.query = known.read_parameters(request.query_params) if is_sent else {}

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
