"""Rows of a game that are read to be shown: SQL that statements share, and types of the JSON it returns.

Of other people's sealed answers nothing is read but that they are there, while their turn is open; of their
standing orders nothing at all. Secrets that are read stay encrypted until a caller asks for them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from common.db.sql import make_row, read_duration
from games.models import Game, Log, Seat, Submission, Turn
from players.avatars import avatar_of
from players.models import Player

Json = Mapping[str, Any]

GAME = """(SELECT row_to_json(its) FROM (SELECT
        game.id, game.ruleset, game.rules_version, game.options, game.size, game.status, game.private,
        game.bot_accounts, game.chat, game.clock, game.ahead, game.rematch_of_id, game.bot_after,
        game.vacations, game.least_reliability, game.most_stopped, game.start, game.stage, game.stages,
        game.turn_number, game.result, game.cancel_reason, game.created_at, game.started_at, game.ended_at
    ) its)"""

LOG = """(SELECT row_to_json(its) FROM (SELECT
        log.event_number, log.head, log.event_type, log.event_at
    ) its)"""

HOST = "(SELECT username FROM players_player host WHERE host.id = game.host_id)"

SEATS = """(SELECT json_agg(its ORDER BY its.number) FROM (
        SELECT seat.number, seat.player_id, seat.bot, seat.entropy, seat.score, seat.away, seat.bank,
            seat.missed, seat.offered_to_id,
            (SELECT one.id FROM games_participant one
             WHERE one.game_id = seat.game_id AND one.player_id = seat.player_id) AS participant,
            (SELECT json_build_array(player.username, player.kind, player.avatar)
             FROM players_player player WHERE player.id = seat.player_id) AS player,
            (SELECT username FROM players_player guest WHERE guest.id = seat.offered_to_id) AS guest,
            CASE WHEN question.id IS NOT NULL THEN json_build_object(
                'turn', turn.number, 'due_at', question.due_at, 'bank', question.bank,
                'answered', answer.question_id IS NOT NULL
            ) END AS question
        FROM games_seat seat
        LEFT JOIN games_question question ON question.turn_id = turn.id AND question.seat_id = seat.id
        LEFT JOIN games_submission answer ON answer.question_id = question.id
        WHERE seat.game_id = game.id
    ) its)"""
"""The seats with their players, and what the turn asks them."""

TURN = """CASE WHEN turn.id IS NOT NULL THEN (SELECT row_to_json(its) FROM (SELECT
        turn.number, turn.heading, turn.opened_at, turn.due_at, turn.closed_at
    ) its) END"""

QUESTIONS = """(SELECT json_agg(its ORDER BY its.seat) FROM (
        SELECT turn.number AS turn, seat.number AS seat, question.due_at, question.bank,
            answer.question_id IS NOT NULL AS answered
        FROM games_question question
        JOIN games_seat seat ON seat.id = question.seat_id
        LEFT JOIN games_submission answer ON answer.question_id = question.id
        WHERE question.turn_id = turn.id
    ) its)"""
"""The questions of a turn with the numbers of their seats, and whether they are answered."""

OWN_ANSWER = """CASE WHEN own.question_id IS NOT NULL THEN (SELECT row_to_json(its) FROM (SELECT
        own.by, own.receipt, own.sealed_at
    ) its) END"""

SECRETS = """(SELECT row_to_json(its) FROM (SELECT
        game.server_seed, game.state, own.action, own.nonce, standing."order"
    ) its)"""
"""What is encrypted of a game, and of its viewer's own answer and standing order."""

STANDING_ORDER = """CASE WHEN standing.seat_id IS NOT NULL THEN (SELECT row_to_json(its) FROM (SELECT
        standing.at_once, standing.given_at
    ) its) END"""


class ShownSeat(NamedTuple):
    """A seat, with the names of its player and of the player that it is offered to.

    No `Seat`, and no `Player`: instances of models would be a third of a list's time.
    """

    number: int
    player_id: int | None
    bot: str | None
    entropy: str | None
    score: int
    away: str | None
    bank: timedelta
    missed: int
    offered_to_id: int | None
    participant: str | None
    player: str | None
    account: str | None
    """The kind of its player's account."""
    avatar: str | None
    guest: str | None
    question: "ShownQuestion | None"

    @property
    def owner_id(self) -> int | None:
        """Return the player whose seat it is, as `Seat.owner_id`."""
        return None if self.away == Seat.Away.RESIGNED else self.player_id


class ShownQuestion(NamedTuple):
    """A turn's question to a seat: its deadline, the bank when its time began, and whether it is answered."""

    turn: int
    due_at: datetime
    bank: timedelta
    answered: bool


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """A turn with its questions by seat, and the answers that may be seen."""

    turn: Turn
    questions: dict[int, ShownQuestion]
    answers: dict[int, Submission]


def read_game(game: Json, log: Json, host: str) -> Game:
    """Return a game with its log and the name of its host."""
    row = make_row(Game, game)
    row.log = make_row(Log, log)
    row.host = make_row(Player, {"username": host})
    return row


def read_seats(seats: Iterable[Json] | None) -> list[ShownSeat]:
    return [_read_seat(**one) for one in seats or ()]


def list_questions(seats: Iterable[ShownSeat]) -> dict[int, ShownQuestion]:
    """Return what the turn asks, by seat."""
    return {seat.number: seat.question for seat in seats if seat.question is not None}


def read_questions(asked: Iterable[Json] | None) -> dict[int, ShownQuestion]:
    """Return the questions of a turn by seat."""
    return {one["seat"]: read_question(one) for one in asked or ()}


def read_question(one: Json) -> ShownQuestion:
    due = datetime.fromisoformat(one["due_at"])
    return ShownQuestion(one["turn"], due, read_duration(one["bank"]), one["answered"])


def _read_seat(
    *, bank: str, player: Sequence[str] | None, question: Json | None, **its: Any
) -> ShownSeat:
    name, account, chosen = player or (None, None, "")
    avatar = None if player is None else avatar_of(its["player_id"], chosen)
    asked = None if question is None else read_question(question)
    return ShownSeat(
        **its,
        bank=read_duration(bank),
        player=name,
        account=account,
        avatar=avatar,
        question=asked,
    )
