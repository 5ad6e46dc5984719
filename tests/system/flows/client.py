"""A client that knows the API's own page and nothing else: no line of the project is imported here."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from http.client import HTTPConnection
from random import Random
from threading import Event
from typing import Any
from urllib.parse import urlencode, urlsplit

WAIT = 5
"""Seconds of a long poll."""
PASSWORD = "rock-pool-and-anemone"
Json = dict[str, Any]


@dataclass(frozen=True)
class Said:
    """An answer: its status, its headers, and the JSON in its body if it has one."""

    status: int
    headers: dict[str, str]
    json: Any

    def ok(self) -> Any:
        """The JSON of an answer that must be a good one."""
        assert self.status < 300, f"{self.status} {self.json}"
        return self.json


class Person:
    """Somebody with a token, or a stranger without one. Not to be shared between threads."""

    def __init__(self, url: str, token: str | None = None, name: str | None = None) -> None:
        self.url = url
        self.token = token
        self.name = name

    @classmethod
    def signs_up(cls, url: str, name: str) -> "Person":
        said = cls(url).call("POST", "/players", {"username": name, "password": PASSWORD}).ok()
        return cls(url, said["token"], said["username"])

    def call(
        self, method: str, path: str, body: Json | None = None, *, key: str | None = None
    ) -> Said:
        """Make a call, with this idempotency key if there is one."""
        headers = {} if self.token is None else {"Authorization": f"Bearer {self.token}"}
        if key is not None:
            headers["Idempotency-Key"] = key
        if body is not None:
            headers["Content-Type"] = "application/json"
        connection = HTTPConnection(urlsplit(self.url).netloc, timeout=60)
        try:
            text = None if body is None else json.dumps(body)
            connection.request(method, f"/api/v1{path}", text, headers)
            answer = connection.getresponse()
            raw = answer.read()
            return Said(answer.status, dict(answer.headers), json.loads(raw) if raw else None)
        finally:
            connection.close()

    def get(self, path: str, **query: object) -> Any:
        return self.call("GET", f"{path}?{urlencode(query)}" if query else path).ok()

    # -- at the table

    def opens(self, ruleset: str, options: Json, seats: int, **wish: object) -> Json:
        """A new game, as its host sees it."""
        body = {"ruleset": ruleset, "options": options, "seat_count": seats, **wish}
        made: Json = self.call("POST", "/games", body).ok()
        return made

    def joins(self, game: str, entropy: str | None = None) -> Json:
        text = {} if entropy is None else {"entropy": entropy}
        seen: Json = self.call("POST", f"/games/{game}/join", text).ok()
        return seen

    def sees(self, game: str) -> Json:
        seen: Json = self.get(f"/games/{game}")
        return seen

    def seals(self, game: str, turn: int, action: Json) -> Json:
        body = {"action": action}
        receipt: Json = self.call("PUT", f"/games/{game}/turns/{turn}/submission", body).ok()
        return receipt

    def orders(self, game: str, order: Json, *, at_once: bool) -> Json:
        """Leave this order behind, to be followed at each deadline, or as soon as she is asked."""
        body = {"order": order, "at_once": at_once}
        given: Json = self.call("PUT", f"/games/{game}/standing-order", body).ok()
        return given

    def plays_by_events(self, game: str, chance: Random, give_up: Event) -> None:
        """Look at the game, seal one of the legal actions, wait for news, until it is over."""
        heard = 0
        while (seen := self.sees(game))["status"] != "finished":
            mine = seen["mine"]
            if mine is not None and mine["legal_actions"] and mine["submission"] is None:
                action = chance.choice(mine["legal_actions"])
                self.seals(game, seen["turn"]["number"], action)
            heard, _ = self.hears(f"/games/{game}/events", heard, give_up)

    def plays_by_list(self, game: str, chance: Random, give_up: Event) -> None:
        """Seal what /me/turns asks, and wait for news of any game of hers, until this one is over."""
        heard, news = 0, list[Json]()
        while not any(one["type"] == "finished" and one["game"] == game for one in news):
            for question in self.get("/me/turns", open="true")["results"]:
                action = chance.choice(question["legal_actions"])
                self.seals(question["game"], question["turn"], action)
            heard, news = self.hears("/me/events", heard, give_up)

    def hears(self, feed: str, heard: int, give_up: Event) -> tuple[int, list[Json]]:
        """Events after number `heard`, once there is one of more than somebody's sealing."""
        while True:
            assert not give_up.is_set(), f"{self.name} has given up, having heard {feed} to {heard}"
            news = self.get(feed, after=heard, wait=WAIT)["results"]
            heard = max([heard, *(event["number"] for event in news)])
            if any(event["type"] != "sealed" for event in news):
                return heard, news

    def waits_for(self, game: str, so: Callable[[Json], bool], seconds: float) -> Json:
        """The game as soon as it is so; asked again whenever it has news."""
        deadline = time.monotonic() + seconds
        heard = self.get(f"/games/{game}/events", page_size=100)["results"][-1]["number"]
        while not so(seen := self.sees(game)):
            left = int(deadline - time.monotonic())
            assert left > 0, f"Not so after {seconds} s: {seen}"
            news = self.get(f"/games/{game}/events", after=heard, wait=min(left, WAIT))["results"]
            heard = max([heard, *(event["number"] for event in news)])
        return seen
