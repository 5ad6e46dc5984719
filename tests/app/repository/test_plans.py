"""Statements written by hand find their rows as their comments say: by an index, however much there is.

PostgreSQL plans each for any values (EXPLAIN GENERIC_PLAN), and reads a table from end to end only where it
has no other way.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from games.models import (
    Event,
    FormerSeat,
    Game,
    Log,
    Participant,
    Pause,
    PrivateEvent,
    Question,
    Seat,
    Stage,
    StandingOrder,
    Submission,
    Turn,
)
from games.repository.saving import Part, write_statement
from players.models import Player, Vacation
from tests import statements as written
from tools.bench import town

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("full_database")]

GAMES = 3000
FILLED = (
    *("games_game", "games_seat", "games_stage", "games_turn", "games_question", "games_log"),
    "players_player",
)
WRITTEN: tuple[Any, ...] = (
    *(Event, FormerSeat, Game, Log, Participant, Pause, PrivateEvent, Question, Seat, Stage),
    *(StandingOrder, Submission, Turn, Vacation),
)
TABLES = """
    SELECT oid, relname FROM pg_class
    WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
"""
FORGET = f"DELETE FROM pg_statistic USING ({TABLES}) one WHERE starelid = one.oid"
Node = dict[str, Any]
# What is cheaper as long as tables are as small as here: to read all of one, for a join too.
OTHER_WAYS = ("seqscan", "bitmapscan", "hashjoin", "mergejoin")
BY_INDEX = {"Index Scan", "Index Only Scan", "Bitmap Index Scan"}


@pytest.fixture(scope="module")
def full_database(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Many games in a database as fresh as after its installation; afterwards nobody has ever seen them."""
    with django_db_blocker.unblock(), transaction.atomic():
        with connection.cursor() as cursor:
            # What other tests have rolled back makes tables and indexes longer, and PostgreSQL looks at that.
            cursor.execute(TABLES)
            names = ", ".join(connection.ops.quote_name(name) for _, name in cursor.fetchall())
            cursor.execute(f"TRUNCATE {names}")
            cursor.execute(FORGET)
        # Of tables that are empty PostgreSQL may not know that they are.
        town.fill(GAMES, tidy=f"ANALYZE {', '.join(FILLED)}")
        moment = timezone.now()
        Player.objects.bulk_create(
            Player(username=f"passer-by {number}", password="!", date_joined=moment)
            for number in range(GAMES)
        )
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE players_player")
        yield
        transaction.set_rollback(True)


def statements() -> Iterator[Any]:
    """Return every statement there is."""
    for name, statement in written.statements():
        yield pytest.param(statement, id=name)
    for part in parts():
        name = f"{part.action} {part.model.__name__}"
        yield pytest.param(write_statement((part,)), id=name)
    yield pytest.param(write_statement(tuple(parts())), id="write all")
    card = sorted(parts(), key=lambda part: (part.model, part.action) != (Log, "update"))
    unlocked = write_statement(tuple(card), if_unchanged=True)
    yield pytest.param(unlocked, id="write all without a lock")


def parts() -> Iterator[Part]:
    """Return all parts of the statements that write."""
    for model in WRITTEN:
        key, columns = model._meta.pk.attname, model._meta.concrete_fields
        names = [one.attname for one in columns if not one.generated and not one.primary_key]
        yield Part("insert", model, (key, *names))
        yield Part("update", model, (key, *names))
        yield Part("delete", model, (key,))


def plan_nodes(statement: str) -> list[Node]:
    """The nodes of the plan for any values."""
    names = list(dict.fromkeys(re.findall(r"%\((\w+)\)s", statement)))
    text = statement
    for place, name in enumerate(names, 1):
        text = text.replace(f"%({name})s", f"${place}")
    with connection.cursor() as cursor:
        for way in OTHER_WAYS:
            cursor.execute(f"SET LOCAL enable_{way} = off")
        cursor.execute("EXPLAIN (GENERIC_PLAN, FORMAT JSON) " + text.replace("%", "%%"))
        (found,) = cursor.fetchone()
    whole = found if isinstance(found, list) else json.loads(found)
    return list(nodes_within(whole[0]["Plan"]))


def nodes_within(node: Node) -> Iterator[Node]:
    yield node
    for inner in node.get("Plans", ()):
        yield from nodes_within(inner)


def index_columns() -> dict[str, str]:
    """The table and columns of each index: two with the same ones are as good as each other."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexrelid::regclass::text, indrelid::regclass || ' ' || indkey::text"
            " || coalesce(pg_get_expr(indpred, indrelid), '') || coalesce(indexprs::text, '')"
            " FROM pg_index JOIN pg_class ON pg_class.oid = indrelid"
            " WHERE relnamespace = current_schema()::regnamespace"
        )
        return dict(cursor.fetchall())


@pytest.mark.parametrize("statement", list(statements()))
def test_no_table_is_read_as_a_whole_and_the_named_indexes_are_used(statement: str) -> None:
    known, nodes = index_columns(), plan_nodes(statement)
    for node in nodes:
        assert node["Node Type"] != "Seq Scan", node
        # A whole index is as long as its table.
        assert node["Node Type"] not in BY_INDEX or "Index Cond" in node, node
    used = {known[node["Index Name"]] for node in nodes if "Index Name" in node}
    named = set(re.findall(r"\w+", written.comment_of(statement)))
    assert {name for name in named if name.endswith("_pkey")} <= known.keys()
    for name in known.keys() & named:
        assert known[name] in used, f"{name} not among {used}"


def find_lists(text: str) -> list[str]:
    """Return what stands between the parentheses of each `json_agg`, without inner parentheses."""
    found = []
    while inner := re.search(r"(jsonb?_agg)?\(([^()]*)\)", text):
        found += [inner[2]] if inner[1] else []
        text = text[: inner.start()] + text[inner.end() :]
    return found


@pytest.mark.parametrize("statement", list(statements()))
def test_every_list_says_its_order(statement: str) -> None:
    for inside in find_lists(statement):
        assert "ORDER BY" in inside
