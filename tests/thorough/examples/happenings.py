"""Games in which each of the server's own events happens once, for the events reference."""

import json
import time
from datetime import UTC, datetime, timedelta
from typing import Any

from games.clock.clock import write_duration
from games.event_types.catalogue import event_types
from tests.receiver import Receiver
from tests.thorough.examples.story import Caller
from tideapi.reference.events import example_name

Json = dict[str, Any]
PATIENCE = 30.0
"""Seconds for the server to disable a receiver."""
DAY_AND_HOUR = timedelta(hours=25)


class Happenings:
    """The actions of ann, bob and cat; `test` is ann with a test token, on a sandbox server."""

    def __init__(self, ann: Caller, bob: Caller, cat: Caller, test: Caller) -> None:
        self.ann, self.bob, self.cat, self.test = ann, bob, cat, test
        self._games: dict[str, str] = {}
        """The ruleset of each game that was opened, by id."""
        self._messages: list[Json] = []
        """Messages to a webhook that are in no feed."""

    def play(self) -> None:
        """Play games with all of their events."""
        self._called_off()
        self._people()
        path = self._absence()
        self._clock(path)
        self._to_its_end(path)
        self._open(self.ann, "high_tide", bots=["careful", "careful"])

    def disable_receivers(self, receiver: Receiver) -> None:
        """Test a webhook, then a phone; their receiver answers that it is gone for good."""
        self._disable_by_test({"channel": "webhook", "address": {"url": f"{receiver.url}/tide"}})
        self._messages = [json.loads(one.body) for one in receiver.arrived]
        self._disable_by_test({"channel": "ntfy", "address": {"url": f"{receiver.url}/topic"}})

    def _disable_by_test(self, wish: Json) -> None:
        path = f"/me/receivers/{self.ann.post('/me/receivers', wish)['id']}"
        self.ann.post(f"{path}/test")
        end = time.monotonic() + PATIENCE
        while self.ann.get(path)["enabled"] and time.monotonic() < end:
            time.sleep(0.1)
        self.ann.delete(path)

    def events(self) -> dict[str, Json]:
        """Return the first event of each of the server's own types, by `key`."""
        seen = [*self._logs(), *self._feeds(), *self._messages]
        own = {one.type for one in event_types() if one.ruleset is None}
        found: dict[str, Json] = {}
        for event in seen:
            if event["type"] in own:
                found.setdefault(
                    example_name(event["type"], self._games.get(event["game"] or "")), event
                )
        return dict(sorted(found.items()))

    def _logs(self) -> list[Json]:
        found: list[Json] = []
        for game in self._games:
            found += _all(self.ann, f"/games/{game}/events")
        return found

    def _feeds(self) -> list[Json]:
        """Return the events that only one player gets."""
        feeds = [_all(one, "/me/events") for one in (self.ann, self.bob, self.cat)]
        return [event for feed in feeds for event in feed if event["event"] is None]

    def _open(self, host: Caller, ruleset: str = "turn_the_tide", **wish: Any) -> str:
        game: str = host.post("/games", {"ruleset": ruleset, "seat_count": 3, **wish})["id"]
        self._games[game] = ruleset
        return f"/games/{game}"

    def _called_off(self) -> None:
        path = self._open(self.ann)
        self.bob.post(f"{path}/join", {"entropy": "a shell from Rantum"})
        self.bob.put(f"{path}/entropy", {"entropy": "three gulls on the pier"})
        self.ann.post(f"{path}/leave")
        self.bob.post(f"{path}/cancel")

    def _people(self) -> None:
        """Make two players friends; invite to a table, fill it, and write messages there."""
        self.cat.patch("/me/relations/bob", {"friend": True})
        self.bob.patch("/me/relations/cat", {"friend": True})
        path = self._open(self.bob, start="host")
        made = self.bob.post(f"{path}/invitations", {"player": "ann"})
        self.ann.delete(f"/invitations/{made['code']}")
        for one in (self.ann, self.cat):
            one.post(f"{path}/join")
        said = self.bob.post(f"{path}/messages", {"text": "Low water!"})
        self.bob.delete(f"{path}/messages/{said['id']}")
        self.bob.post(f"{path}/cancel")

    def _absence(self) -> str:
        """Move bob's seat to cat after a missed turn; let ann's standing order succeed, then fail."""
        path = self._open(self.ann, bots=["careful"], absence={"bot_after": 1})
        self.bob.post(f"{path}/join")
        card = self.ann.get(path)["mine"]["hand"][0]
        for _ in range(2):
            self.ann.put(f"{path}/standing-order", {"order": {"plays": [{"card": card}]}})
        self._passes(path)
        offer = f"{path}/seats/1/offer"
        for _ in range(2):
            self.ann.put(offer, {"player": "cat"})
            self.ann.delete(offer)
        self.ann.put(offer, {"player": "cat"})
        self.cat.post(f"{path}/seats/1/accept")
        self._passes(path)
        self.ann.delete(f"{path}/standing-order")
        for one in (self.ann, self.cat):
            game = one.get(path)
            # A bot may have been faster than the clock to answer for the seat that cat has taken.
            if game["seats"][game["mine"]["seat"]]["away"]:
                one.post(f"{path}/reclaim")
        return path

    def _clock(self, path: str) -> None:
        """Drop a pause, end another, withdraw an answer, and outvote a vacation."""
        pause = f"{path}/pause"
        self.cat.put(pause, {"length": "P3D"})
        self.ann.delete(pause)
        for one in (self.cat, self.ann):
            one.put(pause, {"length": "P3D"})
        self.ann.delete(pause)
        turn = self.ann.get(path)
        answer = f"{path}/turns/{turn['turn']['number']}/submission"
        self.ann.put(answer, {"action": turn["mine"]["legal_actions"][-1]})
        self.ann.delete(answer)
        self.ann.put(answer, {"action": turn["mine"]["fallback"]})
        # A moment from now for the game, which is ahead of the wall clock. (docs/decisions/deadlines.md)
        ahead = 2 * DAY_AND_HOUR + timedelta(hours=1)
        since = datetime.now(UTC).replace(microsecond=0) + ahead
        until = since + timedelta(days=10)
        self.cat.post("/me/vacations", {"from": since.isoformat(), "until": until.isoformat()})
        self._passes(path)
        self.ann.post(f"{path}/resume-votes")
        self.ann.post(f"{path}/seats/{self.cat.get(path)['mine']['seat']}/extension")

    def _to_its_end(self, path: str) -> None:
        while self.ann.get(path)["status"] == "running":
            self._passes(path)

    def _passes(self, path: str) -> None:
        """Move the game's time on by more than a question has."""
        self.test.post(f"{path}/clock/forward", {"by": write_duration(DAY_AND_HOUR)})


def _all(client: Caller, path: str) -> list[Json]:
    found: list[Json] = []
    while page := client.get(path, after=found[-1]["number"] if found else 0, page_size=100)[
        "results"
    ]:
        found += page
    return found
