"""The rows of a game for one viewer: one answer of the database, one moment.

Nothing is decrypted before it is asked for, and what the viewer may not see is not read.
"""

import hashlib
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

import orjson
from django.db import models

from common.db.encrypted import Closed
from games.archive.history import find_turn
from games.clock import now as clock
from games.models import Game, Log, Pause, Question, Seat, StandingOrder, Submission, Turn
from games.repository import columns, rows
from games.repository.queries import viewing as sql
from games.repository.refusals import no_such_game
from players.models import Player

M = TypeVar("M", bound=models.Model)

NAMED = ("id", "username")
"""What is read of players who are shown."""
SEATED = (*NAMED, "kind")
"""What is read of those who have a seat."""


class Version:
    """Version of a game for one viewer: equal versions show the same, without reading all of it.

    Whatever happens in a game is in its log, whose head is a hash of all of it. What else there is to be
    seen: people's names, the viewer's own standing order, known by the moment at which it was given, and
    what passes with time.
    """

    def __init__(self, now: datetime, raw: str) -> None:
        """From the database's time and what `games.repository.queries.viewing` makes a version of."""
        ahead, head, self.host, self.names, self.seat, self.order, pause, vacations = orjson.loads(
            raw
        )
        moment = clock.from_database(now) + timedelta(seconds=ahead)
        self.pause = None if pause is None else rows.read(Pause, pause, columns.SHOWN_PAUSE)
        """The pause that is proposed, agreed or running."""
        if self.pause is not None and self.pause.until_at and self.pause.until_at <= moment:
            self.pause = pause = None
        self.vacations: list[tuple[int, datetime, datetime]] = []
        """The vacations, begun or to come, that stop the clock of a seat: its number, from, until."""
        for seat, since, until in vacations or ():
            end = datetime.fromisoformat(until)
            if end > moment:
                self.vacations.append((seat, datetime.fromisoformat(since), end))
        self._known_by = (head, self.host, self.names, self.seat, self.order, pause, self.vacations)

    @property
    def tag(self) -> str:
        """An entity tag: other bytes have another."""
        return entity_tag(orjson.dumps(self._known_by).decode())


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """A turn with its questions by seat, the seats that have answered, and the answers that may be seen."""

    turn: Turn
    questions: dict[int, Question]
    answered: frozenset[int]
    answers: dict[int, Submission]


class Snapshot:
    """A game as it was read for one viewer. It does not say whether the viewer may see it."""

    def __init__(self, read: Sequence[Any]) -> None:
        """From the row of `games.repository.queries.viewing.SNAPSHOT`."""
        now, version, shown, seed, state, action, nonce, order = read
        game, log, seats, turn, asked, own, self.shut_out = orjson.loads(shown)
        self.version = Version(now, version)
        self.game = sealed_row(Game, game, columns.SHOWN_GAME, server_seed=seed, state=state)
        self.game.log = rows.read(Log, log, columns.SHOWN_LOG)
        self.game.host = rows.read(Player, (None, self.version.host), NAMED)
        self.seat: int | None = self.version.seat
        """The number of the viewer's own seat."""
        self.seats: list[Seat] = []
        for raw, names in zip(seats or (), self.version.names or (), strict=True):
            self.seats.append(read_seat(*raw, *names))
        self.started = state is not None
        self.turn: Turn | None = turn and rows.read(Turn, turn, columns.SHOWN_TURN)
        """The newest turn of a game that is running."""
        self.questions, self.answered = read_questions(asked, columns.SHOWN_QUESTION)
        """The questions of the newest turn by seat, and the seats that have answered."""
        if self.turn is not None:
            self.turn.game = self.game
            for question in self.questions.values():
                question.turn = self.turn
        self.own: Submission | None = own and sealed_row(
            Submission, own, columns.SHOWN_ANSWER, action=action, nonce=nonce
        )
        """The viewer's own answer to the newest turn."""
        lasting = self.version.order
        self.order: StandingOrder | None = lasting and sealed_row(
            StandingOrder, lasting, columns.SHOWN_ORDER, order=order
        )
        """The viewer's own standing order."""

    @classmethod
    def load(
        cls, game_id: str, viewer: Player | None, found: Sequence[Any] | None = None
    ) -> "Snapshot":
        """Raises `ApiError` (`game_not_found`). `found` is what `SNAPSHOT_FOR_CALLER` has read of it."""
        if found is None:
            found = sql.SNAPSHOT.fetch_row(
                game=game_id, viewer=None if viewer is None else viewer.pk
            )
        if found is None or found[0] is None:
            raise no_such_game()
        return cls(found)


def read_version(with_caller: Sequence[Any] | None) -> Version | None:
    """Return the version that `viewing.VERSION` found with the caller, None where access is missing."""
    if with_caller is None or with_caller[1] is None:
        return None
    return Version(*with_caller)


def entity_tag(*parts: str) -> str:
    """A strong entity tag (RFC 9110) of these parts, and of the code that makes an answer of them."""
    digest = hashlib.sha256("\n".join((BUILD, *parts)).encode())
    return f'"{digest.hexdigest()[:32]}"'


def read_turn(game: Game, number: int, seat: int | None) -> ShownTurn | None:
    """A turn of a game, and the answers that this seat may see."""
    found = sql.TURN_OF.fetch_row(game=game.pk, number=number, seat=seat)
    if found is None:
        archived = find_turn(game, number)
        if archived is None:
            return None
        turn = copy(archived.turn)
        turn.game = game
        # Every turn of an archived game is closed.
        return ShownTurn(turn, archived.questions, frozenset(archived.answers), archived.answers)
    raw, asked, answers = orjson.loads(found[0])
    turn = rows.read(Turn, raw, columns.SHOWN_TURN)
    turn.game = game
    shown = {seat: rows.read(Submission, one) for seat, one in answers or ()}
    return ShownTurn(turn, *read_questions(asked, columns.SHOWN_QUESTION), shown)


def read_questions(
    asked: Sequence[Any] | None, only: tuple[str, ...]
) -> tuple[dict[int, Question], frozenset[int]]:
    """Return the questions of a turn by seat, and the seats that have answered."""
    questions = {seat: rows.read(Question, one, only) for seat, one, _ in asked or ()}
    return questions, frozenset(seat for seat, _, answered in asked or () if answered)


def read_seat(
    raw: Sequence[Any], participant: str | None, player: Sequence[Any] | None, guest: str | None
) -> Seat:
    """Return a seat, with the names of its player and of the player that it is offered to."""
    seat = rows.read(Seat, raw, columns.SHOWN_SEAT)
    seat.participant = participant
    if player is not None:
        seat.player = rows.read(Player, player, SEATED)
    if guest is not None:
        seat.offered_to = rows.read(Player, (seat.offered_to_id, guest), NAMED)
    return seat


def sealed_row(
    model: type[M], raw: Sequence[Any], only: tuple[str, ...], **sealed: bytes | None
) -> M:
    """A row with what is encrypted of it, not opened yet."""
    read = rows.read(model, raw, only)
    for name, token in sealed.items():
        setattr(read, name, None if token is None else Closed(bytes(token)))
    return read


def _hash_code() -> str:
    root, known = Path(__file__).resolve().parents[2], hashlib.sha256(orjson.__version__.encode())
    for part in ("common", "games", "notifications", "players", "tideapi"):
        for file in sorted((root / part).rglob("*.py")):
            known.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes())
    return known.hexdigest()


BUILD = _hash_code()
"""Other code, another build: a tag of an answer must not outlive the code that wrote it."""
