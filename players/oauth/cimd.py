"""Apps that are an address: the server reads the app's own description there.

The draft is "OAuth Client ID Metadata Document". The address is a stranger's choice. So it is fetched as
webhooks are called: only at public addresses, and at exactly the one that was checked.
"""

from codecs import BOM_UTF8
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

import orjson
from django.http import HttpRequest
from oauth2_provider.cimd import CIMDError

from common.outside import post
from common.outside.addresses import BadAddress
from common.rest.client import client_address
from common.rest.rate_limits import count_use
from players.oauth.registration import CODE, POLICY
from players.oauth.validator import DEVICE

MAX_DOCUMENT_SIZE = 16 * 1024
"""Bytes of a document."""
SECONDS = 5.0
KEPT_FOR = 3600
"""Seconds after which a document is read again."""


class Seldom:
    """The limit of fetches, the same as that of registrations."""

    def has_permission(self, request: Any, client_id: str) -> bool:
        asking = HttpRequest()
        asking.META = request.headers
        return not count_use(POLICY, client_address(asking)).over


class Fetcher:
    """A fetcher of an app's document over the checked connection of webhooks."""

    def fetch(self, client_id: str) -> tuple[dict[str, Any], int]:
        """Return the document, and for how many seconds it is valid. Raises `CIMDError`."""
        steps = urlsplit(client_id).path.split("/")
        if len(steps) == 1 or {".", ".."} & set(steps):
            raise CIMDError("The address needs a path, without dots for its steps.")
        try:
            got = post.get(client_id, {"Accept": "application/json"}, MAX_DOCUMENT_SIZE, SECONDS)
        except BadAddress as error:
            raise CIMDError(str(error)) from error
        except post.GET_ERRORS as error:
            raise CIMDError(f"The address did not answer: {type(error).__name__}") from error
        if got.status != HTTPStatus.OK or not got.kind.endswith("json"):
            raise CIMDError(f"The address answered {got.status}, {got.kind!r}")
        try:
            document = orjson.loads(got.body.removeprefix(BOM_UTF8))
        except orjson.JSONDecodeError as error:
            raise CIMDError("The document is no JSON, or too long.") from error
        if not isinstance(document, dict):
            raise CIMDError("The document is no JSON object.")
        if isinstance(grants := document.get("grant_types"), list) and CODE in grants:
            # The library takes one flow. A terminal registers itself.
            document["grant_types"] = [one for one in grants if one != DEVICE]
        return document, KEPT_FOR
