"""One call: what is sent, and what comes back."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypedDict, TypeVar
from urllib.parse import quote, urlsplit

import httpx

from tideapi_client.problem import read_problem

NO_CONTENT = 204
IDEMPOTENT = {"GET", "PUT", "DELETE"}
T = TypeVar("T")


class ListPage(TypedDict, Generic[T]):
    """A page of any list."""

    results: list[T]
    next: str | None


@dataclass
class ApiCall:
    """A request before it is sent; sent again, it is the same."""

    method: str
    path: str
    query: Mapping[str, Any] | None = None
    body: Any = None
    key: str | None = None
    """The `Idempotency-Key`."""
    form: Mapping[str, str] | None = None
    """The body of a call to OAuth, which takes no token; for a minute it may be sent again."""
    last_event_id: str | None = None

    @property
    def is_repeatable(self) -> bool:
        """True if the call is done once, even if it arrives twice."""
        return self.method in IDEMPOTENT or self.key is not None or self.form is not None

    def httpx_arguments(self, token: str | None, language: str | None) -> dict[str, Any]:
        """Return the arguments for httpx."""
        headers = {
            "Authorization": f"Bearer {token}" if token and self.form is None else None,
            "Accept-Language": language,
            "Idempotency-Key": self.key,
            "Last-Event-ID": self.last_event_id,
        }
        return {
            "method": self.method,
            "url": self.path,
            "params": _leave_out_unset(self.query or {}) or None,
            "json": self.body,
            "data": self.form,
            "headers": _leave_out_unset(headers),
        }


def _leave_out_unset(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def fill_path(path: str, **parts: object) -> str:
    """Return a path with its parts filled in."""
    return path.format_map({name: quote(str(one), safe="") for name, one in parts.items()})


def next_page_call(page: ListPage[T]) -> ApiCall | None:
    """Return the call for the page that follows, None after the last one."""
    if page["next"] is None:
        return None
    # Never its host: the token is for the server that the client was given.
    address = urlsplit(page["next"])
    return ApiCall("GET", f"{address.path}?{address.query}")


def read_answer(response: httpx.Response) -> Any:
    """Return the body of an answer; raise ApiProblem if the call was refused."""
    if not response.is_success:
        raise read_problem(response)
    if response.status_code == NO_CONTENT:
        return None
    return response.json() if _is_json(response) else response.content


def check_whole(response: httpx.Response) -> None:
    """Raise ValueError if JSON is cut: a proxy that knows no length gives no other sign of it."""
    if _is_json(response):
        response.json()


def _is_json(response: httpx.Response) -> bool:
    kind: str = response.headers.get("Content-Type", "")
    return kind.startswith(("application/json", "application/problem+json"))
