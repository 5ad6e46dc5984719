"""The loader of games: all rows that a writer needs, in one statement and of one moment."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from time import monotonic
from typing import Any

import orjson

from games.clock import now as clock
from games.models import (
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
    count_questions,
)
from games.repository import columns, rows
from games.repository.game_state import GameState
from games.repository.queries import playing
from games.repository.refusals import no_such_game
from players.models import Player, Vacation
from players.relations import has_blocked


def load_for_update(
    game_id: str, newcomer: Player | None = None, guest: str | None = None
) -> GameState:
    """Wait for the game's lock, in a transaction, then load it. Raises `ApiError` (`game_not_found`).

    `newcomer` is a player who may take a seat now. The state then has their vacations, reliability and
    number of games, under their own lock as well. `guest` is the name of a player to look up, without regard
    to case.
    """
    if newcomer is None:
        found = playing.LOCK.fetch_row(game=game_id)
    else:
        found = playing.LOCK_FOR.fetch_row(player=newcomer.pk, game=game_id)
    if found is None:
        raise no_such_game()
    return load(game_id, newcomer, guest)


def reload_for_update(game: GameState) -> GameState:
    """Lock a game that was read without its lock, in a transaction, and return it.

    It is loaded again only if another process has written to it since. Every writer adds an event or a
    private event; the moments of the next check and of the bots, which are written without one, do not matter
    to the writer that closes the turn. Raises `ApiError` (`game_not_found`).
    """
    log, found = game.row.log, playing.LOCK.fetch_row(game=game.row.pk)
    if found == (log.event_number, log.private_number):
        return game
    return load(game.row.pk)


def load(game_id: str, newcomer: Player | None = None, guest: str | None = None) -> GameState:
    """Return the game as it is now, without a lock. Raises `ApiError` (`game_not_found`)."""
    game = next(load_all([game_id], newcomer), None)
    if game is None:
        raise no_such_game()
    if newcomer is not None:
        game.plays = Seat.objects.count_games(newcomer.pk)
        if game.row.least_reliability is not None:
            game.relied = count_questions(newcomer.pk)
    if guest is not None:
        _find_guest(game, guest)
    return game


def load_all(game_ids: Sequence[str], newcomer: Player | None = None) -> Iterator[GameState]:
    """Yield these games, in this order, without those that do not exist."""
    found = playing.LOAD.fetch_rows(
        games=[*game_ids], newcomer=None if newcomer is None else newcomer.pk
    )
    for (raw,) in found:
        yield _read_game(orjson.loads(raw))


def _find_guest(game: GameState, name: str) -> None:
    """Add the player of a name to a game, and who of the host and the player has blocked the other."""
    host = game.row.host_id
    game.guest = Player.objects.named(name).filter(is_active=True).only("id", "username").first()
    if game.guest is not None:
        game.is_guest_blocked = has_blocked(host, game.guest.pk)
        game.is_host_blocked = has_blocked(game.guest.pk, host)


def load_with_caller(found: Sequence[Any] | None, at: float) -> GameState | None:
    """Return the game of a row of `games.repository.queries.LOAD_WITH_CALLER`; None if it has none.

    `at` is the time of the statement, in seconds of `time.monotonic`. The body of the request may have taken
    long since then, so the game's moment is moved on by that time.
    """
    if found is None or found[0] is None:
        return None
    return _read_game(orjson.loads(found[0]), timedelta(seconds=monotonic() - at))


def new_game(row: Game, host: Player) -> GameState:
    """Return the state of a new game. Locks the host's row, to count the host's games."""
    Player.objects.filter(pk=host.pk).lock()
    game = GameState(row, clock.now())
    row.log = Log(newest_at=game.now)
    game.plays = Seat.objects.count_games(host.pk)
    ahead = Vacation.objects.filter(player=host, until_at__gt=game.moment)
    game.announced = [*ahead.order_by("from_at", "id")]
    return game


def _read_game(raw: list[Any], ago: timedelta = timedelta(0)) -> GameState:
    """Return a game from the JSON of `playing.LOAD`, read `ago`."""
    began, log, columns_of_game, seats, turn, orders, *rest = raw
    participants, private, pauses, vacations = rest
    row, moment = (
        rows.read(Game, columns_of_game),
        clock.from_database(datetime.fromisoformat(began) + ago),
    )
    # The database's clock may be set back, but the times in a log never go back.
    row.log = rows.read(Log, log, columns.LOG_END)
    back = row.log.newest_at - (moment + row.ahead)
    game = GameState(
        row,
        moment + max(back, timedelta(0)),
        seats=_read_rows(Seat, seats),
        participants=dict(participants or ()),
        unbound=_read_rows(PrivateEvent, private),
        pauses=_read_rows(Pause, pauses),
        announced=_read_rows(Vacation, vacations),
    )
    for number, order in orders or ():
        game.orders[number] = rows.read(StandingOrder, order)
    if turn is not None:
        _read_turn(game, *turn)
    read_ = [row, *game.seats, *game.stages, *game.questions.values(), *game.answers.values()]
    read_ += game.orders.values()
    read_ += [*game.pauses, *game.unbound, *game.announced]
    read_ += [] if game.open_turn is None else [game.open_turn]
    end = (game.row.log, rows.take_snapshot(game.row.log, {"game_id", *columns.LOG_END}))
    game.read = [end, *((one, rows.take_snapshot(one)) for one in read_)]
    return game


def _read_turn(game: GameState, turn: list[Any], stage: list[Any], asked: list[Any]) -> None:
    """Add the open turn to a game, with its stage, its questions and the answers to them."""
    opened = game.open_turn = rows.read(Turn, turn)
    opened.game, opened.stage = game.row, rows.read(Stage, stage)
    game.stages = [opened.stage]
    for seat, question, answer in asked:
        put = game.questions[seat] = rows.read(Question, question)
        put.turn, put.seat = opened, game.seats[seat]
        if answer is not None:
            sealed = game.answers[seat] = rows.read(Submission, answer)
            sealed.question = put


def _read_rows(model: type[rows.M], raw: Sequence[Any] | None) -> list[rows.M]:
    return [rows.read(model, one) for one in raw or ()]
