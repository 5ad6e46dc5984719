"""What every view of the API is."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, ClassVar

from django.utils.cache import patch_vary_headers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tideapi.rest.client import WITH_CALLER
from tideapi.rest.describe import Call
from tideapi.rest.reading import query
from tideapi.rest.scopes import insufficient_scope

COMPRESSED = "tide.compressed"
"""Where a call's environment says that its answer may be compressed."""


class View(APIView):
    """A view whose query is read as its description says, before anything else is done.

    `self.query` holds the parameters that were sent. One that the description does not know is refused
    by name.
    """

    query: dict[str, Any]
    described: Call | None = None
    """The call that is made; None for a method that no handler has."""
    with_caller: ClassVar[Callable[..., Any] | None] = None
    """What to read in one statement with the caller, given the request and the parts of its address.

    Statements made by `players.sql.caller`, and their values; None for the caller alone.
    """
    found: tuple[Any, ...] | None
    """What was read so; None if nothing was asked for, or the call has no caller."""
    found_at: float
    """When that was, in seconds of `time.monotonic`."""
    # OPTIONS has nothing to tell that the document does not; what browsers ask is answered before.
    http_method_names = ["get", "head", "post", "put", "patch", "delete"]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        handler = getattr(self, (request.method or "").lower(), None)
        self.described = getattr(handler, "call", None)
        super().initial(request, *args, **kwargs)
        self.found, self.found_at = request.META.get(WITH_CALLER, (None, 0.0))
        if self.described is not None:
            self._demand(request, self.described)
            if self.described.compressed:
                request.META[COMPRESSED] = True
            self.query = query(request, self.described.query_schema)

    @staticmethod
    def _demand(request: Request, described: Call) -> None:
        """Whoever sends a token needs one that allows the call; some calls look at none."""
        if not described.needed_scopes:
            return  # A token that is void is no obstacle where none is asked for.
        sent: Any = request.auth
        if sent is None:
            return
        for scope in described.needed_scopes:
            if scope not in sent.scopes:
                raise insufficient_scope(scope)

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        # Two who ask for the same address may be shown different things.
        patch_vary_headers(response, ["Authorization"])
        response["Cache-Control"] = "private, no-cache"
        if self.described is not None and self.described.deprecated is not None:
            for name, value in self.described.deprecated.headers.items():
                response[name] = value
        finished = super().finalize_response(request, response, *args, **kwargs)
        if finished.status_code == HTTPStatus.NOT_MODIFIED:
            # Django leaves this out of an answer that it finds unchanged itself.
            del finished["Allow"]
        return finished
