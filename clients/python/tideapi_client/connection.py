"""The common part of the sync and the async client."""

from typing import Any, Generic, TypedDict, TypeVar
from urllib.parse import urlsplit

from tideapi_client.call import ApiCall
from tideapi_client.retries import Retries
from tideapi_client.tokens import OAuthTokens

TIMEOUT = 60.0
"""Seconds: longer than any long poll."""
T = TypeVar("T")


class ListPage(TypedDict, Generic[T]):
    """A page of any list."""

    results: list[T]
    next: str | None


class Connection:
    """A server's address, and who calls it."""

    def __init__(
        self,
        base_url: str,
        token: str | OAuthTokens | None,
        language: str | None,
        retries: Retries,
    ) -> None:
        self.base_url = base_url.rstrip("/")
        self.token = token
        """Set it after a sign-up to go on as the new player."""
        self.language = language
        self.retries = retries

    @property
    def bearer_token(self) -> str | None:
        """The token that is sent now."""
        return self.token.access_token if isinstance(self.token, OAuthTokens) else self.token

    def httpx_arguments(self, call: ApiCall) -> dict[str, Any]:
        """Return the arguments for httpx of a call."""
        return call.httpx_arguments(self.bearer_token, self.language)


def next_call(page: ListPage[T]) -> ApiCall | None:
    """Return the call for the page that follows, None after the last one."""
    if page["next"] is None:
        return None
    # Never its host: the token is for the server that the client was given.
    address = urlsplit(page["next"])
    return ApiCall("GET", f"{address.path}?{address.query}")
