"""One request to an address that is not this server's, and what its answer means.

All of them go through the egress that webhooks have: the address is checked each time, nothing private is
reached, no redirect is followed (`common.outside.post`).
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, ClassVar
from urllib.parse import urlsplit

from common.outside import addresses, post
from common.outside.addresses import BadAddress
from common.rest.errors import ApiError
from common.rest.fields import CharField
from common.rest.json_codec import dump
from notifications.channels import DeliveryError

FOR_GOOD = {HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND, HTTPStatus.GONE}
"""With these a receiver says that it has gone, or wants no notices."""


class UrlField(CharField):
    """An address in the Internet, as it is given."""

    usual: ClassVar = {"max_length": addresses.MAX_URL_LENGTH}


def check_url(given: str, pointer: str = "/url") -> None:
    """Raises `ApiError` (`invalid_url`) unless something could be sent there."""
    try:
        addresses.read(given)
    except BadAddress as error:
        raise ApiError("invalid_url", str(error), pointer) from error


def visible_origin(given: str) -> str:
    """Of an address the part that may be shown: what comes behind it is often a secret."""
    parts = urlsplit(given)
    return f"{parts.scheme}://{parts.netloc}"


def send_json(
    where: str,
    body: Mapping[str, Any],
    headers: Mapping[str, str] | None = None,
    method: str = "POST",
) -> None:
    """Send this. Raises `DeliveryError`."""
    send(where, dump(dict(body)), {**(headers or {})}, method)


def send(where: str, body: bytes, headers: dict[str, str], method: str = "POST") -> None:
    """Send these bytes. Raises `DeliveryError`."""
    outcome = post.post(where, {"User-Agent": "tideapi/1", **headers}, body, method=method)
    if outcome.error is None:
        return
    if outcome.status is None:
        raise DeliveryError(f"Nothing was answered ({outcome.error}).")
    raise DeliveryError(
        f"The answer was {outcome.status}.",
        permanent=outcome.status in FOR_GOOD,
        refused=outcome.refused,
        wait=outcome.wait,
    )
