"""What a call refuses: tables of bodies, of queries, and of the states of games, with the code of each."""

import re
from collections.abc import Callable
from copy import deepcopy
from functools import partial
from typing import Any
from urllib.parse import urlencode

import pytest

from common.rest.error_codes import CODES
from tests.app.api.calls import cursor, with_test_token
from tests.app.api.refusals import nothing_changes, refused
from tests.factories import make_finished_game
from tests.moving_time import frozen_time
from tests.people import API, PASSWORD, Answer, Person
from tests.webhooks import create_webhook
from tideapi.reference.document import operations_by_name

BERLIN = {"zone": "Europe/Berlin", "days": ["mon", "tue"], "from": "08:00", "to": "22:00"}
SHORT = {**BERLIN, "days": ["mon"]}
HOURS = " ".join(f"/clock/hours/{part}" for part in ("zone", "days", "from", "to"))
URL = "https://bots.example/tide"
LATER = "2027-08-10T00:00:00Z"
EARLY, LATE = "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59-23:59"
NUL = "\x00"
NAMED_WAVE = {"username": "wave-walker", "password": "wave-walker"}
MAILED_WAVE = {"email": "wavewalker@b.example", "password": "wavewalker"}
NO_BODY = [("/now", "unknown_field", True)]

Row = tuple[Any, ...]
"""A place, its code, and values that are refused there; or other members, a code, and places."""


def hours(change: dict[str, Any], code: str, place: str) -> Row:
    return {"clock": {"hours": {**BERLIN, **change}}}, code, f"/clock/hours{place}"


def vacation(since: str, until: str, place: str) -> Row:
    return {"from": since, "until": until}, "invalid_vacation", place


BODIES: dict[str, dict[str, Any]] = {
    "POST /games": {"ruleset": "turn_the_tide", "seat_count": 3},
    "POST /games/{open}/join": {},
    "PUT /games/{open}/entropy": {"entropy": "a shell"},
    "POST /games/{open}/leave": {},
    "POST /games/{open}/invitations": {},
    "PUT /games/{running}/turns/1/submission": {"action": {"type": "play", "card": 4}},
    "PUT /games/{running}/standing-order": {"order": {"plays": [{"card": 1}]}},
    "PUT /games/{running}/pause": {"length": "PT1H"},
    "PUT /games/{running}/seats/1/offer": {"player": "dan"},
    "POST /games/{running}/clock/forward": {"by": "PT1H"},
    "POST /games/{running}/messages": {"text": "Low water!"},
    "PATCH /games/{running}/viewer": {},
    "POST /players": {"username": "gil", "password": PASSWORD},
    "POST /me/tokens": {"username": "ann", "password": PASSWORD},
    "POST /me/claim": {"username": "gil", "password": PASSWORD},
    "PATCH /me": {},
    "POST /me/vacations": {"until": LATER},
    "PUT /me/read": {"number": 1},
    "POST /me/receivers": {"address": {"url": URL}, "channel": "webhook"},
    "PATCH /me/receivers/{hook}": {},
}
"""A body of each call that would do."""
ROWS: dict[str, list[Row]] = {
    "POST /games": [
        ("/ruleset", "unknown_ruleset", "chess"),
        ("/ruleset", "wrong_format", NUL),
        ("/options/edition", "invalid_options", "none", ["amigo"]),
        ("/options/dice~1~0", "unknown_field", 2),
        ("/seat_count", "invalid_seats", 2, 6),
        ("/seat_count", "out_of_range", 0, 101, 10**19, 10**300),
        ("/seat_count", "wrong_type", 3.5, True, "3"),
        ({"bots": ["random", "deep_blue"]}, "unknown_bot", "/bots/1"),
        ("/bots", "too_many_bots", ["random"] * 3),
        ("/bots", "too_long", ["random"] * 21),
        ({"bots": [7]}, "wrong_type", "/bots/0"),
        ("/clock/per_turn", "invalid_clock", "PT59S", "P14DT1S", "PT99999999H", "P1M"),
        ("/clock/per_turn", "wrong_format", "24h", "PT24H\n"),
        ("/clock/per_turn", "wrong_type", 86400),
        ("/clock", "wrong_type", None),
        ("/clock/bank", "invalid_clock", "P14DT1S"),
        ("/clock/increment", "invalid_clock", "PT1H"),
        ("/clock/grace", "invalid_clock", "P15D"),
        ("/clock/ahead", "unknown_field", "PT1H"),
        ({"clock": {"hours": {}}}, "missing_field", HOURS),
        hours({"zone": "../../etc/passwd"}, "invalid_clock", "/zone"),
        hours({"days": []}, "too_short", "/days"),
        hours({"days": ["mon", "mon"]}, "wrong_format", "/days"),
        hours({"days": ["Monday"]}, "not_a_choice", "/days/0"),
        hours({"from": "8:00"}, "wrong_format", "/from"),
        hours({"from": "24:00"}, "invalid_clock", "/from"),
        hours({"to": "08:00"}, "invalid_clock", "/to"),
        hours({"to": "08:59"}, "invalid_clock", "/to"),
        ({"clock": {"per_turn": "P14D", "hours": SHORT}}, "invalid_clock", "/clock/hours"),
        ("/absence/bot_after", "out_of_range", 0, 101),
        ("/absence/least_reliability", "out_of_range", -1, 101),
        ("/absence/most_stopped", "unknown_field", "P1D"),
        ("/start", "not_a_choice", "now"),
        ("/entropy", "unknown_field", "gulls"),
        # Each fault is named; what depends on a faulty member is not judged.
        ({"seat_count": 9, "bots": ["x"], "foo": 1}, "invalid_body", "/foo /seat_count /bots/0"),
        ({"options": 7, "seat_count": 9, "bots": ["x"]}, "invalid_body", "/options /bots/0"),
        ({"ruleset": 7, "seat_count": 9, "foo": 1}, "invalid_body", "/ruleset /foo"),
        ({"seat_count": 2, "bots": ["random"] * 2}, "invalid_body", "/seat_count /bots"),
    ],
    "POST /games/{open}/join": [("/entropy", "wrong_format", NUL), ("/seat", "unknown_field", 2)],
    "PUT /games/{open}/entropy": [("/entropy", "too_long", "x" * 201)],
    "POST /games/{open}/leave": NO_BODY,
    "POST /games/{open}/invitations": [
        ("/player", "unknown_player", "nosuchplayer"),
        ({"player": "bob", "uses": 2}, "invalid_invitation", "/uses"),
        ("/uses", "out_of_range", 0),
        ("/expires_in", "invalid_invitation", "PT1S", "P31D", "PT"),
    ],
    "PUT /games/{running}/turns/1/submission": [
        ("/action", "wrong_type", None, "play 4"),
        ("/turn", "unknown_field", 1),
        ("/action/card", "no_such_number", 0, 61, 2**64),
        ("/action/card", "invalid_action", 4.5, True, "4", None, {"a": [[[]]]}),
        ("/action/type", "invalid_action", "roll", ["play"]),
        ({"action": {"card": 4}}, "invalid_action", "/action/type"),
        ({"action": {}}, "invalid_action", "/action/type"),
        ({"action": {"type": "play"}}, "invalid_action", "/action/card"),
        ("/action/a~1b~0", "unknown_field", NUL),
    ],
    "PUT /games/{running}/standing-order": [
        ("/order", "wrong_type", None, [1]),
        ({"order": {}}, "invalid_order", "/order/plays"),
        ("/order/plays", "invalid_order", []),
        ({"order": {"plays": [{"card": True}]}}, "invalid_order", "/order/plays/0/card"),
        ({"order": {"plays": [{"card": 61}]}}, "no_such_number", "/order/plays/0/card"),
        ({"order": {"plays": [{"card": 1, "when": {}}]}}, "invalid_order", "/order/plays/0/when"),
        ({"order": {"take": ["roll"]}}, "unknown_field", "/order/take"),
    ],
    "PUT /games/{running}/pause": [
        ("/length", "invalid_pause", "PT59S", "P30DT1S", "P1M"),
        ("/length", "wrong_type", 3600),
        ("/length", "wrong_format", "two days"),
        ("/length", "too_long", f"PT{'9' * 40}H"),
    ],
    "PUT /games/{running}/seats/1/offer": [
        ({"player": "x" * 37}, "invalid_body", "/player /player"),
        ("/player", "wrong_format", f"a{NUL}b"),
    ],
    "POST /games/{running}/clock/forward": [
        ("/by", "invalid_step", "PT0S", "P366DT1S", "P999999DT99999999H", "P1M"),
        ("/by", "wrong_format", "-PT1H"),
    ],
    "POST /games/{running}/messages": [("/text", "wrong_format", f"a{NUL}b")],
    "PATCH /games/{running}/viewer": [("/note", "wrong_format", NUL)],
    "POST /players": [
        ({"username": "a" * 37}, "invalid_body", "/username /username"),
        ("/username", "wrong_format", "-ann", "ann marie", "ann\n", f"ann{NUL}", "änne"),
        ("/username", "wrong_format", "аnn"),  # noqa: RUF001  It begins with a Cyrillic a.
        ("/password", "too_short", "sevenle"),
        ("/password", "wrong_format", f"rock-pool{NUL}"),
        ("/password", "weak_password", "password"),
        ({"username": "wave-walker", "password": "Wavewalker1"}, "weak_password", "/password"),
        (MAILED_WAVE, "weak_password", "/password"),
        ("/email", "wrong_format", "nobody"),
        ("/a~1b~0c", "unknown_field", 1),
        ({"username": "änne", "email": "x", "age": 7}, "invalid_body", "/username /email /age"),
    ],
    "POST /me/tokens": [
        ("/password", "wrong_format", NUL),
        ({"scopes": ["game:everything"]}, "not_a_choice", "/scopes/0"),
    ],
    "POST /me/claim": [
        ("/username", "wrong_format", "änne"),
        (NAMED_WAVE, "weak_password", "/password"),
        ("/email", "wrong_format", "nobody"),
    ],
    "PATCH /me": [
        ({"password": "password", "current_password": PASSWORD}, "weak_password", "/password"),
        ({**MAILED_WAVE, "current_password": PASSWORD}, "weak_password", "/password"),
        ("/about", "wrong_format", NUL),
        ("/email", "wrong_format", "nobody"),
        ("/username", "wrong_format", "änne"),
        ("/is_superuser", "unknown_field", True),
        ({"shows": ["e-mail"]}, "not_a_choice", "/shows/0"),
    ],
    "POST /me/vacations": [
        ("/until", "wrong_type", 7),
        ("/until", "wrong_format", "2027-08-10", "2027-08-10T00:00:00", f"{LATER}\n", "soon"),
        vacation("2027-03-01T11:59:59Z", "2027-03-10T00:00:00Z", "/from"),
        vacation(EARLY, "2027-03-10T00:00:00Z", "/from"),
        vacation("2027-08-01T00:00:00Z", "2027-08-01T00:59:59Z", "/until"),
        vacation("2027-08-01T00:00:00Z", EARLY, "/until"),
        vacation("2028-02-20T00:00:00Z", "2028-03-01T12:00:01Z", "/until"),
        vacation("9999-12-31T22:00:00-23:59", LATE, "/until"),
        vacation("2027-02-29T00:00:00Z", "2027-03-10T00:00:00Z", "/from"),
        vacation("2027-08-01T25:00:00Z", LATER, "/from"),
        vacation("2027-08-01T00:00:00Z", "2027-08-10T00:00:60Z", "/until"),
        vacation("2027-08-01T00:00:00Z", "2027-08-10T00:00:00+24:00", "/until"),
        vacation("0000-01-01T00:00:00Z", LATER, "/from"),
    ],
    "PUT /me/read": [("/number", "out_of_range", -1, 10**10), ("/game", "wrong_format", "a b")],
    "POST /me/receivers": [
        ({"address": {}}, "missing_field", "/address/url"),
        ("/address/url", "wrong_format", f"{URL}{NUL}"),
        ("/address/url", "invalid_url", "https://localhost/", "file:///etc/passwd"),
        ({"events": ["joined", "eaten"]}, "not_a_choice", "/events/1"),
    ],
    "PATCH /me/receivers/{hook}": [
        ("/address/url", "invalid_url", "http://bots.example/", "https://127.0.0.1/", "x", " ")
    ],
}

SIZE: list[Row] = [
    ("page_size", "out_of_range", "0", "-1", "101", "9" * 18),
    ("page_size", "wrong_type", "9" * 5000, "x", "", "1\x00", "1.5", "١"),  # noqa: RUF001
]
PAGE: list[Row] = [
    *SIZE,
    ("cursor", "too_long", "A" * 501),
    ("cursor", "wrong_format", "nonsense", "é", "===", "AAAA", NUL, cursor(p=NUL)),
    ("cursor", "wrong_format", cursor(p="nonsense"), cursor(p="2026-13-01 00:00:00+00:00")),
    ("cursor", "wrong_format", cursor(p="2026-01-01"), cursor(p="2026-01-01 00:00:00")),
    ("cursor", "wrong_format", cursor(p="2026-01-01 00:00:00+01:00"), cursor(p="1e400")),
    ("cursor", "wrong_format", cursor(p="0001-01-01 00:00:00+14:00")),
    ("cursor", "wrong_format", cursor(o="x"), cursor(o="-1")),
]
EVENTS: list[Row] = [
    ("after", "wrong_format", "-1", "x", "9" * 11, "LATEST", "9" * 30, "1\x00"),
    ("before", "wrong_format", "my_answer"),
    ("wait", "out_of_range", "-1", "31"),
    ("wait", "wrong_type", "0.5"),
    ("without", "not_a_choice", "data"),
    ("include", "not_a_choice", "texts"),
    ("cursor", "unknown_field", "x"),
]
WORDS: Row = ("include", "not_a_choice", "texts", "text,", "", "text,texts")
QUERIES: dict[str, list[Row]] = {
    "/games": [
        *PAGE,
        ("status", "not_a_choice", "begun", "\x00"),
        ("ruleset", "wrong_format", "Turn the Tide", "\x00"),
        ("ruleset", "too_long", "r" * 41),
        ("player", "wrong_format", "a b", "ann\x00"),
        ("host", "unknown_field", "ann"),
        ("min_per_turn", "wrong_format", "24 hours"),
        ("max_per_turn", "wrong_format", "P", "P1"),
        ("free_seats", "out_of_range", 0),
        ("joinable", "wrong_type", "yes"),
        ("edition", "wrong_format", "a b"),
        ("sort", "not_a_choice", "newest"),
        ("waiting", "not_a_choice", "bob"),
        ("id", "wrong_format", "no id"),
        ("id", "too_long", ["nosuchgame000000"] * 101),
    ],
    "/games/{open}": [("include", "not_a_choice", "hands", *WORDS[2:])],
    "/games/{running}/turns/1": [WORDS],
    "/games/{running}/events": [*SIZE, *EVENTS, ("after", "wrong_format", "newest")],
    "/me/events": [*SIZE, *EVENTS, ("after", "wrong_format", "my_answer")],
    "/me/tokens": [*PAGE],
    "/me/turns": [*PAGE, ("open", "wrong_type", "yes", "1", "", "True"), (*WORDS, "table")],
    "/me/games": [("cursor", "wrong_format", "nonsense", cursor(p="1;"), cursor(p="9" * 14))],
    "/me/relations": [("relation", "not_a_choice", "none")],
    "/me/receivers/{hook}/deliveries": [("state", "not_a_choice", "lost")],
}


@pytest.fixture
def ids(ann: Person, tester: Person, table: Callable[..., str]) -> dict[str, str]:
    """What the addresses in the tables name."""
    return {"open": ann.opens(3), "running": table(), "hook": create_webhook(ann, URL)["id"]}


def put_value(body: dict[str, Any], pointer: str, value: object) -> dict[str, Any]:
    """Return the body with a value at the place to which a JSON pointer leads."""
    changed = deepcopy(body)
    *path, last = (part.replace("~1", "/").replace("~0", "~") for part in pointer[1:].split("/"))
    inner = changed
    for name in path:
        inner = inner.setdefault(name, {})
    inner[last] = value
    return changed


@pytest.mark.parametrize("call", ROWS)
def test_a_fault_of_a_body_is_refused_by_its_place(tester, dan, ids, call: str) -> None:
    method, path = call.split()
    usual, rows = BODIES[call], ROWS[call]
    caller, path = dan if path.endswith("/join") else tester, path.format(**ids)
    if path == "/me/claim":
        caller = Person(Person().post("/guests").json["token"])
    if required := [f"/{name}" for name in usual]:
        refused(caller.call(method, path, {}), 400, "missing_field", *required)
    with frozen_time(), nothing_changes():
        for place, code, *values in rows:
            if isinstance(place, dict):
                places = " ".join(values).split()
                said = caller.call(method, path, {**usual, **place})
                refused(said, CODES[code].status, code, *places)
                continue
            for value in values:
                said = caller.call(method, path, put_value(usual, place, value))
                refused(said, CODES[code].status, code, place)


@pytest.mark.parametrize("address", QUERIES)
def test_a_fault_of_a_query_is_refused_by_its_parameter(tester, ids, address: str) -> None:
    for name, code, *values in QUERIES[address]:
        for value in values:
            query = urlencode({name: value}, doseq=True)
            said = tester.call("GET", f"{address.format(**ids)}?{query}")
            refused(said, 400, "invalid_query", name)
            assert said.json["errors"][0]["code"] == code, query


# -- calls refused by the state of the game, and without a token


BODIES_BY_NAME: dict[str, Any] = {
    "set_entropy": {"entropy": "a shell"},
    "submit_answer": {"action": {"type": "play", "card": 60}},
    "set_standing_order": {"order": {"plays": [{"card": 1}]}},
    "agree_to_pause": {"length": "P1D"},
    "offer_seat": {"player": "eve"},
    "forward_clock": {"by": "PT1H"},
    "create_message": {"text": "Low water!"},
    "update_viewer": {"notifications": "off"},
}

CODES_BY_STATE = """
                      without a seat    not begun         under way         called off        over
join_game             game_full         already_joined    already_joined    already_joined    already_joined
leave_game            not_a_player      -                 already_started   game_cancelled    game_finished
start_game            not_a_player      -                 already_started   game_cancelled    game_finished
cancel_game           not_a_player      -                 already_started   game_cancelled    game_finished
get_entropy           not_a_player      no_entropy        no_entropy        no_entropy        no_entropy
set_entropy           not_a_player      -                 already_started   game_cancelled    game_finished
list_invitations      not_a_player      -                 -                 -                 -
create_invitation     not_a_player      -                 already_started   game_cancelled    game_finished
get_submission        not_a_player      turn_not_found    no_submission     turn_not_found    -
submit_answer         not_a_player      game_not_started  -                 game_cancelled    turn_closed
withdraw_answer       not_a_player      game_not_started  no_submission     game_cancelled    turn_closed
get_standing_order    not_a_player      no_order          no_order          no_order          no_order
set_standing_order    not_a_player      game_not_started  -                 game_cancelled    game_finished
delete_standing_order not_a_player      no_order          no_order          no_order          no_order
get_pause             not_paused        not_paused        not_paused        not_paused        not_paused
agree_to_pause        not_a_player      game_not_started  -                 game_cancelled    game_finished
end_pause             not_a_player      game_not_started  not_paused        game_cancelled    game_finished
vote_to_resume        not_a_player      game_not_started  not_stopped       game_cancelled    game_finished
resign_game           not_a_player      game_not_started  -                 game_cancelled    game_finished
reclaim_seat          not_a_player      game_not_started  not_away          game_cancelled    game_finished
get_offer             no_offer          seat_not_found    no_offer          seat_not_found    no_offer
offer_seat            not_a_player      game_not_started  seat_not_vacant   game_cancelled    game_finished
withdraw_offer        not_a_player      game_not_started  seat_not_vacant   game_cancelled    game_finished
accept_seat           not_offered       game_not_started  not_offered       game_cancelled    game_finished
decline_seat          not_offered       game_not_started  not_offered       game_cancelled    game_finished
extend_deadline       not_a_player      game_not_started  -                 game_cancelled    game_finished
forward_clock         not_a_player      -                 -                 game_cancelled    game_finished
create_rematch        not_a_player      game_not_finished game_not_finished game_not_finished -
list_messages         not_a_player      -                 -                 -                 -
create_message        not_a_player      -                 -                 -                 -
delete_message        not_a_player      message_not_found message_not_found message_not_found -
get_viewer            -                 -                 -                 -                 -
update_viewer         not_a_player      -                 -                 -                 -
get_record            game_not_finished game_not_finished game_not_finished game_not_finished -
get_analysis          game_not_finished game_not_finished game_not_finished game_not_finished -
get_turn              -                 turn_not_found    -                 turn_not_found    -
get_game              -                 -                 -                 -                 -
list_events           -                 -                 -                 -                 -
list_stages           -                 -                 -                 -                 -
stream_game           streams_elsewhere streams_elsewhere streams_elsewhere streams_elsewhere -
"""
"""The code for a player without a seat in a running game, and for the host of a game in each state."""

STATES = ("without a seat", "not begun", "under way", "called off", "over")
TABLE = {
    name: dict(zip(STATES, codes, strict=True))
    for name, *codes in (line.split() for line in CODES_BY_STATE.strip().splitlines()[1:])
}


def call_by_name(person: Person, name: str, game: str) -> Answer:
    """Make a call about a game: turn 1, seat 1, and a message that is not there."""
    call = operations_by_name()[name]
    path = call.path.replace("{game}", game).replace("{message}", "none")
    path = re.sub(r"\{(turn|seat)\}", "1", path).removeprefix(API)
    return person.call(call.method, path, BODIES_BY_NAME.get(name), fault=True)


@pytest.fixture
def host(tester: Person) -> Person:
    Person.signs_up("eve")
    return tester


@pytest.fixture
def outsider(sandbox: None, dan: Person) -> Person:
    return with_test_token(dan)


def test_the_table_has_every_call_on_a_game() -> None:
    known = {name for name, call in operations_by_name().items() if "{game}" in (call.path or "")}
    assert known == {*TABLE}


@pytest.mark.parametrize("state", STATES)
def test_a_call_is_refused_by_the_state_of_its_game(host, outsider, table, people, state) -> None:
    begun = {
        "over": partial(make_finished_game, people),
        "under way": table,
        "without a seat": table,
    }
    game = begun[state]() if state in begun else host.opens(3)
    if state == "called off":
        assert host.post(f"/games/{game}/cancel").status == 200
    caller = outsider if state == "without a seat" else host
    with nothing_changes():
        for name, codes in TABLE.items():
            if codes[state] != "-":
                said = call_by_name(caller, name, game)
                refused(said, CODES[codes[state]].status, codes[state])


def test_a_private_game_under_way_is_not_there_for_others(host, outsider, table, people) -> None:
    games = ("nosuchgame", table(private=True), make_finished_game(people, private=True))
    with nothing_changes():
        for name in TABLE:
            missing, *hidden = (call_by_name(outsider, name, game) for game in games)
            refused(missing, 404, "game_not_found")
            # Not even that there is something to hide.
            assert {one.raw_but_request_id for one in hidden} == {missing.raw_but_request_id}
            assert (
                Person().get(f"/games/{games[2]}/record").raw_but_request_id
                == missing.raw_but_request_id
            )


def test_before_it_begins_a_private_game_takes_who_knows_its_id(ann, bob, dan) -> None:
    game = ann.opens(3, private=True)
    bob.joins(game)
    refused(dan.post(f"/games/{game}/cancel"), 404, "game_not_found")
    with nothing_changes():
        for deed in ("start", "cancel", "invitations"):
            refused(bob.post(f"/games/{game}/{deed}"), 403, "not_host")
    ann.post(f"/games/{game}/cancel")
    with nothing_changes():
        refused(dan.post(f"/games/{game}/join"), 404, "game_not_found")


def test_a_call_that_takes_a_token_is_refused_without_one() -> None:
    guarded = 0
    for call in operations_by_name().values():
        if not call.path or not call.scopes or call.is_optional_token:
            continue
        path = re.sub(r"\{(turn|seat|archive)\}", "1", call.path)
        said = Person().call(call.method, re.sub(r"\{\w+\}", "none", path).removeprefix(API))
        refused(said, 401, "not_authenticated")
        guarded += 1
    assert guarded > 60
