"""Every call of the OpenAPI document, filled in: with what it asks for, and with what it refuses.

The list is the document's. A call, a parameter or a body that is not known here raises `UnknownCall`: the
author of a new call says here how it is made, and then it is compared like all others.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from tests.document import found
from tests.people import PASSWORD
from tests.thorough.interference.scenario import Caller, Scenario

Json = dict[str, Any]
METHODS = ("get", "put", "post", "delete", "patch")


class UnknownCall(Exception):
    """The document has something that cannot be filled in here."""


@dataclass(frozen=True)
class Request:
    """One request: which call it is, how it was filled in, and what is sent."""

    call: str
    way: str
    method: str
    path: str
    body: bytes | None = None
    headers: tuple[tuple[str, str], ...] = ()

    @property
    def name(self) -> str:
        return f"{self.call} ({self.way})"


@dataclass(frozen=True)
class CallerView:
    """What a caller goes by to fill a call in: the game as this caller is shown it, where it is shown."""

    scenario: Scenario
    caller: Caller
    seen: Json | None

    @property
    def legal(self) -> list[Json]:
        """The actions that this caller may answer with."""
        mine = self.seen and self.seen["mine"]
        return mine["legal_actions"] if mine else []

    @property
    def turn(self) -> int:
        """The newest turn that this caller knows of."""
        return self.seen["turn"]["number"] if self.seen and self.seen["turn"] else 1


def view_of(scenario: Scenario, caller: Caller) -> CallerView:
    said = caller.call("GET", f"/games/{scenario.game}", None)
    return CallerView(scenario, caller, said.json if said.status == 200 else None)


PATH: dict[str, Callable[[CallerView], list[object]]] = {
    "game": lambda s: [s.scenario.game or "nogameyet0000000", "nosuchgame000000"],
    "turn": lambda s: [s.turn, 1, 999],
    "seat": lambda s: [2, s.scenario.seat, 9],
    "ruleset": lambda s: [s.scenario.rules.id],
    "username": lambda s: [
        s.scenario.owner.name,
        f"{s.scenario.owner.name}s-engine",
        "nosuchplayer",
    ],
    "code": lambda s: ["nosuchcode00"],
    "token": lambda s: ["nosuchtoken0"],
    "vacation": lambda s: ["nosuchleave0"],
    "invitation": lambda s: ["nosuchinvite0000"],
    "message": lambda s: ["nosuchmessage000"],
    "receiver": lambda s: [*s.caller.receivers, "nosuchphone0"],
    "delivery": lambda s: ["msg_nosuchdelivery00"],
    "subscription": lambda s: ["calendar", "nosuchkind"],
    "exported": lambda s: ["nosuchexport"],
    "archive": lambda s: [1],
}
"""Of each parameter in an address what to put there, the likeliest first."""

QUERY: dict[str, Callable[[CallerView], object]] = {
    "bots": lambda s: "true",
    "edition": lambda s: "classic",
    "expansion": lambda s: "none",
    "free_seats": lambda s: 1,
    "friends": lambda s: "true",
    "joinable": lambda s: "true",
    "max_per_turn": lambda s: "P2D",
    "min_per_turn": lambda s: "PT1H",
    "seat_count": lambda s: 3,
    "sort": lambda s: "seats_missing",
    "after": lambda s: max(0, s.seen["log"]["events"] - 25) if s.seen else 3,
    "cursor": lambda s: "nosuchpage",
    "game": lambda s: s.scenario.game or "nogameyet0000000",
    "id": lambda s: s.scenario.game or "nogameyet0000000",
    "before": lambda s: "latest",
    "without": lambda s: "hash",
    "open": lambda s: "true",
    "page_size": lambda s: 2,
    "prefix": lambda s: s.scenario.owner.name[:2],
    "player": lambda s: s.scenario.owner.name,
    "relation": lambda s: "incoming",
    "ruleset": lambda s: s.scenario.rules.id,
    "state": lambda s: "waiting",
    "status": lambda s: "running",
    "username": lambda s: s.scenario.owner.name,
    "wait": lambda s: 0,
    "waiting": lambda s: "me",
}
HEADERS: dict[str, str] = {
    "Accept-Language": "de",
    "Idempotency-Key": "a-new-one",
    "If-None-Match": '"stale"',
    "Last-Event-ID": "2",
}

BODIES: dict[str, Callable[[CallerView], list[Any]]] = {
    "create_vacation": lambda s: [_days_off(s, 3, 5), _days_off(s, 5, 3)],
    "agree_to_pause": lambda s: [{"length": "P1D"}, {"length": "PT1S"}],
    "update_me": lambda s: [
        {"shows": ["games"]},
        {"username": f"{s.caller.name}-anew"},
        {"username": s.scenario.owner.name},
        {"email": "mine@tide.example", "current_password": "guessed-it"},
    ],
    "update_relation": lambda s: [
        {"friend": True},
        {"blocked": True, "friend": True},
        {"blocked": True},
    ],
    "update_notification_settings": lambda s: [
        {"mode": "digest", "zone": "Europe/Berlin", "switches": {"message": {"mail": True}}},
        {"zone": "Nowhere"},
    ],
    "create_receiver": lambda s: [
        {"channel": "ntfy", "address": {"url": "https://mine.example/topic"}},
        {"channel": "webhook", "address": {"url": "https://mine.example/x"}},
        {"channel": "webhook", "address": {"url": "ftp://mine.example"}},
    ],
    "update_receiver": lambda s: [
        {"note": "mine"},
        {"enabled": False},
        {"address": {"url": "no address"}},
    ],
    "claim_account": lambda s: [
        {"username": "gil", "password": PASSWORD},
        {"username": s.scenario.owner.name, "password": PASSWORD},
    ],
    "create_bot": lambda s: [{"username": "gils-engine"}, {"username": s.scenario.owner.name}],
    "create_bot_token": lambda s: [{"name": "at home"}, {"scopes": ["token:write"]}],
    "create_game": lambda s: [
        {"ruleset": s.scenario.rules.id, "seat_count": 3},
        {"ruleset": s.scenario.rules.id, "seat_count": 99},
    ],
    "create_token": lambda s: [
        {"username": s.caller.name, "password": PASSWORD},
        {"username": s.scenario.owner.name, "password": "guessed-it-again"},
    ],
    "create_subscription": lambda s: [{"kind": "calendar"}, {"kind": "nosuch"}],
    "set_entropy": lambda s: [{"entropy": "a limpet"}, {"entropy": ""}],
    "set_standing_order": lambda s: [*_own_orders(s), *_orders(s)],
    "accept_invitation": lambda s: [None, {"entropy": "a limpet"}],
    "create_invitation": lambda s: [
        {},
        {"player": "dan"},
        {"player": s.scenario.owner.name},
        {"uses": 2, "expires_in": "P1D"},
    ],
    "create_message": lambda s: [{"text": "Low water!"}, {"text": ""}],
    "join_game": lambda s: [None, {"entropy": "a limpet"}, {"entropy": 7}],
    "forward_clock": lambda s: [{"by": "PT1S"}, {"by": "soon"}],
    "forward_my_clock": lambda s: [{"by": "PT1S"}, {"by": "soon"}],
    "mark_read": lambda s: [
        {"number": 3},
        *[{"number": 3, "game": s.scenario.game} for _ in range(s.scenario.game is not None)],
    ],
    "offer_seat": lambda s: [{"player": "dan"}, {"player": "nosuchplayer"}],
    "create_guest": lambda s: [None, {"code": "nosuchcode"}],
    "create_report": lambda s: [
        {"player": s.scenario.owner.name, "text": "Rude."},
        {"player": "nosuchplayer", "text": "Rude."},
    ],
    "create_appeal": lambda s: [{"text": "It was my cat."}],
    "create_player": lambda s: [
        {"username": "gil", "password": PASSWORD},
        {"username": s.scenario.owner.name, "password": PASSWORD},
    ],
    "update_viewer": lambda s: [{"note": "she bluffs", "notifications": "off"}, {"note": ""}],
    "submit_answer": lambda s: [{"action": action} for action in _actions(s)],
}
"""Of each call with a body what to send, what should succeed first."""

ANYWHERE: list[tuple[str, bytes]] = [("not JSON", b"{"), ("unknown field", b'{"nosuchfield":1}')]
"""What any call with a body is sent besides, to be refused."""


def operations(document: Json) -> Iterator[tuple[str, str, Json]]:
    """Method, address and description of every call."""
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                yield method.upper(), path, item[method]


def requests(document: Json, at: CallerView) -> Iterator[Request]:
    """Every call in every way. Raises `UnknownCall`."""
    for method, path, call in operations(document):
        stated = [found(document, one) for one in call.get("parameters", [])]
        yield from _ways(method, path, {**call, "parameters": stated}, at)


def _ways(method: str, path: str, call: Json, at: CallerView) -> Iterator[Request]:
    address = path.removeprefix("/api/v1")
    stated = call["parameters"]
    names = [one["name"] for one in stated if one["in"] == "path"]
    choices = {name: _known(PATH, name, call)(at) for name in names}
    first = {name: values[0] for name, values in choices.items()}
    plain = Request(call["operationId"], "plain", method, address.format(**first))
    bodies = list(_bodies(call, at))
    yield replace(plain, body=bodies[0][1])
    for way, body in bodies[1:]:
        yield replace(plain, way=way, body=body)
    for name, values in choices.items():
        for value in values[1:]:
            other = address.format(**{**first, name: value})
            yield replace(plain, way=f"{name} {value}", path=other, body=bodies[0][1])
    for one in stated:
        name = one["name"]
        if one["in"] == "query":
            parts = one.get("schema", {}).get("items", {}).get("enum")
            value = ",".join(parts) if parts else _known(QUERY, name, call)(at)
            yield replace(plain, way=f"?{name}", path=f"{plain.path}?{name}={value}")
        if one["in"] == "header":
            header = (name, _known(HEADERS, name, call))
            yield replace(plain, way=name, body=bodies[0][1], headers=(header,))
    if "requestBody" not in call and method != "GET":
        yield replace(plain, way="with a body", body=ANYWHERE[1][1])


def _bodies(call: Json, at: CallerView) -> Iterator[tuple[str, bytes | None]]:
    if "requestBody" not in call:
        yield "plain", None
        return
    for place, body in enumerate(_known(BODIES, call["operationId"], call)(at)):
        yield f"body {place + 1}", None if body is None else json.dumps(body).encode()
    yield from ANYWHERE


def _known(table: Any, name: str, call: Json) -> Any:
    if name not in table:
        raise UnknownCall(
            f"{name} of {call['operationId']}: say in tests/thorough/interference/calls.py how to send it."
        )
    return table[name]


# -- what is sent


def _actions(at: CallerView) -> list[Json]:
    """Her own first and last action, what the owner might have sealed, and nonsense."""
    return [*at.legal[:1], *at.legal[-1:], *at.scenario.guesses, {"type": "nosuchtype"}]


def _own_orders(at: CallerView) -> list[Json]:
    """Orders that she can give."""
    if at.seen is None or not at.legal:
        return []
    rehearsal = at.scenario.kit.rehearse_orders(at.seen["table"], at.seen["mine"])
    if rehearsal is None:
        return []
    first, more = rehearsal.order, rehearsal.longer
    return [{"order": first}, {"order": first, "at_once": True}, *({"order": one} for one in more)]


def _orders(at: CallerView) -> list[Json]:
    """Orders with what the owner might have sealed, one that fits the schema, and one that does not."""
    example = at.scenario.rules.schemas.examples["order"] or {}
    return [{"order": order} for order in (*at.scenario.guessed_orders, example, {})]


def _days_off(at: CallerView, since: int, until: int) -> Json:
    moments = [(at.scenario.time.now + timedelta(days=days)).isoformat() for days in (since, until)]
    return dict(zip(("from", "until"), moments, strict=True))
