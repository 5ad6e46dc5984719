"""What cannot be read as it was sent is refused, and counted like any call, before a view looks at it."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse

from tideapi.errors import respond


class Readable:
    """The query is ASCII (RFC 3986, section 2), and a body says its length where nobody has counted it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_: Any) -> HttpResponse | None:
        sent = request.META
        if not str(sent.get("QUERY_STRING", "")).isascii():
            wanted = "What is not ASCII in the query has to be percent-encoded, as UTF-8."
            return respond("bad_request", wanted)
        # Under plain WSGI nobody can tell where such a body ends, so it would count as none.
        if "HTTP_TRANSFER_ENCODING" in sent and not sent.get("CONTENT_LENGTH"):
            return respond("length_required", "Send the body with its Content-Length.")
        return None
