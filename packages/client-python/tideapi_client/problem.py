"""Errors of calls and streams."""

from collections.abc import Mapping, Sequence
from typing import Any

import httpx


class ClientError(Exception):
    """Any failure of a call or a stream: a refusal, or an answer that has not come."""


class ConnectionLost(ClientError):
    """No whole answer has come; `__cause__` is the error of the connection."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(f"No whole answer has come: {cause or type(cause).__name__}")
        self.__cause__ = cause
        self.may_have_arrived = not isinstance(cause, httpx.ConnectError | httpx.ConnectTimeout)
        """False if the call has surely not reached the server."""


class ApiProblem(ClientError):
    """A refused call (RFC 9457). Go by its `code`: https://…/docs/problems/ of the server lists all."""

    def __init__(self, status: int, said: Mapping[str, Any], retry_after: float | None) -> None:
        self.status = status
        self.code: str = said["code"]
        self.title: str = said.get("title", "")
        self.detail: str = said.get("detail", "")
        self.errors: Sequence[Mapping[str, Any]] = said.get("errors", ())
        """Faults of the request, each with its place."""
        self.instance: str | None = said.get("instance")
        """The id of the call, with which its operator finds it in the log."""
        self.retry_after = retry_after
        """Seconds after which the call can be made again, where the server says so."""
        super().__init__(f"{self.code} ({status}): {self.detail}")


def read_problem(response: httpx.Response) -> ApiProblem:
    """Return the problem of an answer; its code is `http_502` and the like where a proxy answers."""
    try:
        said = response.json()
    except ValueError:
        said = None
    match said:
        case {"code": str()}:
            problem = said
        case {"error": str(code)}:  # OAuth has a form of its own (RFC 6749)
            problem = {"code": code, "detail": said.get("error_description", "")}
        case _:
            problem = {"code": f"http_{response.status_code}", "detail": response.reason_phrase}
    seconds = response.headers.get("Retry-After", "")
    return ApiProblem(
        response.status_code, problem, float(seconds) if seconds.isdecimal() else None
    )
