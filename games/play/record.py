"""The record of a finished game: all that is needed to replay and to verify it (docs/fairness.md)."""

from collections.abc import Mapping, Sequence

from games.archive.history import load_history
from games.fairness.commitments import ALGORITHM, digest_to_text, record_event, seed_commitment, utc
from games.models import Game, Participant, PrivateEvent, Question, Seat, Stage, Turn
from games.play.answers import played_answers
from games.play.events import bind_private_events
from games.repository import log
from games.repository.game_state import GameState, Resolved
from games.shapes.records import GameRecord, RecordContent, RecordedStage, RecordedTurn
from games.shapes.turns import TurnHeading


def game_record(game: Game, seats: Sequence[Seat]) -> GameRecord:
    """Return the record of a game, with its log and the participants' current usernames."""
    named = Participant.objects.filter(game=game.pk).select_related("player").order_by("pk")
    people = [(one.pk, one.player_id, one.player.username) for one in named]
    turns, stages = history_of(game.pk)
    game.setup, game.ending = Game.objects.values_list("setup", "ending").get(pk=game.pk)
    # Read last: where the game is archived in between, its events are gone with all other rows.
    events = log.events_of(game.pk)
    if events:
        participants = {player: one for one, player, _ in people}
        content = _build_content(game, seats, participants, turns, stages)
    else:
        history = load_history(game.pk)
        content, events = history.record, history.events
    return {
        **content,
        "players": {one: name for one, _, name in people},
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
    ended = Stage.objects.filter(game=game_id, ended_at__isnull=False).order_by("number")
    closed = Turn.objects.filter(game=game_id, closed_at__isnull=False).order_by("number")
    turns = {one.pk: Resolved(one, {}, {}, []) for one in closed}
    asked = Question.objects.filter(turn__in=turns).order_by("seat__number")
    for question in asked.select_related("seat", "submission"):
        turn, seat = turns[question.turn_id], question.seat.number
        turn.questions[seat], turn.answers[seat] = question, question.submission
    for event in PrivateEvent.objects.filter(turn__in=turns).order_by("number"):
        turns[event.turn_id or 0].private.append(event)
    return [*turns.values()], [*ended]


def show_heading(turn: Turn) -> TurnHeading:
    """Return the number of a turn, and what its ruleset adds."""
    return {"number": turn.number, **turn.heading}


def show_scores(stage: Stage) -> RecordedStage:
    """Return the points of a stage that is over."""
    assert stage.scores is not None  # noqa: S101  The stage is over.
    return {"stage": stage.number, "scores": stage.scores}


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


def _record_turn(one: Resolved, participants: Mapping[int, str]) -> RecordedTurn:
    turn = one.turn
    assert turn.closed_at is not None  # noqa: S101  No other is recorded.
    return {
        **show_heading(turn),
        "asked": [*one.questions],
        "chance": turn.chance,
        "actions": played_answers(one.answers),
        "private": {
            "salt": bytes(turn.salt).hex(),
            "told": bind_private_events(one.private, participants),
        },
        "opened_at": utc(turn.opened_at),
        "closed_at": utc(turn.closed_at),
    }
