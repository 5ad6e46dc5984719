"""The player of the demo: it opens a game with bots, and plays it to its end."""

import secrets
import time
from collections.abc import Iterator
from itertools import cycle, islice
from random import Random
from typing import Any

from games.text.client import ApiClient, Refused
from games.text.display import Paint
from games.text.displays import DISPLAYS

Json = dict[str, Any]

WAIT = 20
"""Seconds of a long poll for the next event."""


class Script:
    """The actions of the demo's player. Every method may raise `Refused` and `NoServer`."""

    def __init__(self, url: str, *, seed: int | None, pace: float, paint: Paint) -> None:
        name = f"demo-{secrets.token_hex(3)}"
        self.client = ApiClient.sign_up(url, name, secrets.token_urlsafe())
        self.chance = Random(seed) if seed is not None else None
        self.pace = pace
        self.paint = paint

    def open_game(self, ruleset: str, options: Json, seats: int) -> Json:
        """Open a game with the player in the first seat and bots in the others."""
        known = self.client.get(f"/rulesets/{ruleset}")["bots"]
        wish: Json = {
            "ruleset": ruleset,
            "options": options,
            "seat_count": seats,
            "bots": list(islice(cycle(known), seats - 1)),
        }
        game: Json = self.client.post("/games", wish)
        return game

    def play_game(self, game: Json) -> Iterator[str]:
        """Play the game, and yield lines from its first event to its result."""
        display = DISPLAYS[game["ruleset"]](game, self.paint)
        yield from display.legend_lines()
        last = 0
        while True:
            address = f"/games/{game['id']}/events"
            page = self.client.get(address, after=last, wait=WAIT, page_size=100)
            for event in page["results"]:
                last = event["number"]
                yield from display.event_lines(event)
                if event["type"] == "finished":
                    stages = self.client.get(f"/games/{game['id']}/stages")["results"]
                    yield from display.result_lines(event["data"], stages)
                    return
                if (
                    event["type"] == "turn_opened"
                    and game["mine"]["seat"] in event["data"]["asked"]
                ):
                    time.sleep(self.pace)
                    self.answer_turn(game["id"], event["data"]["turn"])

    def answer_turn(self, game: str, turn: int) -> None:
        """Seal the fallback, or with a seed, a random legal action."""
        mine = self.client.get(f"/games/{game}/turns/{turn}")["mine"]
        if mine is None or not mine["legal_actions"]:
            return  # the turn has closed already
        action = self.chance.choice(mine["legal_actions"]) if self.chance else mine["fallback"]
        try:
            self.client.put(f"/games/{game}/turns/{turn}/submission", {"action": action})
        except Refused as refused:
            if refused.code != "turn_closed":  # only a long pause can be too late
                raise
