"""A game with all that a writer needs: locked, loaded, changed in memory, saved.

The lock is a statement of its own: what an earlier writer has committed is seen by statements that begin
afterwards. Every writer adds an event or a private event, so a game whose numbers of these are as they were
read has not been changed since. Subscribers are notified after the commit.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from operator import attrgetter
from time import monotonic
from typing import Any

import orjson
from django.db import transaction

from common import counters
from common.db.sql import fetch_row, fetch_rows, make_row, make_rows
from games.clock import now as clock
from games.models import (
    Event,
    Game,
    Log,
    Pause,
    PrivateEvent,
    Question,
    Seat,
    Stage,
    StandingOrder,
    Submission,
    Turn,
)
from games.models.seats import count_games, count_questions
from games.refusals import no_such_game
from games.repository import signals
from games.repository.game_state import Changes, GameState
from games.repository.saving import save_changes
from players.models import Block, Player, Vacation
from players.sql import caller_query

LOCK = """
-- A player without a seat does not wait for the lock. Index Scans: games_log_pkey, seat_one_per_player.
SELECT log.event_number, log.private_number FROM games_log log
WHERE log.game_id = %(game)s::text AND (%(player)s::bigint IS NULL OR EXISTS (
    SELECT FROM games_seat seat
    WHERE seat.game_id = log.game_id AND seat.player_id = %(player)s::bigint))
FOR NO KEY UPDATE
"""

LOCK_WITH_PLAYER = """
-- The player's row comes first, as for all who hold both: nobody takes two seats at the same time.
-- Index Scans: players_player_pkey, games_log_pkey.
SELECT log.game_id FROM players_player player, games_log log
WHERE player.id = %(player)s::bigint AND log.game_id = %(game)s::text
FOR NO KEY UPDATE OF player, log
"""

_LOADED = """
SELECT row_to_json(loaded)::text FROM (
    SELECT clock_timestamp() AS now, game, log, turn, of_turn AS stage,
        (SELECT json_agg(seat ORDER BY seat.number)
         FROM games_seat seat WHERE seat.game_id = game.id) AS seats,
        (SELECT json_agg(question ORDER BY question.seat_id)
         FROM games_question question WHERE question.turn_id = turn.id) AS questions,
        (SELECT json_agg(answer ORDER BY answer.question_id) FROM games_question question
         JOIN games_submission answer ON answer.question_id = question.id
         WHERE question.turn_id = turn.id) AS answers,
        (SELECT json_agg(standing ORDER BY standing.seat_id) FROM games_seat seat
         JOIN games_standingorder standing ON standing.seat_id = seat.id
         WHERE seat.game_id = game.id) AS orders,
        (SELECT json_agg(participant ORDER BY participant.player_id)
         FROM games_participant participant WHERE participant.game_id = game.id) AS participants,
        (SELECT json_agg(event ORDER BY event.number) FROM games_privateevent event
         WHERE event.game_id = game.id AND event.turn_id IS NULL) AS unbound,
        (SELECT json_agg(pause ORDER BY pause.proposed_at, pause.id)
         FROM games_pause pause WHERE pause.game_id = game.id) AS pauses,
        (SELECT json_agg(vacation ORDER BY vacation.from_at, vacation.id)
         FROM players_vacation vacation
         WHERE game.vacations
             AND vacation.player_id = ANY({newcomer}::bigint || ARRAY(
                 SELECT seat.player_id FROM games_seat seat WHERE seat.game_id = game.id))
             AND vacation.until_at > coalesce(game.started_at, clock_timestamp() + game.ahead)
        ) AS announced
    FROM games_game game
    JOIN games_log log ON log.game_id = game.id
    LEFT JOIN games_turn turn ON turn.game_id = game.id AND turn.closed_at IS NULL
    LEFT JOIN games_stage of_turn ON of_turn.id = turn.stage_id
    WHERE {which}
) loaded
"""

LOAD = """
-- All rows of these games that a writer needs. Index Scans: games_game_pkey, games_log_pkey, turn_one_open,
-- games_stage_pkey, seat_once, question_once, games_submission_pkey, games_standingorder_seat_id_key,
-- participant_once, private_event_to_bind, pause_of_game, the index on a vacation's player.
""" + _LOADED.format(
    newcomer="%(newcomer)s",
    which="game.id = ANY(%(games)s::text[]) ORDER BY array_position(%(games)s::text[], game.id::text)",
)

LOAD_WITH_CALLER = caller_query(
    f"({_LOADED.format(newcomer='NULL', which='game.id = %(game)s::text')})",
    comment="The same Index Scans for one game, and those of `players.sql.CALLER`.",
)
"""The caller, and the game that the caller writes to."""


@contextmanager
def for_update(
    game_id: str,
    newcomer: Player | None = None,
    guest: str | None = None,
    *,
    seated: int | None = None,
    read: GameState | None = None,
) -> Iterator[GameState]:
    """Load a game under its lock, and save what the block changes of it, in one transaction.

    Nothing is saved if the block raises. The other arguments are as for `load_for_update`. Raises `ApiError`
    (`game_not_found`).
    """
    with transaction.atomic():
        game = load_for_update(game_id, newcomer, guest, seated=seated, read=read)
        yield game
        if not game.is_saved:
            save_games([game])


def load_for_update(
    game_id: str,
    newcomer: Player | None = None,
    guest: str | None = None,
    *,
    seated: int | None = None,
    read: GameState | None = None,
) -> GameState:
    """Wait for the game's lock, in a transaction, then load it. Raises `ApiError` (`game_not_found`).

    `newcomer` is a player who may take a seat now. The state then has their vacations, reliability and
    number of games, under their own lock as well. `guest` is the name of a player to look up, without regard
    to case. `seated` is a player who needs a seat: one without is refused before the lock. `read` is the
    game as it was read without its lock: it is loaded again only if another writer was faster.
    """
    if newcomer is not None:
        found = fetch_row(LOCK_WITH_PLAYER, player=newcomer.pk, game=game_id)
    else:
        found = fetch_row(LOCK, player=seated, game=game_id)
    if found is None:
        if seated is not None:
            load(game_id).seat_of(seated)
        raise no_such_game()
    if read is not None and found == (read.row.log.event_number, read.row.log.private_number):
        return read
    return load(game_id, newcomer, guest)


def load_with_caller(found: Sequence[Any] | None, at: float) -> GameState | None:
    """Return the game of a row of `LOAD_WITH_CALLER`, read at `at` (`time.monotonic`); None without one.

    The body of the request may have taken long since then, so the game's moment is moved on by that time.
    """
    if found is None or found[0] is None:
        return None
    return _make_state(orjson.loads(found[0]), timedelta(seconds=monotonic() - at))


def load(game_id: str, newcomer: Player | None = None, guest: str | None = None) -> GameState:
    """Return the game as it is now, without a lock. Raises `ApiError` (`game_not_found`)."""
    for game in load_all([game_id], newcomer):
        if newcomer is not None:
            game.plays = count_games(newcomer.pk)
            if game.row.least_reliability is not None:
                game.relied = count_questions(newcomer.pk)
        if guest is not None:
            _add_guest(game, guest)
        return game
    raise no_such_game()


def load_all(game_ids: Sequence[str], newcomer: Player | None = None) -> Iterator[GameState]:
    """Yield these games, in this order, without those that do not exist."""
    found = fetch_rows(LOAD, games=[*game_ids], newcomer=None if newcomer is None else newcomer.pk)
    for (raw,) in found:
        yield _make_state(orjson.loads(raw))


def new_game(row: Game, host: Player) -> GameState:
    """Return the state of a new game. Locks the host's row, to count the host's games."""
    Player.objects.filter(pk=host.pk).lock()
    game = GameState(row, clock.now())
    row.log = Log(newest_at=game.now)
    game.add(row)
    game.add(row.log)
    game.plays = count_games(host.pk)
    ahead = Vacation.objects.filter(player=host, until_at__gt=game.moment)
    game.announced = [*ahead.order_by("from_at", "id")]
    return game


def save_games(games: Sequence[GameState], *others: Changes, if_unchanged: bool = False) -> bool:
    """Write what has been changed of games, each under its lock, and tell who listens.

    `others` are changes beside: a vacation, under the lock of its player. `if_unchanged` writes one game
    without its lock, or nothing if another writer was faster. Return whether it was written.
    """
    for game in games:
        game.is_saved = True
    is_written = save_changes(
        [*others, *(game.changes for game in games)], if_unchanged=if_unchanged
    )
    if is_written:
        _notify_listeners(games)
    return is_written


def _make_state(raw: dict[str, Any], ago: timedelta = timedelta(0)) -> GameState:
    """Return a game from the JSON of `LOAD`, read `ago`."""
    row = make_row(Game, raw["game"])
    row.log = make_row(Log, raw["log"])
    moment = clock.from_database(datetime.fromisoformat(raw["now"]) + ago)
    # The database's clock may be set back, but the times in a log never go back.
    back = row.log.newest_at - (moment + row.ahead)
    game = GameState(
        row,
        moment + max(back, timedelta(0)),
        seats=make_rows(Seat, raw["seats"]),
        participants={one["player_id"]: one["id"] for one in raw["participants"] or ()},
        unbound=make_rows(PrivateEvent, raw["unbound"]),
        pauses=make_rows(Pause, raw["pauses"]),
        announced=make_rows(Vacation, raw["announced"]),
    )
    numbers = {seat.pk: seat.number for seat in game.seats}
    game.orders = {numbers[one.seat_id]: one for one in make_rows(StandingOrder, raw["orders"])}
    if raw["turn"] is not None:
        _add_turn(game, raw, numbers)
    return game


def _add_turn(game: GameState, raw: dict[str, Any], numbers: dict[int, int]) -> None:
    """Add the open turn to a game, with its stage, its questions and the answers to them."""
    turn = game.open_turn = make_row(Turn, raw["turn"])
    turn.game, turn.stage = game.row, make_row(Stage, raw["stage"])
    game.stages = [turn.stage]
    asked = {numbers[one.seat_id]: one for one in make_rows(Question, raw["questions"])}
    game.questions = dict(sorted(asked.items()))
    answers = {one.question_id: one for one in make_rows(Submission, raw["answers"])}
    for number, question in game.questions.items():
        question.turn, question.seat = turn, game.seats[number]
        if question.pk in answers:
            answer = game.answers[number] = answers[question.pk]
            answer.question = question


def _add_guest(game: GameState, username: str) -> None:
    """Add the player with a name, without regard to case, and who of host and guest has blocked the other."""
    guest = game.guest = Player.objects.named(username).filter(is_active=True).first()
    if guest is not None:
        host = game.row.host_id
        blocks = Block.objects.filter(player__in=(host, guest.pk), other__in=(host, guest.pk))
        blockers = {*blocks.values_list("player_id", flat=True)}
        game.is_guest_blocked, game.is_host_blocked = host in blockers, guest.pk in blockers


def _notify_listeners(games: Sequence[GameState]) -> None:
    ids, players, resolved_by = list[str](), list[int](), list[str]()
    for game in games:
        new = game.changes.new
        if any(isinstance(row, Event) for row in new):
            ids.append(game.row.pk)
        told = {row.player_id for row in new if isinstance(row, PrivateEvent)}
        # Players with a seat are notified with the game.
        players += told - {seat.player_id for seat in game.seats}
        if _is_newly_due(game, "bots_at"):
            signals.bots_due.send(None)
        if _is_newly_due(game, "thinkers_at"):
            signals.thinkers_due.send(None)
        for turn in game.resolved:
            resolved_by += map(attrgetter("by"), turn.answers.values())
    signals.notify_subscribers(ids, players)
    if resolved_by:
        counters.count_resolved_turns(resolved_by)


def _is_newly_due(game: GameState, column: str) -> bool:
    """Return whether the open turn's column became due now, so that bots have to move."""
    turn = game.open_turn
    if turn is None:
        return False
    is_new = any(row is turn for row in game.changes.new)
    at: datetime | None = (
        getattr(turn, column) if is_new else game.changes.changed.get(turn, {}).get(column)
    )
    return at is not None and at <= game.moment
