"""A finished game, whole: all that is needed to replay and to verify it (docs/fairness.md)."""

from collections.abc import Sequence
from typing import Any

from games.chain import written
from games.fairness import ALGORITHM, commitment
from games.models import Game, Seat, Submission, Turn
from games.table import logged, utc, whispered

Json = dict[str, Any]


def record(game: Game, seats: Sequence[Seat]) -> Json:
    """The record with the game's log."""
    events = [
        {name: value for name, value in logged(event).items() if name != "game"}
        | {"hash": written(event.hash)}
        for event in game.events.order_by("number")
    ]
    return {**content(game, seats), "log": {"head": written(game.head), "events": events}}


def content(game: Game, seats: Sequence[Seat]) -> Json:
    """The record without the log: what the log's last event binds."""
    turns = game.turns.order_by("number").prefetch_related("submissions", "whispers__player")
    return {
        "format": "tideapi-record/1",
        "game": game.pk,
        "ruleset": game.ruleset,
        "rules_version": game.rules_version,
        "options": game.options,
        "seats": [seat.player.username if seat.player else None for seat in seats],
        "bots": [seat.bot for seat in seats],
        "fairness": {
            "commitment": commitment(bytes(game.server_seed)),
            "server_seed": bytes(game.server_seed).hex(),
            "entropy": [seat.entropy for seat in seats],
            "algorithm": ALGORITHM,
        },
        "setup": game.setup,
        "turns": [_turn(turn) for turn in turns],
        "end": game.ending,
        "stages": [
            {"stage": stage.number, "scores": stage.scores}
            for stage in game.stage_rows.order_by("number")
        ],
        "result": game.result,
    }


def played(turn: Turn, answers: dict[int, Submission]) -> list[Json]:
    """What was played in a turn that has closed, with what opens the commitments."""
    return [
        {
            "seat": seat,
            "action": answers[seat].action,
            "by": answers[seat].by,
            "nonce": bytes(answers[seat].nonce).hex(),
        }
        for seat in turn.asked
    ]


def _turn(turn: Turn) -> Json:
    answers = {sub.seat: sub for sub in turn.submissions.all()}
    told = sorted(turn.whispers.all(), key=lambda row: row.pk)
    return {
        "number": turn.number,
        **turn.heading,
        "asked": turn.asked,
        "chance": turn.chance,
        "actions": played(turn, answers),
        "private": {
            "salt": bytes(turn.salt).hex(),
            "told": [whispered(row) for row in told],
        },
        "opened_at": utc(turn.opened_at),
        "closed_at": utc(turn.closed_at) if turn.closed_at else None,
    }
