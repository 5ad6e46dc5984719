"""The record of a finished game: all that is needed to replay and to verify it (docs/fairness.md)."""

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

from games.archive.history import load_history
from games.fairness.commitments import ALGORITHM, digest_to_text, record_event, seed_commitment, utc
from games.models import Game, PrivateEvent, Seat, Stage, Submission, Turn
from games.play.answers import played_answers
from games.play.events import bind_private_events
from games.repository import columns, log, rows
from games.repository.game_state import GameState, Resolved
from games.repository.queries import record as sql
from games.shapes.records import GameRecord, RecordContent, RecordedStage, RecordedTurn
from games.shapes.turns import TurnHeading


def game_record(game: Game, seats: Sequence[Seat]) -> GameRecord:
    """Return the record of a game, with its log and the participants' current usernames."""
    found = sql.RECORD.fetch_row(game=game.pk)
    assert found is not None  # noqa: S101  The statement always has one row.
    turns, stages, people, stored, drawn = orjson.loads(found[0])
    if stored is None:
        history = load_history(game.pk)
        content, events = history.record, history.events
    else:
        participants = {player: one for one, player, _ in people or ()}
        kept = rows.read(Game, drawn, columns.RECORDED_GAME)
        game.setup, game.ending = kept.setup, kept.ending
        content = _build_content(game, seats, participants, *_read_history(turns, stages))
        events = log.read_events(game.pk, stored)
    return {
        **content,
        "players": {one: name for one, _, name in people or ()},
        "log": {"head": digest_to_text(game.log.head), "events": [*map(record_event, events)]},
    }


def record_content(game: GameState) -> RecordContent:
    """Return the record of a game that ends now, as its last event binds it."""
    turns, stages = history_of(game.row.pk)
    now = {one.turn.number for one in game.resolved}
    before = [one for one in turns if one.turn.number not in now]
    ended = (stage for stage in game.stages if stage.ended_at is not None)
    closed, over = [*before, *game.resolved], [*stages, *ended]
    return _build_content(game.row, game.seats, game.participants, closed, over)


def history_of(game_id: str) -> tuple[list[Resolved], list[Stage]]:
    """Return the closed turns of a game and its finished stages from the database."""
    found = sql.HISTORY.fetch_row(game=game_id)
    assert found is not None  # noqa: S101  The statement always has one row.
    return _read_history(*orjson.loads(found[0]))


def show_heading(turn: Turn) -> TurnHeading:
    """Return the number of a turn, and what its ruleset adds."""
    return {"number": turn.number, **turn.heading}


def show_scores(stage: Stage) -> RecordedStage:
    """Return the points of a stage that is over."""
    assert stage.scores is not None  # noqa: S101  The stage is over.
    return {"stage": stage.number, "scores": stage.scores}


def _read_history(
    turns: list[list[Any]] | None, stages: list[list[Any]] | None
) -> tuple[list[Resolved], list[Stage]]:
    closed = [_read_resolved(*one) for one in turns or ()]
    return closed, [rows.read(Stage, one) for one in stages or ()]


def _build_content(
    game: Game,
    seats: Sequence[Seat],
    participants: Mapping[int, str],
    turns: Sequence[Resolved],
    stages: Sequence[Stage],
) -> RecordContent:
    assert game.ending is not None and game.result is not None  # noqa: PT018, S101  It is over.
    return {
        "format": "tideapi-record/1",
        "game": game.pk,
        "ruleset": game.ruleset,
        "rules_version": game.rules_version,
        "options": game.options,
        "seats": [None if one.player_id is None else participants[one.player_id] for one in seats],
        "bots": [seat.bot for seat in seats],
        "fairness": {
            "commitment": seed_commitment(bytes(game.server_seed)),
            "server_seed": bytes(game.server_seed).hex(),
            "entropy": [seat.entropy for seat in seats],
            "algorithm": ALGORITHM,
        },
        "setup": game.setup,
        "turns": [_record_turn(one, participants) for one in turns],
        "end": game.ending,
        "stages": [*map(show_scores, stages)],
        "result": game.result,
    }


def _read_resolved(
    turn: list[Any], answers: list[Any] | None, private: list[Any] | None
) -> Resolved:
    submissions = [rows.read(Submission, one) for one in answers or ()]
    return Resolved(
        rows.read(Turn, turn, ()),
        {one.seat: one for one in submissions},
        [rows.read(PrivateEvent, one) for one in private or ()],
    )


def _record_turn(one: Resolved, participants: Mapping[int, str]) -> RecordedTurn:
    turn = one.turn
    assert turn.closed_at is not None  # noqa: S101  No other is recorded.
    return {
        **show_heading(turn),
        "asked": turn.asked,
        "chance": turn.chance,
        "actions": played_answers(turn, one.answers),
        "private": {
            "salt": bytes(turn.salt).hex(),
            "told": bind_private_events(one.private, participants),
        },
        "opened_at": utc(turn.opened_at),
        "closed_at": utc(turn.closed_at),
    }
