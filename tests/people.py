"""Players who call the API, each with a token of their own."""

from __future__ import annotations

import json
from typing import Any, TypeAlias
from urllib.parse import urlencode

from django.test import Client

from common.rest.log_lines import REQUEST_ID_HEADER
from players.models import Player, Token
from tests import document, middleware

API = "/api/v1"
PASSWORD = "rock-pool-and-anemone"
OUTSIDE = ("/api/", "/healthz", "/readyz", "/play/")
"""Addresses that are not below `API`."""

middleware.share()


class Answer:
    """What came back: status, headers and the JSON."""

    def __init__(self, response: Any) -> None:
        self.status: int = response.status_code
        self.headers = response.headers
        self.raw: bytes = response.content
        is_json = self.raw and self.headers.get("Content-Type", "").endswith("json")
        self.json: Any = json.loads(self.raw) if is_json else None

    @property
    def raw_but_request_id(self) -> bytes:
        """The body without the id of this call, which no two refusals have in common."""
        return self.raw.replace(self.headers[REQUEST_ID_HEADER].encode(), b"")

    @property
    def code(self) -> str | None:
        """The stable code of a problem, None for anything else."""
        kind = self.headers.get("Content-Type")
        return str(self.json["code"]) if kind == "application/problem+json" else None


class Person:
    """Somebody who calls the API; without a token she is a stranger."""

    def __init__(self, token: str | None = None, name: str | None = None) -> None:
        self.token = token
        self.name = name
        # It is strict about CSRF like a real server, so that a view which forgets to be exempt is found.
        self._client = Client(raise_request_exception=False, enforce_csrf_checks=True)

    @classmethod
    def signs_up(cls, name: str) -> Person:
        """Return a player with a token, made as the rows that `POST /players` makes."""
        player = Player(username=name)
        player.set_password(PASSWORD)
        player.save(force_insert=True)
        _, secret = Token.objects.issue(player, "sign-up")
        return cls(secret, name)

    def get(self, path: str, headers: dict[str, str] | None = None, **query: Any) -> Answer:
        tail = f"?{urlencode(query)}" if query else ""
        return self.call("GET", path + tail, headers=headers)

    def post(self, path: str, body: Any = None) -> Answer:
        return self.call("POST", path, body)

    def put(self, path: str, body: Any = None) -> Answer:
        return self.call("PUT", path, body)

    def patch(self, path: str, body: Any = None) -> Answer:
        return self.call("PATCH", path, body)

    def delete(self, path: str) -> Answer:
        return self.call("DELETE", path)

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        raw: bytes | None = None,
        content_type: str = "application/json",
        headers: dict[str, str] | None = None,
        fault: bool = False,
    ) -> Answer:
        """Call the server. Every answer is held against the OpenAPI document.

        `fault` says that the server is meant to err: then a 500 is an answer too.
        """
        sent = dict(headers or {})
        if self.token is not None:
            sent.setdefault("Authorization", f"Bearer {self.token}")
        data = raw if raw is not None else b"" if body is None else json.dumps(body).encode()
        address = path if path.startswith(OUTSIDE) else API + path
        response = self._client.generic(
            method,
            address,
            data,
            content_type=content_type if data else "",
            headers=sent,
        )
        answer = Answer(response)
        if not (fault and answer.status == 500):
            document.check(
                document.Said(method, address, data, answer.status, answer.headers, answer.raw)
            )
        return answer

    # -- at the table

    def opens(self, seats: int = 3, **wish: Any) -> str:
        """Open a game of Turn the Tide; its id."""
        said = self.post("/games", {"ruleset": "turn_the_tide", "seat_count": seats, **wish})
        assert said.status == 201, said.json
        return str(said.json["id"])

    def joins(self, game: str) -> Person:
        said = self.post(f"/games/{game}/join")
        assert said.status == 200, said.json
        return self

    def sees(self, game: str) -> Any:
        said = self.get(f"/games/{game}")
        assert said.status == 200, said.json
        return said.json

    def seals(self, game: str, action: Any, turn: int | None = None) -> Answer:
        number = turn or self.sees(game)["turn"]["number"]
        return self.put(f"/games/{game}/turns/{number}/submission", {"action": action})

    def seals_anything(self, game: str) -> Answer:
        """Seal the first legal action of the open turn."""
        seen = self.sees(game)
        return self.seals(game, seen["mine"]["legal_actions"][0], seen["turn"]["number"])


People: TypeAlias = list[Person]
