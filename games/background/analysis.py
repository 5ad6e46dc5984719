"""Analysis of a finished game: for each answer the best one by the bot `strong`, and the cost.

Why so: docs/decisions/bots.md.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from math import log

from django.db import transaction

from common.rest.errors import ApiError
from games.background.replay import iterate_questions
from games.clock.now import now
from games.models import Analysis, Game
from games.play.record import game_record as record_of
from games.repository import signals
from games.rulesets import bots
from games.rulesets.bots import Analyst, bot_views
from games.shapes.records import AnalysedMove, AnalysedStage, GameRecord

RETRY_INTERVAL = timedelta(seconds=30)
"""The time after which a message to the workers counts as lost."""
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
"""A time before any request for an analysis."""
MAX_COST = 20.0
"""The highest cost of an answer: that of an answer without a chance."""


def find_analysis(game: Game) -> Analysis:
    """Return the analysis of a finished game; have a worker make a missing one.

    Raises `ApiError` ("game_not_finished", "no_analysis").
    """
    _require_analyst(game)
    known = Analysis.objects.filter(game=game).first()
    if known is not None and known.made_at is not None:
        return known
    moment = now()
    with transaction.atomic():
        Analysis.objects.bulk_create(
            [Analysis(game=game, asked_at=LONG_AGO)], ignore_conflicts=True
        )
        waits = Analysis.objects.filter(game=game, asked_at__lt=moment - RETRY_INTERVAL)
        if waits.update(asked_at=moment):
            signals.analysis_due.send(None, game=game.pk)
        return Analysis.objects.get(game=game)


def make_analysis(game: Game) -> Analysis:
    """Make the analysis and save it. Raises `ApiError` ("game_not_finished", "no_analysis")."""
    analyst = _require_analyst(game)
    record = record_of(game, list(game.seats.select_related("player")))
    found, moment = analyse_stages(record, analyst), now()
    made = Analysis(game=game, stages=found, made_at=moment, asked_at=moment)
    Analysis.objects.bulk_create(
        [made], update_conflicts=True, unique_fields=["game"], update_fields=["stages", "made_at"]
    )
    return Analysis.objects.get(game=game)


def analyse_stages(record: GameRecord, analyst: Analyst) -> list[AnalysedStage]:
    """Return every answer by stage and seat, with the sum of the costs of each seat."""
    found: dict[int, dict[int, list[AnalysedMove]]] = {}
    for stage, seat, move in _analyse_moves(record, analyst):
        found.setdefault(stage, {}).setdefault(seat, []).append(move)
    return [
        {
            "stage": stage,
            "seats": [
                {
                    "seat": seat,
                    "cost": round(sum(move["cost"] for move in moves), 2),
                    "moves": moves,
                }
                for seat, moves in sorted(seats.items())
            ],
        }
        for stage, seats in sorted(found.items())
    ]


def _analyse_moves(record: GameRecord, analyst: Analyst) -> Iterator[tuple[int, int, AnalysedMove]]:
    for rules, state, turn in iterate_questions(record):
        for one in turn["actions"]:
            table, mine = bot_views(rules, state, one["seat"])
            legal, chances = mine["legal_actions"], analyst.win_chances(table, mine)
            best, played = max(chances), chances[legal.index(one["action"])]
            move: AnalysedMove = {
                "turn": turn["number"],
                "by": one["by"],
                "played": one["action"],
                "strong": legal[chances.index(best)],
                "chance": round(played / sum(chances), 3),
                "cost": min(MAX_COST, round(log(best / played), 2)) if played else MAX_COST,
            }
            yield rules.current_stage(state), one["seat"], move


def _require_analyst(game: Game) -> Analyst:
    if game.status != Game.Status.FINISHED:
        raise ApiError("game_not_finished", "A game is analysed once it is over.")
    analyst = bots.find_analyst(game.ruleset)
    if analyst is None:
        raise ApiError("no_analysis", "No bot here knows enough of this game to judge it.")
    return analyst
