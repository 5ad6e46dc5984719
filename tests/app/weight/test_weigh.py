"""`manage.py weigh` says what a game weighs, table by table."""

import io
import json
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection

from games.background import disk_usage
from games.models import FeedRange, Game, Log, Submission, Turn
from tests import played

pytestmark = pytest.mark.django_db


def weighed(*options: str) -> tuple[str, str]:
    out, progress = io.StringIO(), io.StringIO()
    call_command("weigh", *options, stdout=out, stderr=progress)
    return out.getvalue(), progress.getvalue()


@pytest.fixture
def games() -> list[str]:
    """One that is finished and one that is under way."""
    players = played.people(3)
    games = [played.opened("turn_the_tide", players) for _ in range(2)]
    played.play(games[0], Random(1), followed=True)
    return games


def kind(found: list[dict[str, Any]], status: str) -> dict[str, Any]:
    return next(one for one in found if one["status"] == status)


def test_every_row_of_a_game_is_counted_with_the_game_s_status(games: list[str]) -> None:
    found = json.loads(weighed("--json")[0])
    finished, running = kind(found, "finished")["tables"], kind(found, "running")["tables"]
    for model in (Log, Turn, Submission):
        for game, shown in zip(games, (finished, running), strict=True):
            rows = model._default_manager.filter(game=game).count()
            assert shown.get(model._meta.db_table, {"rows": 0})["rows"] == rows
    assert finished["games_feedrange"]["rows"] == FeedRange.objects.filter(game=games[0]).count()


def test_all_shares_together_are_what_the_tables_take(games: list[str]) -> None:
    found = json.loads(weighed("--json")[0])
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_total_relation_size('games_turn')")
        ((whole,),) = cursor.fetchall()
    shares = [one["tables"]["games_turn"] for one in found]
    shared = sum(one["heap"] + one["indexes"] for one in shares)
    # Bytes are not divided, so each share may lack one of the heap and one of the indexes.
    assert whole - 2 * len(shares) <= shared <= whole


def test_it_prints_a_table_for_each_kind_of_game_and_says_how_far_it_is(games: list[str]) -> None:
    assert weighed("--ruleset", "high_tide")[0] == "There are no such games.\n"
    said, progress = weighed("--status", "finished")
    assert "turn_the_tide, finished: 1 games; a game has" in said
    assert "running" not in said
    assert said.index("games_turn") < said.index("together")
    assert (
        f"{len(disk_usage.tables_of_games())} of {len(disk_usage.tables_of_games())}: " in progress
    )


def test_every_table_that_leads_to_a_game_is_weighed() -> None:
    """A new one cannot be forgotten: it is found by its foreign keys."""
    leading = {
        model
        for model in apps.get_models()
        if not model._meta.proxy
        and any(one.related_model is Game for one in model._meta.concrete_fields)
    }
    assert leading <= disk_usage.tables_of_games().keys()
    assert {Submission, FeedRange} <= disk_usage.tables_of_games().keys()
