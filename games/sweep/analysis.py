"""What the bot `strong` thinks of each answer in a finished game: what it would have played, and the cost.

Why so: docs/why.md#analysis.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from math import log
from typing import Any

from celery import shared_task
from django.db import transaction

from games.bots import registry as bots
from games.bots.bot import Analyst, shown
from games.clock.now import now
from games.models import Analysis, Game
from games.play.record import record as record_of
from games.sweep.replay import questions
from tideapi.rest import log_lines
from tideapi.rest.errors import ApiError
from tideapi.task import Task

Json = dict[str, Any]
ASK_AGAIN = timedelta(seconds=30)
"""After which a message to the workers counts as lost."""
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
"""When nobody can have asked for an analysis yet."""
MOST = 20.0
"""What an answer costs at most: a chance that is smaller is none."""


def find(game: Game) -> Analysis:
    """The analysis of a finished game; if it is not made yet, a worker is asked for it.

    Raises `ApiError` ("game_not_finished", "no_analysis").
    """
    _analyst(game)
    row = Analysis.objects.filter(game=game).first()
    if row is not None and row.made_at is not None:
        return row
    moment = now()
    with transaction.atomic():
        Analysis.objects.bulk_create(
            [Analysis(game=game, asked_at=LONG_AGO)], ignore_conflicts=True
        )
        waits = Analysis.objects.filter(game=game, asked_at__lt=moment - ASK_AGAIN)
        if waits.update(asked_at=moment):
            analyse.delay_on_commit(game.pk)
        return Analysis.objects.get(game=game)


@shared_task(base=Task)
def analyse(game_id: str) -> None:
    """Make the analysis of a finished game, by a worker that has time."""
    with log_lines.about(game_id):
        make(Game.objects.get(pk=game_id))


def make(game: Game) -> Analysis:
    """Make the analysis and keep it. Raises `ApiError` ("game_not_finished", "no_analysis")."""
    analyst = _analyst(game)
    record = record_of(game, list(game.seats.select_related("player")))
    found, moment = stages(record, analyst), now()
    made = Analysis(game=game, stages=found, made_at=moment, asked_at=moment)
    Analysis.objects.bulk_create(
        [made],
        update_conflicts=True,
        unique_fields=["game"],
        update_fields=["stages", "made_at"],
    )
    return Analysis.objects.get(game=game)


def stages(record: Json, analyst: Analyst) -> list[Json]:
    """By stage and seat every answer that was given, and what they cost together."""
    found: dict[int, dict[int, list[Json]]] = {}
    for stage, seat, move in _moves(record, analyst):
        found.setdefault(stage, {}).setdefault(seat, []).append(move)
    return [
        {
            "stage": stage,
            "seats": [
                {"seat": seat, "cost": _sum(moves), "moves": moves}
                for seat, moves in sorted(seats.items())
            ],
        }
        for stage, seats in sorted(found.items())
    ]


def _moves(record: Json, analyst: Analyst) -> Iterator[tuple[int, int, Json]]:
    for rules, state, turn in questions(record):
        for one in turn["actions"]:
            table, mine = shown(rules, state, one["seat"])
            legal, chances = mine["legal_actions"], analyst.chances(table, mine)
            best, played = max(chances), chances[legal.index(one["action"])]
            move = {
                "turn": turn["number"],
                "by": one["by"],
                "played": one["action"],
                "strong": legal[chances.index(best)],
                "chance": round(played / sum(chances), 3),
                "cost": min(MOST, round(log(best / played), 2)) if played else MOST,
            }
            yield rules.stage(state), one["seat"], move


def _sum(moves: list[Json]) -> float:
    costs: list[float] = [move["cost"] for move in moves]
    return round(sum(costs), 2)


def _analyst(game: Game) -> Analyst:
    if game.status != Game.Status.FINISHED:
        raise ApiError("game_not_finished", "It is analysed when the game is over.")
    analyst = bots.analyst(game.ruleset)
    if analyst is None:
        raise ApiError("no_analysis", "No bot here knows enough of this game to judge it.")
    return analyst
