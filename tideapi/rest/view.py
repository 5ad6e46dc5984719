"""What every view of the API is."""

from http import HTTPStatus
from typing import Any

from django.utils.cache import patch_vary_headers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tideapi.rest.describe import Call
from tideapi.rest.reading import query

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
    http_method_names = ["get", "head", "post", "put", "patch", "delete", "options"]

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """Answer with `Allow` alone: the document tells the rest."""
        return Response(status=HTTPStatus.NO_CONTENT)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if request.method == "OPTIONS":
            return  # Which methods an address has is no secret, so no token is asked for.
        handler = getattr(self, (request.method or "").lower(), None)
        self.described = getattr(handler, "call", None)
        super().initial(request, *args, **kwargs)
        if self.described is not None:
            if self.described.compressed:
                request.META[COMPRESSED] = True
            self.query = query(request, self.described.query_schema)

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
