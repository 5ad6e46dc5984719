"""What one viewer is shown of a game, as it was read: one answer of the database, one moment.

Nothing is decrypted before somebody asks for it, and what cannot be shown to her was not read. Of what is
shown as it stands the tag is made.
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
from games.rules.registry import VERSIONS
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
        now, self._shown, passing, *sealed = read
        game, host, self._seats, self.seat, turn, answered, own, order = orjson.loads(self._shown)
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
        if self._pause is None:
            return None
        pause = rows.read(Pause, self._pause, sql.PAUSE)
        return pause if pause.until_at is None or pause.until_at > self.moment else None

    @property
    def vacations(self) -> list[tuple[int, datetime, datetime]]:
        """The vacations, begun or to come, that stop the clock of a seat: its number, from, until."""
        read = (
            (seat, datetime.fromisoformat(since), datetime.fromisoformat(until))
            for seat, since, until in self._vacations or ()
        )
        return [one for one in read if one[2] > self.moment]

    @property
    def tag(self) -> str:
        """An entity tag for all that `games.look` shows of this: other bytes there have another here.

        The state is not in it, since a state is one of a turn: what led to it is in the log, whose head is.
        A player's own order is known by the moment at which it was given, her own answer by its receipt.
        """
        coming = (self._pause if self.pause else None, self.vacations)
        return tag(self._shown, orjson.dumps(coming).decode())


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
    rulesets, versions = zip(*VERSIONS, strict=True)
    found = inbox.rows(
        player=player.pk,
        rulesets=[*rulesets],
        versions=[*versions],
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
    player: str | None,
    guest: str | None,
    player_id: int | None,
    guest_id: int | None,
) -> Seat:
    seat = rows.read(Seat, raw, sql.SEAT)
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
