"""Bodies that a call refuses: a table of calls, with the code of each fault and its place."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.app.api.refusals import nothing_changes, refused
from tests.moving_time import standing
from tests.people import PASSWORD, Person
from tests.webhooks import makes

pytestmark = pytest.mark.django_db

BERLIN = {"zone": "Europe/Berlin", "days": ["mon", "tue"], "from": "08:00", "to": "22:00"}
HOURS = [f"/clock/hours/{part}" for part in ("zone", "days", "from", "to")]
URL = "https://bots.example/tide"
LATER = "2027-08-10T00:00:00Z"
ORDER = {"plays": [{"card": 1}]}
NO_CARDS: tuple[Any, ...] = (0, 61, 2**64, 4.5, True, "4", None, {"a": [[[[]]]]})
NO_BODY = [({"now": True}, "unknown_field", "/now")]

Fault = tuple[Any, ...]
"""What is changed in a body that would do, the code of its refusal, and the places that are named."""


def per_turn(length: object, code: str) -> Fault:
    return {"clock": {"per_turn": length}}, code, "/clock/per_turn"


def hours(change: dict[str, Any], code: str, place: str) -> Fault:
    return {"clock": {"hours": {**BERLIN, **change}}}, code, f"/clock/hours{place}"


def absence(change: dict[str, Any], code: str) -> Fault:
    return {"absence": change}, code, f"/absence/{next(iter(change))}"


def action(code: str, change: object, place: str) -> Fault:
    return {"action": change}, code, f"/action{place}"


def vacation(since: str, until: str, place: str) -> Fault:
    return {"from": since, "until": until}, "invalid_vacation", place


TABLE: dict[str, tuple[dict[str, Any], list[Fault]]] = {
    "POST /games": (
        {"ruleset": "turn_the_tide", "seat_count": 3},
        [
            ({"ruleset": "chess"}, "unknown_ruleset", "/ruleset"),
            ({"ruleset": "\x00"}, "wrong_format", "/ruleset"),
            ({"ruleset": None}, "wrong_type", "/ruleset"),
            ({"options": {"edition": "none"}}, "invalid_options", "/options/edition"),
            ({"options": {"edition": ["amigo"]}}, "invalid_options", "/options/edition"),
            ({"options": {"dice/~": 2}}, "unknown_field", "/options/dice~1~0"),
            ({"options": []}, "wrong_type", "/options"),
            ({"seat_count": 2}, "invalid_seats", "/seat_count"),
            ({"seat_count": 6}, "invalid_seats", "/seat_count"),
            ({"seat_count": 0}, "out_of_range", "/seat_count"),
            ({"seat_count": 101}, "out_of_range", "/seat_count"),
            ({"seat_count": 10**19}, "out_of_range", "/seat_count"),
            ({"seat_count": 10**300}, "out_of_range", "/seat_count"),
            ({"seat_count": 3.5}, "wrong_type", "/seat_count"),
            ({"seat_count": True}, "wrong_type", "/seat_count"),
            ({"seat_count": "3"}, "wrong_type", "/seat_count"),
            ({"bots": ["random", "deep_blue"]}, "unknown_bot", "/bots/1"),
            ({"bots": ["random"] * 3}, "too_many_bots", "/bots"),
            ({"bots": ["random"] * 21}, "too_long", "/bots"),
            ({"bots": "random"}, "wrong_type", "/bots"),
            ({"bots": [7]}, "wrong_type", "/bots/0"),
            per_turn("PT59S", "invalid_clock"),
            per_turn("P14DT1S", "invalid_clock"),
            per_turn("PT99999999H", "invalid_clock"),
            per_turn("P1M", "invalid_clock"),
            per_turn("24h", "wrong_format"),
            per_turn("PT24H\n", "wrong_format"),
            per_turn(86400, "wrong_type"),
            ({"clock": None}, "wrong_type", "/clock"),
            ({"clock": {"bank": "P14DT1S"}}, "invalid_clock", "/clock/bank"),
            ({"clock": {"increment": "PT1H"}}, "invalid_clock", "/clock/increment"),
            ({"clock": {"grace": "P15D"}}, "invalid_clock", "/clock/grace"),
            ({"clock": {"ahead": "PT1H"}}, "unknown_field", "/clock/ahead"),
            ({"clock": {"hours": {}}}, "missing_field", *HOURS),
            ({"clock": {"hours": [8, 22]}}, "wrong_type", "/clock/hours"),
            hours({"zone": "../../etc/passwd"}, "invalid_clock", "/zone"),
            hours({"zone": ""}, "too_short", "/zone"),
            hours({"days": []}, "too_short", "/days"),
            hours({"days": ["mon", "mon"]}, "wrong_format", "/days"),
            hours({"days": ["Monday"]}, "not_a_choice", "/days/0"),
            hours({"from": "8:00"}, "wrong_format", "/from"),
            hours({"from": "24:00"}, "invalid_clock", "/from"),
            hours({"to": "08:00"}, "invalid_clock", "/to"),
            hours({"to": "08:59"}, "invalid_clock", "/to"),
            (
                {"clock": {"per_turn": "P14D", "hours": {**BERLIN, "days": ["mon"]}}},
                "invalid_clock",
                "/clock/hours",
            ),
            ({"absence": None}, "wrong_type", "/absence"),
            absence({"bot_after": 0}, "out_of_range"),
            absence({"bot_after": 101}, "out_of_range"),
            absence({"vacations": "yes"}, "wrong_type"),
            absence({"least_reliability": -1}, "out_of_range"),
            absence({"least_reliability": 101}, "out_of_range"),
            absence({"least_reliability": 0.8}, "wrong_type"),
            absence({"most_stopped": "P1D"}, "unknown_field"),
            ({"private": 1}, "wrong_type", "/private"),
            ({"start": "now"}, "not_a_choice", "/start"),
            ({"entropy": "gulls"}, "unknown_field", "/entropy"),
            # Each fault is named; what depends on a faulty member is not judged.
            (
                {"seat_count": 9, "bots": ["x"], "foo": 1},
                "invalid_request",
                "/foo",
                "/seat_count",
                "/bots/0",
            ),
            (
                {"options": 7, "seat_count": 9, "bots": ["x"]},
                "invalid_request",
                "/options",
                "/bots/0",
            ),
            (
                {"ruleset": 7, "seat_count": 9, "bots": ["x"], "foo": 1},
                "invalid_request",
                "/ruleset",
                "/foo",
            ),
            ({"seat_count": 2, "bots": ["random"] * 2}, "invalid_request", "/seat_count", "/bots"),
        ],
    ),
    "POST /games/{open}/join": (
        {},
        [
            ({"entropy": "x" * 201}, "too_long", "/entropy"),
            ({"entropy": ""}, "too_short", "/entropy"),
            ({"entropy": "\x00"}, "wrong_format", "/entropy"),
            ({"entropy": 7}, "wrong_type", "/entropy"),
            ({"seat": 2}, "unknown_field", "/seat"),
        ],
    ),
    "PUT /games/{open}/entropy": (
        {"entropy": "a shell"},
        [
            ({"entropy": ""}, "too_short", "/entropy"),
            ({"entropy": "x" * 201}, "too_long", "/entropy"),
            ({"entropy": None}, "wrong_type", "/entropy"),
            ({"seat": 0}, "unknown_field", "/seat"),
        ],
    ),
    "POST /games/{open}/leave": ({}, NO_BODY),
    "POST /games/{open}/start": ({}, NO_BODY),
    "POST /games/{open}/cancel": ({}, NO_BODY),
    "POST /games/{open}/invitations": (
        {},
        [
            ({"player": "nosuchplayer"}, "unknown_player", "/player"),
            ({"player": "bob", "uses": 2}, "invalid_invitation"),
            ({"uses": 0}, "out_of_range", "/uses"),
            ({"expires_in": "PT1S"}, "invalid_invitation", "/expires_in"),
            ({"expires_in": "P31D"}, "invalid_invitation", "/expires_in"),
            ({"expires_in": "PT"}, "invalid_invitation", "/expires_in"),
        ],
    ),
    "PUT /games/{running}/turns/1/submission": (
        {"action": {"type": "play", "card": 4}},
        [
            ({"action": None}, "wrong_type", "/action"),
            ({"action": "play 4"}, "wrong_type", "/action"),
            ({"turn": 1}, "unknown_field", "/turn"),
            *(
                action("invalid_action", {"type": "play", "card": card}, "/card")
                for card in NO_CARDS
            ),
            *(
                action("invalid_action", change, "/type")
                for change in ({"type": "roll", "card": 4}, {"type": ["play"]}, {"card": 4}, {})
            ),
            action("invalid_action", {"type": "play"}, "/card"),
            action("unknown_field", {"type": "play", "card": 4, "a/b~": "\x00"}, "/a~1b~0"),
        ],
    ),
    "PUT /games/{running}/standing-order": (
        {"order": ORDER},
        [
            ({"order": None}, "wrong_type", "/order"),
            ({"order": [1]}, "wrong_type", "/order"),
            ({"at_once": 1}, "wrong_type", "/at_once"),
            ({"turn": 1}, "unknown_field", "/turn"),
            ({"order": {}}, "invalid_order", "/order/plays"),
            ({"order": {"plays": []}}, "invalid_order", "/order/plays"),
            (
                {"order": {"plays": [{"card": 1}, {"card": True}]}},
                "invalid_order",
                "/order/plays/1/card",
            ),
            (
                {"order": {"plays": [{"card": 1, "when": {}}]}},
                "invalid_order",
                "/order/plays/0/when",
            ),
            ({"order": {"take": ["roll"]}}, "unknown_field", "/order/take"),
        ],
    ),
    "PUT /games/{running}/pause": (
        {"length": "PT1H"},
        [
            *(({"length": one}, "invalid_pause", "/length") for one in ("PT59S", "P30DT1S", "P1M")),
            ({"length": 3600}, "wrong_type", "/length"),
            ({"length": "two days"}, "wrong_format", "/length"),
            ({"length": f"PT{'9' * 40}H"}, "too_long", "/length"),
            ({"from": "now"}, "unknown_field", "/from"),
        ],
    ),
    "PUT /games/{running}/seats/1/offer": (
        {"player": "dan"},
        [
            ({"player": None}, "wrong_type", "/player"),
            ({"player": "x" * 37}, "invalid_request", "/player", "/player"),
            ({"player": "a\x00b"}, "wrong_format", "/player"),
            ({"seat": 1}, "unknown_field", "/seat"),
        ],
    ),
    "POST /games/{running}/resign": ({}, NO_BODY),
    "POST /games/{running}/return": ({}, NO_BODY),
    "POST /games/{running}/seats/1/take": ({}, NO_BODY),
    "POST /games/{running}/clock/forward": (
        {"by": "PT1H"},
        [
            *(
                ({"by": one}, "invalid_step", "/by")
                for one in ("PT0S", "P366DT1S", "P999999DT99999999H", "P1M")
            ),
            ({"by": "-PT1H"}, "wrong_format", "/by"),
            ({"by": 3600}, "wrong_type", "/by"),
            ({"to": 1}, "unknown_field", "/to"),
        ],
    ),
    "POST /games/{running}/messages": (
        {"text": "Low water!"},
        [
            ({"text": ""}, "too_short", "/text"),
            ({"text": "x" * 501}, "too_long", "/text"),
            ({"text": "a\0b"}, "wrong_format", "/text"),
        ],
    ),
    "PATCH /games/{running}/viewer": (
        {},
        [
            ({"note": ""}, "too_short", "/note"),
            ({"note": "x" * 2001}, "too_long", "/note"),
            ({"note": "\x00"}, "wrong_format", "/note"),
            ({"note": 7}, "wrong_type", "/note"),
            ({"notifications": "loud"}, "not_a_choice", "/notifications"),
        ],
    ),
    "POST /players": (
        {"username": "gil", "password": PASSWORD},
        [
            ({"username": "a" * 37}, "invalid_request", "/username", "/username"),
            *(
                ({"username": one}, "wrong_format", "/username")
                # The last begins with a Cyrillic a.
                for one in ("-ann", "ann marie", "ann\n", "ann\x00", "änne", "аnn")  # noqa: RUF001
            ),
            ({"username": 7}, "wrong_type", "/username"),
            ({"password": "sevenle"}, "too_short", "/password"),
            ({"password": "x" * 129}, "too_long", "/password"),
            ({"password": "rock-pool\x00"}, "wrong_format", "/password"),
            ({"password": True}, "wrong_type", "/password"),
            ({"password": "password"}, "weak_password", "/password"),
            ({"username": "wave-walker", "password": "Wavewalker1"}, "weak_password", "/password"),
            (
                {"email": "wavewalker@b.example", "password": "wavewalker"},
                "weak_password",
                "/password",
            ),
            ({"email": "nobody"}, "wrong_format", "/email"),
            ({"email": "a" * 250 + "@b.example"}, "too_long", "/email"),
            ({"email": None}, "wrong_type", "/email"),
            ({"a/b~c": 1}, "unknown_field", "/a~1b~0c"),
            (
                {"username": "!", "email": "x", "age": 7},
                "invalid_request",
                *("/username", "/username", "/email", "/age"),
            ),
        ],
    ),
    "POST /me/tokens": (
        {"username": "ann", "password": PASSWORD},
        [
            ({"password": "\x00"}, "wrong_format", "/password"),
            ({"password": 1}, "wrong_type", "/password"),
            ({"name": "n" * 101}, "too_long", "/name"),
            ({"test": 1}, "wrong_type", "/test"),
            ({"scope": "all"}, "unknown_field", "/scope"),
            ({"scopes": ["game:everything"]}, "not_a_choice", "/scopes/0"),
            ({"scopes": []}, "too_short", "/scopes"),
        ],
    ),
    "POST /me/claim": (
        {"username": "gil", "password": PASSWORD},
        [
            ({"username": "änne"}, "wrong_format", "/username"),
            ({"username": "wave-walker", "password": "wave-walker"}, "weak_password", "/password"),
            ({"email": "nobody"}, "wrong_format", "/email"),
        ],
    ),
    "PATCH /me": (
        {},
        [
            ({"password": "password", "current_password": PASSWORD}, "weak_password", "/password"),
            (
                {
                    "current_password": PASSWORD,
                    "email": "wavewalker@b.example",
                    "password": "wavewalker",
                },
                *("weak_password", "/password"),
            ),
            ({"about": "x" * 501}, "too_long", "/about"),
            ({"about": "\x00"}, "wrong_format", "/about"),
            ({"about": None}, "wrong_type", "/about"),
            ({"email": "nobody"}, "wrong_format", "/email"),
            ({"username": "änne"}, "wrong_format", "/username"),
            ({"is_superuser": True}, "unknown_field", "/is_superuser"),
            ({"shows": ["e-mail"]}, "not_a_choice", "/shows/0"),
        ],
    ),
    "POST /me/vacations": (
        {"until": LATER},
        [
            ({"from": None}, "wrong_type", "/from"),
            ({"until": 7}, "wrong_type", "/until"),
            *(
                ({"until": one}, "wrong_format", "/until")
                for one in ("2027-08-10", "2027-08-10T00:00:00", f"{LATER}\n", "in a week")
            ),
            ({"game": "x"}, "unknown_field", "/game"),
            vacation("2027-03-01T11:59:59Z", "2027-03-10T00:00:00Z", "/from"),
            vacation("0001-01-01T00:00:00+23:59", "2027-03-10T00:00:00Z", "/from"),
            vacation("2027-08-01T00:00:00Z", "2027-08-01T00:59:59Z", "/until"),
            vacation("2027-08-01T00:00:00Z", "0001-01-01T00:00:00+23:59", "/until"),
            vacation("2028-02-20T00:00:00Z", "2028-03-01T12:00:01Z", "/until"),
            vacation("9999-12-31T22:00:00-23:59", "9999-12-31T23:59:59-23:59", "/until"),
            vacation("2027-02-29T00:00:00Z", "2027-03-10T00:00:00Z", "/from"),
            vacation("2027-08-01T25:00:00Z", LATER, "/from"),
            vacation("2027-08-01T00:00:00Z", "2027-08-10T00:00:60Z", "/until"),
            vacation("2027-08-01T00:00:00Z", "2027-08-10T00:00:00+24:00", "/until"),
            vacation("0000-01-01T00:00:00Z", LATER, "/from"),
        ],
    ),
    "PUT /me/read": (
        {"number": 1},
        [
            ({"number": -1}, "out_of_range", "/number"),
            ({"number": 10**10}, "out_of_range", "/number"),
            ({"number": "latest"}, "wrong_type", "/number"),
            ({"game": "a b"}, "wrong_format", "/game"),
            ({"games": []}, "unknown_field", "/games"),
        ],
    ),
    "POST /me/receivers": (
        {"address": {"url": URL}, "channel": "webhook"},
        [
            ({"address": None}, "wrong_type", "/address"),
            ({"address": {}}, "missing_field", "/address/url"),
            ({"address": {"url": 1}}, "wrong_type", "/address/url"),
            ({"address": {"url": ""}}, "too_short", "/address/url"),
            ({"address": {"url": f"{URL}{'x' * 500}"}}, "too_long", "/address/url"),
            ({"address": {"url": f"{URL}\x00"}}, "wrong_format", "/address/url"),
            ({"address": {"url": URL, "token": "x"}}, "unknown_field", "/address/token"),
            ({"events": "joined"}, "wrong_type", "/events"),
            ({"events": ["joined", "eaten"]}, "not_a_choice", "/events/1"),
            ({"events": ["joined"] * 101}, "too_long", "/events"),
            ({"note": "x" * 101}, "too_long", "/note"),
            ({"secret": "whsec_mine"}, "unknown_field", "/secret"),
        ],
    ),
    "PATCH /me/receivers/{hook}": (
        {},
        [
            ({"enabled": None}, "wrong_type", "/enabled"),
            ({"id": "x"}, "unknown_field", "/id"),
            ({"address": {"url": "https://127.0.0.1/"}}, "invalid_url", "/address/url"),
        ],
    ),
}


@pytest.fixture
def ids(ann: Person, tester: Person, table: Callable[..., str]) -> dict[str, str]:
    """What the addresses in the table name."""
    return {"open": ann.opens(3), "running": table(), "hook": makes(ann, URL)["id"]}


@pytest.mark.parametrize("call", TABLE)
def test_a_fault_of_a_body_is_refused_by_its_place(
    tester: Person, dan: Person, ids: dict[str, str], call: str
) -> None:
    method, path = call.split()
    usual, faults = TABLE[call]
    caller = dan if path.endswith("/join") else tester
    if path == "/me/claim":
        caller = Person(Person().post("/guests").json["token"])
    if required := [f"/{name}" for name in usual]:
        refused(caller.call(method, path.format(**ids), {}), 400, "missing_field", *required)
    with standing(), nothing_changes():
        for change, code, *places in faults:
            said = caller.call(method, path.format(**ids), {**usual, **change})
            refused(said, 400, code, *places)
