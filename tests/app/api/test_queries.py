"""How many statements a call costs: three for a read, six for a write, however much there is."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from games.models import Game
from tests import document
from tests.app.api.reads import READS
from tests.app.api.town import Town
from tests.app.api.writes import WRITES
from tests.happened import happened
from tests.thorough.interference.calls import operations

pytestmark = pytest.mark.django_db

READ, WRITE = 3, 6
SELDOM = 15
"""What people do with each other is seldom, and nobody else waits for it: there the ORM may ask more."""
WHOLE_CLOCK = 25
"""In a sandbox alone: the statements of one game, and one for each table whose times come nearer."""
TWO_TABLES = 2
"""Webhooks and other receivers have a table each: what is asked about one of them asks both."""
NOT_COUNTED = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE SAVEPOINT", "ROLLBACK")


# -- reads


PEOPLE = {"update_relation", "create_invitation", "delete_invitation", "accept_invitation"}
PEOPLE |= {"create_rematch", "create_message", "delete_message"}
ACCOUNT = {"update_me", "delete_me", "delete_bot"}
TOLD = {"update_notification_settings", "create_receiver", "update_receiver"}
RECEIVERS = {"delete_receiver", "list_deliveries", "redeliver_message"}
ELSEWHERE = {"stream_game", "stream_my_events", "check_readiness"}
"""What this process answers with 503: it holds no streams, and no worker is about."""


@contextmanager
def counting() -> Iterator[list[str]]:
    """The statements that are asked in here, other than those by which a transaction begins and ends."""
    asked: list[str] = []

    def note(execute: Any, sql: str, *rest: Any) -> Any:
        if not sql.startswith(NOT_COUNTED):
            asked.append(" ".join(sql.split()))
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        yield asked


def stated() -> list[Any]:
    return [
        pytest.param(call["operationId"], method, id=call["operationId"])
        for method, _, call in operations(document.document())
    ]


@pytest.mark.parametrize(("call", "method"), stated())
def test_a_call_costs_few_statements(
    town: Town, call: str, method: str, django_capture_on_commit_callbacks: Any
) -> None:
    prepare = READS[call] if method == "GET" else WRITES[call]
    who, path, body = prepare(town)
    if who.token is not None:
        who.get("/me")  # Once an hour it is noted that a token is used.
    with counting() as asked, django_capture_on_commit_callbacks(execute=True):
        said = who.call(method, path, body)
    assert said.status < 300 or (said.status == 503 and call in ELSEWHERE), said.json
    usual = (READ if method == "GET" else WRITE) + (TWO_TABLES if call in RECEIVERS else 0)
    if call == "advance_my_clock":
        usual = WHOLE_CLOCK
    assert len(asked) <= (SELDOM if call in PEOPLE | ACCOUNT | TOLD else usual), "\n".join(asked)


def test_every_line_is_of_a_call_of_the_document() -> None:
    known = {call["operationId"] for _, _, call in operations(document.document())}
    assert {*READS, *WRITES} == known
    assert known >= ELSEWHERE


def test_who_looks_and_who_seals_is_read_with_her_game(
    town: Town, django_capture_on_commit_callbacks: Any
) -> None:
    game = town.table()
    town.ann.get("/me")
    with counting() as asked:
        mine = town.ann.sees(game)["mine"]
    assert len(asked) == 1, "\n".join(asked)
    with counting() as asked, django_capture_on_commit_callbacks(execute=True):
        assert town.ann.seals(game, mine["legal_actions"][0], 1).status == 200
    # With her game, what is written, and who is notified.
    assert len(asked) == 3, "\n".join(asked)


def test_a_card_that_closes_its_turn_reads_the_game_once(
    town: Town, django_capture_on_commit_callbacks: Any
) -> None:
    game = town.table()
    town.ann.get("/me")
    for person in (town.bob, town.cat):
        person.seals_anything(game)
    path, body = last_card(town, game)
    with counting() as asked, django_capture_on_commit_callbacks(execute=True):
        assert town.ann.call("PUT", path, body).status == 200
    # With its caller, the lock, what is written, and who is notified.
    assert len(asked) == 4, "\n".join(asked)


@pytest.mark.parametrize("call", ["create_vacation", "end_vacation"])
def test_a_vacation_costs_no_more_in_many_games_than_in_one(
    town: Town, call: str, django_capture_on_commit_callbacks: Any
) -> None:
    for _ in range(3):
        town.table()
    who, path, body = WRITES[call](town)
    who.get("/me")
    with counting() as asked, django_capture_on_commit_callbacks(execute=True):
        said = who.call("POST" if body else "DELETE", path, body)
    assert said.status < 300, said.json
    told = [
        game for game in Game.objects.values_list("pk", flat=True) if happened(game, "vacation")
    ]
    assert len(told) == 4
    assert len(asked) <= WRITE, "\n".join(asked)


def test_the_card_that_ends_a_game_reads_its_history_and_no_more(
    town: Town, django_capture_on_commit_callbacks: Any
) -> None:
    game = town.table(absence={"bot_after": 100})
    while True:
        for person in (town.bob, town.cat):
            person.seals_anything(game)
        who, path, body = town.ann, *last_card(town, game)
        with counting() as asked, django_capture_on_commit_callbacks(execute=True):
            assert who.call("PUT", path, body).status == 200
        over = town.ann.sees(game)["status"] == "finished"
        # The event that ends a log binds the whole record, so all of the game is read once.
        assert len(asked) <= (WRITE + 1 if over else WRITE), "\n".join(asked)
        if over:
            break


def test_who_answers_instead_of_the_bot_pays_no_more(
    town: Town, django_capture_on_commit_callbacks: Any
) -> None:
    game = town.absent()
    bob, number = town.bob, town.bob.sees(game)["turn"]["number"]
    action = bob.sees(game)["mine"]["legal_actions"][0]
    with counting() as asked, django_capture_on_commit_callbacks(execute=True):
        assert bob.seals(game, action, number).status == 200
    assert happened(game, "returned")
    assert len(asked) <= WRITE, "\n".join(asked)


def last_card(town: Town, game: str) -> tuple[str, Any]:
    number = town.ann.sees(game)["turn"]["number"]
    return f"/games/{game}/turns/{number}/submission", town.move(game)


def test_a_list_costs_as_much_for_many_as_for_few(town: Town) -> None:
    counts = []
    for _ in range(2):
        for _ in range(3):
            town.ann.seals_anything(town.ordered())
        with counting() as asked:
            assert town.ann.get("/me/turns").json["results"]
            assert town.ann.get("/games", player="ann").json["results"]
        counts.append(len(asked))
    assert counts[0] == counts[1]
