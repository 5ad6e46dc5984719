"""Real people, games and tokens to mix into random requests, so that these get past "not found"."""

from itertools import count
from typing import Any
from zlib import crc32

import schemathesis

from tests.flows.client import PASSWORD, Json, Person
from tests.flows.table import play, seated, turn_the_tide

NUMBERS = count(1)
AMIGO = turn_the_tide("amigo")

LIKELY: dict[str, tuple[str, str]] = {
    "join_game": ("eve", "open"),
    "leave_game": ("bob", "open"),
    "start_game": ("ann", "open"),
    "cancel_game": ("ann", "open"),
    "get_record": ("ann", "finished"),
}
"""Who does what in which game with success; everything else ann does in the running one."""


class Town:
    """Ann, bob, cat and eve; a game of each status, of which ann hosts all and eve plays none."""

    def __init__(self, url: str) -> None:
        tag = next(NUMBERS)
        self.people = {
            name: Person.signs_up(url, f"{name}-{tag}") for name in ("ann", "bob", "cat", "eve")
        }
        three = [self.people[name] for name in ("ann", "bob", "cat")]
        self.games = {"finished": str(play(three, AMIGO, [], seed=tag).record["game"])}

    def renew(self) -> None:
        """What a call before may have used up: games that are not over, and a token to give up."""
        ann, bob, cat = (self.people[name] for name in ("ann", "bob", "cat"))
        self.games["open"] = str(ann.opens(**AMIGO, seats=5)["id"])
        bob.joins(self.games["open"])
        cat.joins(self.games["open"])
        self.games["cancelled"] = str(ann.opens(**AMIGO, seats=3)["id"])
        ann.call("POST", f"/games/{self.games['cancelled']}/cancel").ok()
        self.games["running"] = str(seated([ann, bob, cat], AMIGO, [])["id"])
        self.legal = ann.sees(self.games["running"])["mine"]["legal_actions"]
        ann.seals(self.games["running"], 1, self.legal[0])
        login = {"username": ann.name, "password": PASSWORD}
        self.token = str(ann.call("POST", "/tokens", login).ok()["id"])

    def settle(self, case: schemathesis.Case[Any]) -> dict[str, str]:
        """Put real things into half of the cases, chosen by the case itself; the headers to send.

        The other half keep their random ids and bodies; and one in five is nobody's.
        """
        words = [case.path_parameters, case.query, case.headers, case.body]
        luck = crc32(repr(words).encode())
        name = case.operation.definition.raw["operationId"]
        who, status = LIKELY.get(name, ("ann", "running"))
        if luck % 2:
            who = [*self.people, ""][luck // 2 % 5]
            status = list(self.games)[luck // 16 % 4]
        if luck % 8 != 7:
            self._address(case, status)
            self._body(case, name)
            case.query.pop("cursor", None)  # a made-up one is refused
        if "wait" in case.query:
            case.query["wait"] = 0  # what a long poll says is the same, only later
        token = self.people[who].token if who else None
        return {"Authorization": f"Bearer {token}"} if token else {}

    def _address(self, case: schemathesis.Case[Any], status: str) -> None:
        real: Json = {
            "game": self.games[status],
            "number": 1,
            "ruleset": "turn_the_tide",
            "token": self.token,
            "username": self.people["bob"].name,
        }
        case.path_parameters = {name: real[name] for name in case.path_parameters or {}}

    def _body(self, case: schemathesis.Case[Any], name: str) -> None:
        if not isinstance(case.body, dict):
            return
        if name == "create_token":
            case.body.update(username=self.people["ann"].name, password=PASSWORD)
        action = case.body.get("action")
        if name == "submit" and isinstance(action, dict):
            card = action.get("card")
            # Some of the random cards are kept: most of them belong to others.
            if isinstance(card, int) and card % 2:
                case.body["action"] = self.legal[card % len(self.legal)]
