"""A small client of the API: it knows addresses and JSON, and nothing of the server's code."""

import json
from http import HTTPStatus
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

API = "/api/v1"
TIMEOUT = 60.0
"""Seconds after which a server that does not answer counts as gone."""


class NoServer(Exception):
    """The error where no server answers at an address."""


class Refused(Exception):
    """A problem of the server (RFC 9457): `code` for programs, the text for people."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(problem["detail"])
        self.code: str = problem["code"]


class ApiClient:
    """A client of the server at `url`, anonymous without a token."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self.url = url.rstrip("/")
        self.token = token

    @classmethod
    def sign_up(cls, url: str, username: str, password: str) -> "ApiClient":
        """Create an account and return its client.

        Raises `Refused` (`username_taken` and others) and `NoServer`.
        """
        said = cls(url).post("/players", {"username": username, "password": password})
        return cls(url, said["token"])

    def get(self, path: str, **query: object) -> Any:
        return self.call_api("GET", f"{API}{path}?{urlencode(query)}" if query else f"{API}{path}")

    def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        return self.call_api("POST", f"{API}{path}", body)

    def put(self, path: str, body: dict[str, Any] | None = None) -> Any:
        return self.call_api("PUT", f"{API}{path}", body)

    def patch(self, path: str, body: dict[str, Any]) -> Any:
        return self.call_api("PATCH", f"{API}{path}", body)

    def call_api(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Return the JSON of the response, None for a response without a body.

        Raises `Refused` for a problem, `NoServer` if no server answers.
        """
        request = Request(f"{self.url}{path}", method=method)  # noqa: S310  Checked below.
        if request.type not in {"http", "https"}:
            raise NoServer(f"{self.url} is not the address of a server.")
        if self.token is not None:
            request.add_header("Authorization", f"Bearer {self.token}")
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        try:
            with urlopen(request, timeout=TIMEOUT) as answer:  # noqa: S310
                return None if answer.status == HTTPStatus.NO_CONTENT else json.load(answer)
        except HTTPError as error:
            with error:
                raise _read_refusal(error, self.url) from None
        except (URLError, TimeoutError, ConnectionError) as error:
            raise NoServer(f"No server answers at {self.url}.") from error


def _read_refusal(error: HTTPError, url: str) -> Exception:
    try:
        return Refused(json.load(error))
    except (ValueError, KeyError, TypeError):
        return NoServer(f"What answers at {url} is not this server: {error.code} {error.reason}.")
