"""What one viewer is shown of a game, as it was read: one answer of the database, one moment.

Nothing is decrypted before somebody asks for it, and what cannot be shown to her was not read.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, TypeVar

import orjson
from django.db import models

from games import now as clock
from games import rows
from games.models import Game, Pause, Seat, StandingOrder, Submission, Turn
from games.rules.refusal import Refusal
from games.rules.registry import versions
from games.sql import looking as sql
from games.table import known
from players.models import Player
from tideapi.rest.build import BUILD
from tideapi.secrecy import Closed

M = TypeVar("M", bound=models.Model)


class Sight:
    """A game as it was read for one viewer, who is a player or None for a stranger.

    Whether she may see it has not been asked yet.
    """

    def __init__(self, read: Sequence[Any]) -> None:
        now, shown, passing, *sealed = read
        game, host, self._seats, self.seat, turn, answered, own, order = orjson.loads(shown)
        self._people, self._pause, self._vacations = orjson.loads(passing)
        seed, state, action, nonce, ordered = sealed
        self.game = _with(rows.read(Game, game, sql.GAME), server_seed=seed, state=state)
        self.game.host = known(None, host)
        self.moment: datetime = clock.told(now) + self.game.ahead
        """The game's own time."""
        self.started = state is not None
        self._turn = turn
        self.answered: frozenset[int] = frozenset(answered or ())
        """The seats that have answered the newest turn."""
        self.own = _answer(own, action, nonce)
        """The viewer's own answer to the newest turn."""
        self.order = _order(order, ordered)
        self.version = Version(
            self.moment,
            [rows.bytea(self.game.head), host, self._names(), self.seat, order],
            self._pause,
            self._vacations,
        )

    def _names(self) -> list[Any] | None:
        return self._seats and [[player, guest] for _, _, player, guest in self._seats]

    @classmethod
    def find(cls, game_id: str, viewer: Player | None) -> "Sight":
        """Raises `Refusal` (`game_not_found`)."""
        found = sql.LOOK.row(game=game_id, viewer=None if viewer is None else viewer.pk)
        if found is None:
            raise Refusal("game_not_found", "There is no such game.")
        return cls(found)

    @cached_property
    def seats(self) -> list[Seat]:
        return [
            _seat(*raw, *people)
            for raw, people in zip(self._seats or (), self._people or (), strict=True)
        ]

    @cached_property
    def turn(self) -> Turn | None:
        """The newest turn of a game that is running."""
        return None if self._turn is None else _of(self.game, self._turn)

    @property
    def pause(self) -> Pause | None:
        """The pause that is proposed, or agreed and not over."""
        return self.version.pause

    @property
    def vacations(self) -> list[tuple[int, datetime, datetime]]:
        """The vacations, begun or to come, that stop the clock of a seat: its number, from, until."""
        return self.version.vacations


class Version:
    """What tells whether `games.look` shows one viewer the same of a game as before, without all of it.

    Whatever happens in a game is in its log, whose head is a hash of all of it. What else there is to be
    seen: people's names, the viewer's own standing order, known by the moment at which it was given, and what
    passes with time.
    """

    def __init__(
        self, moment: datetime, known_by: list[Any], pause: Any, vacations: list[Any] | None
    ) -> None:
        self._known_by = known_by
        read = pause and rows.read(Pause, pause, sql.PAUSE)
        passed = read is not None and read.until_at is not None and read.until_at <= moment
        self.pause: Pause | None = None if passed else read
        self._pause = None if passed else pause
        spans = (
            (seat, datetime.fromisoformat(since), datetime.fromisoformat(until))
            for seat, since, until in vacations or ()
        )
        self.vacations = [one for one in spans if one[2] > moment]

    @classmethod
    def found(cls, beside_caller: Sequence[Any] | None) -> "Version | None":
        """The version that `looking.VERSION` has found together with the caller, if she may see the game."""
        if beside_caller is None:
            return None
        now, raw = beside_caller
        if raw is None:
            return None
        ahead, head, host, names, seat, order, pause, vacations = orjson.loads(raw)
        moment = clock.told(now) + timedelta(seconds=ahead)
        return cls(moment, [head, host, names, seat, order], pause, vacations)

    @property
    def tag(self) -> str:
        """An entity tag: other bytes have another."""
        return tag(orjson.dumps((self._known_by, self._pause, self.vacations)).decode())


@dataclass(frozen=True, slots=True)
class Question:
    """A question that waits for a player, as it was read for her."""

    own_due: datetime
    shown: str
    sealed: tuple[bytes | None, ...]

    def read(self) -> tuple[int, Turn, Submission | None, StandingOrder | None]:
        """Her seat, the turn as far as she is asked, her own answer, and her standing order."""
        game_id, ruleset, version, its_clock, *rest = orjson.loads(self.shown)
        seat, number, opened, due, bank, own, order = rest
        state, action, nonce, ordered = self.sealed
        names = ["id", "ruleset", "rules_version", "clock"]
        game = Game.from_db("default", names, [game_id, ruleset, version, its_clock])
        _with(game, state=state)
        turn = Turn(
            game=game,
            number=number,
            asked=[seat],
            opened_at=datetime.fromisoformat(opened),
            dues=[datetime.fromisoformat(due)],
            banks=[timedelta(seconds=bank)],
        )
        return seat, turn, _answer(own, action, nonce), _order(order, ordered)


def waiting(
    player: Player, *, back: bool, position: str | None, offset: int, most: int
) -> list[Question]:
    """Questions that wait for a player, in the order of their deadlines, or with `back` against it.

    At most so many of those beyond a deadline, if one is given, after an offset. One game whose rules are
    not here must not hide what waits in the others.
    """
    inbox = sql.INBOX_BACK if back else sql.INBOX
    found = inbox.rows(
        player=player.pk,
        **versions(),
        position=position,
        offset=offset,
        most=most,
    )
    return [Question(due, shown, tuple(sealed)) for due, shown, *sealed in found]


def tag(*parts: str) -> str:
    """A strong entity tag (RFC 9110) of these parts, and of the code that makes an answer of them."""
    made = hashlib.sha256("\n".join((BUILD, *parts)).encode())
    return f'"{made.hexdigest()[:32]}"'


def turn_of(
    game: Game, number: int, seat: int | None
) -> tuple[Turn, frozenset[int], dict[int, Submission]] | None:
    """A turn of a game, which seats have answered it, and the answers that this seat may know."""
    found = sql.TURN_OF.row(game=game.pk, number=number, seat=seat)
    if found is None:
        return None
    turn, answered, answers = orjson.loads(found[0])
    known_ = [rows.read(Submission, one) for one in answers or ()]
    return _of(game, turn), frozenset(answered or ()), {one.seat: one for one in known_}


def _of(game: Game, raw: Sequence[Any]) -> Turn:
    turn = rows.read(Turn, raw, sql.TURN)
    turn.game = game
    return turn


def _seat(
    raw: Sequence[Any],
    participant: str | None,
    player: str | None,
    guest: str | None,
    player_id: int | None,
    guest_id: int | None,
) -> Seat:
    seat = rows.read(Seat, raw, sql.SEAT)
    seat.participant = participant
    seat.player = None if player is None else known(player_id, player)
    seat.offered_to = None if guest is None else known(guest_id, guest)
    return seat


def _answer(
    raw: Sequence[Any] | None, action: bytes | None, nonce: bytes | None
) -> Submission | None:
    if raw is None:
        return None
    return _with(rows.read(Submission, raw, sql.ANSWER), action=action, nonce=nonce)


def _order(raw: Sequence[Any] | None, order: bytes | None) -> StandingOrder | None:
    if raw is None:
        return None
    return _with(rows.read(StandingOrder, raw, sql.ORDER), order=order)


def _with(row: M, **sealed: bytes | None) -> M:
    """The row with what is encrypted of it, still closed."""
    for name, token in sealed.items():
        setattr(row, name, None if token is None else Closed(bytes(token)))
    return row
