"""What the bot `strong` thinks of each answer in a finished game: what it would have played, and the cost.

Why so: docs/why.md#analysis.
"""

from collections.abc import Iterator
from datetime import timedelta
from math import log
from typing import Any

from django.db import transaction

from games.bots import registry as bots
from games.bots.bot import Analyst, shown
from games.clock.now import now
from games.models import Analysis, Game
from games.play.record import record as record_of
from games.rules.refusal import Refusal
from games.store import notify
from games.sweep.replay import questions

Json = dict[str, Any]
ASK_AGAIN = timedelta(seconds=30)
"""After which a message to the workers counts as lost."""
MOST = 20.0
"""What an answer costs at most: a chance that is smaller is none."""


def find(game: Game) -> Analysis:
    """The analysis of a finished game; if it is not made yet, a worker is asked for it.

    Raises `Refusal` ("game_not_finished", "no_analysis").
    """
    _analyst(game)
    row = Analysis.objects.filter(game=game).first()
    if row is not None and row.made_at is not None:
        return row
    moment = now()
    with transaction.atomic():
        row, is_new = Analysis.objects.get_or_create(game=game, defaults={"asked_at": moment})
        if is_new or row.asked_at < moment - ASK_AGAIN:
            Analysis.objects.filter(pk=row.pk).update(asked_at=moment)
            notify.analysis(game.pk)
    return row


def make(game: Game) -> Analysis:
    """Make the analysis and keep it. Raises `Refusal` ("game_not_finished", "no_analysis")."""
    analyst = _analyst(game)
    record = record_of(game, list(game.seats.select_related("player")))
    found, moment = stages(record, analyst), now()
    row, _ = Analysis.objects.update_or_create(
        game=game,
        defaults={"stages": found, "made_at": moment},
        create_defaults={"stages": found, "made_at": moment, "asked_at": moment},
    )
    return row


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
        raise Refusal("game_not_finished", "It is analysed when the game is over.")
    analyst = bots.analyst(game.ruleset)
    if analyst is None:
        raise Refusal("no_analysis", "No bot here knows enough of this game to judge it.")
    return analyst
