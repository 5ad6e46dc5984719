"""Who may make a call, and when: a table of the calls on a game, and all calls without a token."""

import re
from functools import partial
from typing import Any

import pytest

from common.rest.error_codes import CODES
from tests.app.api.calls import with_test_token
from tests.app.api.refusals import nothing_changes, refused
from tests.factories import make_finished_game
from tests.people import API, Answer, Person
from tideapi.reference.document import operations_by_name

BODIES: dict[str, Any] = {
    "set_entropy": {"entropy": "a shell"},
    "submit_answer": {"action": {"type": "play", "card": 60}},
    "set_standing_order": {"order": {"plays": [{"card": 1}]}},
    "agree_to_pause": {"length": "P1D"},
    "offer_seat": {"player": "eve"},
    "advance_clock": {"by": "PT1H"},
    "create_message": {"text": "Low water!"},
    "update_viewer": {"notifications": "off"},
}

ROWS = """
                      without a seat    not begun         under way         called off        over
join_game             game_full         already_joined    already_joined    already_joined    already_joined
leave_game            not_a_player      -                 already_started   game_cancelled    game_finished
start_game            not_a_player      -                 already_started   game_cancelled    game_finished
cancel_game           not_a_player      -                 already_started   game_cancelled    game_finished
set_entropy           not_a_player      -                 already_started   game_cancelled    game_finished
list_invitations      not_a_player      -                 -                 -                 -
create_invitation     not_a_player      -                 already_started   game_cancelled    game_finished
get_submission        not_a_player      turn_not_found    no_submission     turn_not_found    -
submit_answer         not_a_player      game_not_started  -                 game_cancelled    turn_closed
withdraw_answer       not_a_player      game_not_started  no_submission     game_cancelled    turn_closed
set_standing_order    not_a_player      game_not_started  -                 game_cancelled    game_finished
delete_standing_order not_a_player      no_order          no_order          no_order          no_order
agree_to_pause        not_a_player      game_not_started  -                 game_cancelled    game_finished
end_pause             not_a_player      game_not_started  not_paused        game_cancelled    game_finished
vote_to_resume        not_a_player      game_not_started  not_stopped       game_cancelled    game_finished
resign_game           not_a_player      game_not_started  -                 game_cancelled    game_finished
reclaim_seat          not_a_player      game_not_started  not_away          game_cancelled    game_finished
offer_seat            not_a_player      game_not_started  seat_not_vacant   game_cancelled    game_finished
withdraw_offer        not_a_player      game_not_started  seat_not_vacant   game_cancelled    game_finished
accept_seat           not_offered       game_not_started  not_offered       game_cancelled    game_finished
decline_seat          not_offered       game_not_started  not_offered       game_cancelled    game_finished
extend_deadline       not_a_player      game_not_started  -                 game_cancelled    game_finished
advance_clock         not_a_player      -                 -                 game_cancelled    game_finished
create_rematch        not_a_player      game_not_finished game_not_finished game_not_finished -
list_messages         not_a_player      -                 -                 -                 -
create_message        not_a_player      -                 -                 -                 -
delete_message        not_a_player      message_not_found message_not_found message_not_found -
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
    for name, *codes in (line.split() for line in ROWS.strip().splitlines()[1:])
}


def call_by_name(person: Person, name: str, game: str) -> Answer:
    """Make a call about a game: turn 1, seat 1, and a message that is not there."""
    call = operations_by_name()[name]
    path = call.path.replace("{game}", game).replace("{message}", "none")
    path = re.sub(r"\{(number|seat)\}", "1", path).removeprefix(API)
    return person.call(call.method, path, BODIES.get(name), fault=True)


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
            assert {one.raw_but_id for one in hidden} == {missing.raw_but_id}
            assert Person().get(f"/games/{games[2]}/record").raw_but_id == missing.raw_but_id


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
        path = re.sub(r"\{(number|seat|archive)\}", "1", call.path)
        said = Person().call(call.method, re.sub(r"\{\w+\}", "none", path).removeprefix(API))
        refused(said, 401, "not_authenticated")
        guarded += 1
    assert guarded > 60
