"""The rows of a game for one viewer: one answer of the database, one moment.

Nothing is decrypted before it is asked for, and what the viewer may not see is not read.
"""

import hashlib
from collections.abc import Sequence
from copy import copy
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import orjson

from common.db.sql import fetch_row, make_row
from games.archive.history import find_turn
from games.clock import now as clock
from games.models import Game, Pause, StandingOrder, Submission, Turn
from games.refusals import no_such_game
from games.visibility.shown_rows import (
    GAME,
    HOST,
    LOG,
    OWN_ANSWER,
    QUESTIONS,
    SEATS,
    SECRETS,
    STANDING_ORDER,
    TURN,
    ShownQuestion,
    ShownTurn,
    list_questions,
    read_game,
    read_questions,
    read_seats,
)
from players.models import Player
from players.sql import caller_query

VERSION = f"""(SELECT row_to_json(version) FROM (SELECT
        clock_timestamp() AS now, extract(epoch FROM game.ahead) AS ahead, log.head, {HOST} AS host,
        (SELECT json_agg(json_build_array(
                (SELECT json_build_array(player.username, player.kind, player.avatar)
                 FROM players_player player WHERE player.id = seat.player_id),
                (SELECT username FROM players_player guest WHERE guest.id = seat.offered_to_id)
            ) ORDER BY seat.number)
         FROM games_seat seat WHERE seat.game_id = game.id) AS people,
        mine.number AS seat, standing.given_at AS order,
        (SELECT row_to_json(one) FROM (
            SELECT pause.length, pause.agreed, pause.from_at, pause.until_at
            FROM games_pause pause WHERE pause.game_id = game.id AND game.status = 'running'
            ORDER BY pause.proposed_at DESC, pause.id DESC LIMIT 1
        ) one) AS pause,
        (SELECT json_agg(
                json_build_array(seat.number, vacation.from_at, vacation.until_at)
                ORDER BY vacation.from_at, seat.number)
         FROM games_seat seat JOIN players_vacation vacation ON vacation.player_id = seat.player_id
         WHERE seat.game_id = game.id AND seat.away IS DISTINCT FROM 'resigned'
             AND game.vacations AND game.status IN ('open', 'running')
             AND vacation.until_at > greatest(vacation.from_at, game.created_at)
             AND vacation.from_at >= coalesce(
                 greatest(seat.taken_at, game.goes_on_from), vacation.from_at)
        ) AS vacations
    ) version)"""
"""A version of a game for one viewer: the head of the log, and what is seen that the log lacks."""

_JOINED = """
LEFT JOIN games_log log ON log.game_id = game.id
LEFT JOIN games_seat mine ON mine.game_id = game.id AND mine.player_id = {viewer}
    AND mine.away IS DISTINCT FROM 'resigned'
LEFT JOIN games_standingorder standing ON standing.seat_id = mine.id
"""


def compose_snapshot(game: str, viewer: str) -> str:
    """Return the statement that reads a game for one viewer, all of it of one moment; both as SQL."""
    return f"""
SELECT {VERSION}::text AS version, (SELECT row_to_json(snapshot) FROM (SELECT
        {GAME} AS game, {LOG} AS log, {SEATS} AS seats, {SECRETS} AS secrets,
        {TURN} AS turn, {OWN_ANSWER} AS own, {STANDING_ORDER} AS order,
        -- Whether the host has blocked the viewer: then a private table is to her as one that has started,
        -- and as if no seat of it were offered to her.
        game.private AND game.status IN ('open', 'running') AND mine.id IS NULL AND EXISTS (
            SELECT FROM players_block averse
            WHERE averse.player_id = game.host_id AND averse.other_id = {viewer}
        ) AS shut_out
    ) snapshot)::text AS shown
FROM games_game game {_JOINED.format(viewer=viewer)}
LEFT JOIN games_turn turn ON turn.game_id = game.id AND turn.number = game.turn_number
    AND game.status = 'running'
LEFT JOIN games_question put ON put.turn_id = turn.id AND put.seat_id = mine.id
LEFT JOIN games_submission own ON own.question_id = put.id
WHERE game.id = {game}
"""


SNAPSHOT = """
-- Index Scans all of them: games_game_pkey, games_log_pkey, players_player_pkey, seat_once (for the viewer's
-- own seat too), participant_once, turn_once, question_once, games_submission_pkey,
-- games_standingorder_seat_id_key, pause_of_game, vacation_by_player; of a private table that is not over
-- block_once.
""" + compose_snapshot("%(game)s::text", "%(viewer)s::bigint")

SNAPSHOT_FOR_CALLER = caller_query(
    "snapshot.*",
    f"LEFT JOIN LATERAL ({compose_snapshot('%(game)s::text', 'caller.id')}) snapshot ON true",
    comment="The same Index Scans, and those of `players.sql.CALLER`.",
)
"""The caller of a token, and the same for that caller."""

VERSION_FOR_CALLER = caller_query(
    f"CASE WHEN mine.number IS NOT NULL OR NOT game.private THEN {VERSION}::text END",
    "LEFT JOIN games_game game ON game.id = %(game)s::text" + _JOINED.format(viewer="caller.id"),
    comment=(
        "Index Scans: those of `players.sql.CALLER`, games_game_pkey, games_log_pkey, players_player_pkey, "
        "seat_once, games_standingorder_seat_id_key, pause_of_game, vacation_by_player."
    ),
)
"""The caller of a token, and the version of a game for the caller; none of a private one without a seat."""

TURN_OF_GAME = f"""
-- Index Scans: turn_once, question_once, games_seat_pkey, games_submission_pkey.
SELECT {TURN}::text AS turn, {QUESTIONS}::text AS questions,
    (SELECT json_agg(its ORDER BY its.seat) FROM (
        SELECT seat.number AS seat, answer.*
        FROM games_question question
        JOIN games_seat seat ON seat.id = question.seat_id
        JOIN games_submission answer ON answer.question_id = question.id
        WHERE question.turn_id = turn.id
            AND (turn.closed_at IS NOT NULL OR seat.number = %(seat)s::smallint)
    ) its)::text AS answers
FROM games_turn turn WHERE turn.game_id = %(game)s::text AND turn.number = %(number)s::integer
"""


class Version:
    """Version of a game for one viewer: equal versions show the same, without reading all of it.

    Whatever happens in a game is in its log, whose head is a hash of all of it. What else there is to be
    seen: people's names, the viewer's own standing order, known by the moment at which it was given, and
    what passes with time.
    """

    def __init__(self, raw: str) -> None:
        """From the JSON of `VERSION`."""
        read = orjson.loads(raw)
        now = clock.from_database(datetime.fromisoformat(read["now"]))
        moment = now + timedelta(seconds=read["ahead"])
        self.host: str = read["host"]
        self.seat: int | None = read["seat"]
        """The number of the viewer's own seat."""
        self.pause = None if read["pause"] is None else make_row(Pause, read["pause"])
        """The pause that is proposed, agreed or running."""
        if self.pause is not None and self.pause.until_at and self.pause.until_at <= moment:
            self.pause = read["pause"] = None
        self.vacations: list[tuple[int, datetime, datetime]] = []
        """The vacations, begun or to come, that stop the clock of a seat: its number, from, until."""
        for seat, since, until in read["vacations"] or ():
            end = datetime.fromisoformat(until)
            if end > moment:
                self.vacations.append((seat, datetime.fromisoformat(since), end))
        known = [read[name] for name in ("head", "host", "people", "seat", "order", "pause")]
        self._known_by = (*known, self.vacations)

    @property
    def tag(self) -> str:
        """An entity tag: other bytes have another."""
        return entity_tag(orjson.dumps(self._known_by).decode())


class Snapshot:
    """A game as it was read for one viewer. It does not say whether the viewer may see it."""

    def __init__(self, version: str, shown: str) -> None:
        """From the columns of `SNAPSHOT`."""
        read = orjson.loads(shown)
        self.version = Version(version)
        secrets = read["secrets"]
        self.game = read_game({**read["game"], **secrets}, read["log"], self.version.host)
        self.seat = self.version.seat
        """The number of the viewer's own seat."""
        self.seats = read_seats(read["seats"])
        self.started = secrets["state"] is not None
        self.turn = make_row(Turn, read["turn"]) if read["turn"] else None
        """The newest turn of a game that is running."""
        self.questions = list_questions(self.seats)
        """The questions of the newest turn by seat."""
        self.own = make_row(Submission, {**read["own"], **secrets}) if read["own"] else None
        """The viewer's own answer to the newest turn."""
        lasting = read["order"]
        self.order = make_row(StandingOrder, {**lasting, **secrets}) if lasting else None
        """The viewer's own standing order."""
        self.shut_out: bool = read["shut_out"]

    @classmethod
    def load(
        cls, game_id: str, viewer: Player | None, found: Sequence[Any] | None = None
    ) -> "Snapshot":
        """Raises `ApiError` (`game_not_found`). `found` is what `SNAPSHOT_FOR_CALLER` has read of it."""
        if found is None:
            found = fetch_row(SNAPSHOT, game=game_id, viewer=None if viewer is None else viewer.pk)
        if found is None or found[0] is None:
            raise no_such_game()
        return cls(*found)


def read_version(with_caller: Sequence[Any] | None) -> Version | None:
    """Return the version that `VERSION_FOR_CALLER` found with the caller, None where access is missing."""
    if with_caller is None or with_caller[0] is None:
        return None
    return Version(*with_caller)


def entity_tag(*parts: str) -> str:
    """A strong entity tag (RFC 9110) of these parts, and of the code that makes an answer of them."""
    digest = hashlib.sha256("\n".join((BUILD, *parts)).encode())
    return f'"{digest.hexdigest()[:32]}"'


def read_turn(game: Game, number: int, seat: int | None) -> ShownTurn | None:
    """A turn of a game, and the answers that this seat may see."""
    found = fetch_row(TURN_OF_GAME, game=game.pk, number=number, seat=seat)
    if found is None:
        archived = find_turn(game, number)
        if archived is None:
            return None
        turn = copy(archived.turn)
        turn.game = game
        # Every turn of an archived game is closed.
        questions = {
            seat: ShownQuestion(number, one.due_at, one.bank, answered=seat in archived.answers)
            for seat, one in archived.questions.items()
        }
        return ShownTurn(turn, questions, archived.answers)
    row, asked, answers = (orjson.loads(one or "null") for one in found)
    turn = make_row(Turn, row)
    turn.game = game
    shown = {one["seat"]: make_row(Submission, one) for one in answers or ()}
    return ShownTurn(turn, read_questions(asked), shown)


def _hash_code() -> str:
    root, known = Path(__file__).resolve().parents[2], hashlib.sha256(orjson.__version__.encode())
    for part in ("common", "games", "notifications", "players", "tideapi"):
        for file in sorted((root / part).rglob("*.py")):
            known.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes())
    return known.hexdigest()


BUILD = _hash_code()
"""Other code, another build: a tag of an answer must not outlive the code that wrote it."""
