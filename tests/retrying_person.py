"""People whose clients keep to docs/clients.md: without a clear answer the same call is made again."""

import time
from collections import Counter
from http import HTTPStatus
from http.client import HTTPException
from typing import Any
from uuid import uuid4

from tests.system.flows.client import Person, Said

Json = dict[str, Any]
ANSWERS_WITHIN = 90.0
"""Seconds after which a call that gets no clear answer is given up."""
AGAIN_AFTER = 0.2
SERVER_ERROR = 500
TOO_LATE = {"turn_closed", "not_asked", "time_is_up", "game_finished"}
"""Codes of a move that came too late."""


class Ledger:
    """Every answer that a server has acknowledged, the last one of each seat and turn."""

    def __init__(self) -> None:
        self.receipts: dict[tuple[str, int, int], Json] = {}
        self.written = 0
        self.repeated: Counter[str] = Counter()
        """Calls that were made again for want of a clear answer, by what came instead."""

    def note(self, receipt: Json) -> None:
        self.receipts[receipt["game"], receipt["turn"], receipt["seat"]] = receipt
        self.written += 1


class RetryingPerson(Person):
    """Somebody who asks until there is an answer, and keeps her receipts."""

    def __init__(self, person: Person, ledger: Ledger) -> None:
        super().__init__(person.url, person.token, person.name)
        self.ledger = ledger

    def call(
        self, method: str, path: str, body: Json | None = None, *, key: str | None = None
    ) -> Said:
        deadline = time.monotonic() + ANSWERS_WITHIN
        key = key or (uuid4().hex if method == "POST" else None)
        while (said := self.tries(method, path, body, key=key)) is None or _is_unclear(said):
            assert time.monotonic() < deadline, f"no answer: {method} {path} {said}"
            self.ledger.repeated["nothing" if said is None else str(said.status)] += 1
            time.sleep(AGAIN_AFTER)
        return said

    def tries(
        self, method: str, path: str, body: Json | None = None, *, key: str | None = None
    ) -> Said | None:
        """Make a call once; None where it may have been heard or not. Who is to wait does, and asks again."""
        while True:
            try:
                said = super().call(method, path, body, key=key)
            except (OSError, HTTPException, ValueError):
                # The connection was cut, or what came is no JSON.
                return None
            if said.status != HTTPStatus.TOO_MANY_REQUESTS:
                return said
            self.ledger.repeated["429"] += 1
            time.sleep(float(said.headers.get("Retry-After", AGAIN_AFTER)))

    def seals(self, game: str, turn: int, action: Json) -> Json:
        receipt = super().seals(game, turn, action)
        self.ledger.note(receipt)
        return receipt

    def seals_in_time(self, game: str, turn: int, action: Json) -> bool:
        """Seal an action unless the turn or her time is over by now."""
        path = f"/games/{game}/turns/{turn}/submission"
        said = self.call("PUT", path, {"action": action})
        if said.status == HTTPStatus.CONFLICT and said.json["code"] in TOO_LATE:
            return False
        self.ledger.note(said.ok())
        return True

    def seals_first(self, game: str) -> Json:
        """Seal the first legal action of the open turn; the receipt."""
        seen = self.sees(game)
        return self.seals(game, seen["turn"]["number"], seen["mine"]["legal_actions"][0])


def _is_unclear(said: Said) -> bool:
    """Whether what the same call will be answered is still open."""
    under_way = said.json is not None and said.json.get("code") == "idempotency_key_in_use"
    return said.status >= SERVER_ERROR or under_way
