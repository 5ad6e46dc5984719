"""What is read of a game's rows to be shown: SQL that statements share, and rows of the JSON it returns.

Of other people's sealed answers nothing is read but that they are there, while their turn is open; of their
standing orders nothing at all. Secrets that are read stay encrypted until somebody asks for them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from common.db.sql import make_row
from games.models import Game, Log, Question, Seat, Submission, Turn
from players.models import Player

Json = Mapping[str, Any]

GAME = """(SELECT row_to_json(its) FROM (SELECT
        game.id, game.ruleset, game.rules_version, game.options, game.size, game.status, game.private,
        game.bot_accounts, game.messages, game.clock, game.ahead, game.rematch_of_id, game.bot_after,
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
             WHERE one.game_id = seat.game_id AND one.player_id = seat.player_id) AS participant
        FROM games_seat seat WHERE seat.game_id = game.id
    ) its)"""

PEOPLE = """(SELECT json_agg(json_build_array(
            (SELECT json_build_array(player.username, player.kind)
             FROM players_player player WHERE player.id = seat.player_id),
            (SELECT username FROM players_player guest WHERE guest.id = seat.offered_to_id)
        ) ORDER BY seat.number)
     FROM games_seat seat WHERE seat.game_id = game.id)"""
"""For each seat the name and the kind of its player, and the name of the player that it is offered to."""

TURN = """CASE WHEN turn.id IS NOT NULL THEN (SELECT row_to_json(its) FROM (SELECT
        turn.number, turn.heading, turn.opened_at, turn.due_at, turn.closed_at
    ) its) END"""

QUESTIONS = """(SELECT json_agg(its ORDER BY its.seat) FROM (
        SELECT seat.number AS seat, question.due_at, question.bank, answer.question_id IS NOT NULL AS answered
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


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """A turn with its questions by seat, the seats that have answered, and the answers that may be seen."""

    turn: Turn
    questions: dict[int, Question]
    answered: frozenset[int]
    answers: dict[int, Submission]


def read_game(game: Json, log: Json, host: str) -> Game:
    """Return a game with its log and the name of its host."""
    row = make_row(Game, game)
    row.log = make_row(Log, log)
    row.host = make_row(Player, {"username": host})
    return row


def read_seats(seats: Iterable[Json] | None, people: Iterable[Any] | None) -> list[Seat]:
    """Return the seats, with the names of their players and of the players that they are offered to."""
    return [_read_seat(seat, *names) for seat, names in zip(seats or (), people or (), strict=True)]


def read_questions(asked: Iterable[Json] | None) -> tuple[dict[int, Question], frozenset[int]]:
    """Return the questions of a turn by seat, and the seats that have answered."""
    asked = asked or ()
    questions = {one["seat"]: make_row(Question, one) for one in asked}
    return questions, frozenset(one["seat"] for one in asked if one["answered"])


def _read_seat(shown: Json, player: tuple[str, str] | None, guest: str | None) -> Seat:
    seat = make_row(Seat, shown)
    seat.participant = shown["participant"]
    if player is not None:
        seat.player = Player.from_db(
            "default", ["id", "username", "kind"], [seat.player_id, *player]
        )
    if guest is not None:
        seat.offered_to = Player.from_db("default", ["id", "username"], [seat.offered_to_id, guest])
    return seat
