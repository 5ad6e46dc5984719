"""A game in memory: the rows that were read, values that follow from them, and what is changed of them."""

from copy import copy
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from operator import attrgetter
from typing import Any

from django.db import models

from common.rest.errors import ApiError
from games.clock.clock import Clock
from games.fairness.commitments import game_seed
from games.models import (
    Game,
    Pause,
    PrivateEvent,
    Question,
    Seat,
    Stage,
    StandingOrder,
    Submission,
    Turn,
)
from games.refusals import find_rules, no_such_game, refuse_if_ended
from games.rulesets.chance import Drawn, SeededChance
from games.rulesets.ruleset import Ruleset
from players.models import Player, Vacation

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Resolved:
    """A turn that has closed: questions and answers by seat, and the private events that it binds."""

    turn: Turn
    questions: dict[int, Question]
    answers: dict[int, Submission]
    private: list[PrivateEvent]


@dataclass(slots=True)
class Changes:
    """The changes of a decision: new rows, new values of old rows by attribute, and rows that go."""

    new: list[models.Model] = field(default_factory=list)
    changed: dict[models.Model, Json] = field(default_factory=dict)
    gone: list[models.Model] = field(default_factory=list)

    def copy(self) -> "Changes":
        """Return a copy that stays as it is, whatever is changed later."""
        changed = {row: {**values} for row, values in self.changed.items()}
        return Changes([*map(copy, self.new)], changed, [*self.gone])


@dataclass(eq=False)
class GameState:
    """A game in memory.

    A decision is a function that changes a game's state, and says so: it has to `add` new rows, `change`
    attributes, and `remove` rows (`games.repository.saving` writes what was said). It neither reads nor
    writes the database, so if the rules raise, the state is dropped and nothing has happened.
    """

    row: Game
    moment: datetime
    """The database's time when the game was read, but never before the newest event."""
    seats: list[Seat] = field(default_factory=list)
    """The seats by number."""
    open_turn: Turn | None = None
    questions: dict[int, Question] = field(default_factory=dict)
    """The questions of the open turn, by seat."""
    answers: dict[int, Submission] = field(default_factory=dict)
    """The sealed answers of the open turn, by seat."""
    actions: dict[int, Any] = field(default_factory=dict)
    """The actions of these answers as the rules read them, for those already read."""
    orders: dict[int, StandingOrder] = field(default_factory=dict)
    """The standing orders by seat."""
    participants: dict[int, str] = field(default_factory=dict)
    """The ids of players as participants of this game, by the players' own."""
    pauses: list[Pause] = field(default_factory=list)
    """All pauses: proposed, agreed and over."""
    announced: list[Vacation] = field(default_factory=list)
    """The vacations, from the start of the game on, of players who have or had a seat or take one now."""
    unbound: list[PrivateEvent] = field(default_factory=list)
    """The private events that the next closing turn binds into the log, in order."""

    relied: tuple[int, int] | None = None
    """The questions and the answers of the newcomer in all games, if this game limits reliability."""
    plays: tuple[int, int] = (0, 0)
    """The numbers of open and of running games in which the newcomer has a seat."""
    guest: Player | None = None
    """The player with the name that was asked for."""
    is_guest_blocked: bool = False
    """True if the host has blocked the guest."""
    is_host_blocked: bool = False
    """True if the guest has blocked the host."""

    resolved: list[Resolved] = field(default_factory=list)
    """The turns that have closed now."""
    stages: list[Stage] = field(default_factory=list)
    """The stage of the open turn, and those that have begun or ended now."""
    changes: Changes = field(default_factory=Changes)
    """What has been changed, and is not written yet."""
    is_saved: bool = False
    """True if the changes are written or must not be written."""

    def __post_init__(self) -> None:
        """Find the rules. Raises `ApiError` (`rules_missing`) if this server does not have them."""
        self.rules: Ruleset[Any, Any] = find_rules(self.row.ruleset, self.row.rules_version)

    def add(self, row: models.Model) -> None:
        """Have a new row written."""
        self.changes.new.append(row)

    def change(self, row: models.Model, **values: Any) -> None:
        """Change attributes of a row, old or new. Lists are replaced and never changed in place."""
        for name, value in values.items():
            attribute = name
            if name not in row.__dict__:  # A related row stands under its key.
                attribute = f"{name}_id"
                setattr(row, name, value)
                value = None if value is None else value.pk  # noqa: PLW2901
            elif row.__dict__[name] == value:
                continue
            row.__dict__[attribute] = value
            if not row._state.adding:  # noqa: SLF001  Django's word for a row that is not there yet.
                self.changes.changed.setdefault(row, {})[attribute] = value

    def remove(self, row: models.Model) -> None:
        """Have a row deleted."""
        self.changes.gone.append(row)

    def replace(self, old: models.Model, row: models.Model) -> None:
        """Have a row written over the old one of the same key. Both belong to the same other rows."""
        fields = row._meta.concrete_fields  # noqa: SLF001  Public by documentation.
        names = (one.attname for one in fields if not one.primary_key and not one.is_relation)
        self.changes.changed[old] = {name: row.__dict__[name] for name in names}
        row._state.adding = False  # noqa: SLF001

    def copy(self) -> "GameState":
        """Return the game with its changes as they are now, whatever is changed later."""
        kept = copy(self)
        kept.changes, kept.resolved = self.changes.copy(), [*self.resolved]
        return kept

    @property
    def now(self) -> datetime:
        """Return the game's own time: one moment for all that is written together."""
        return self.moment + self.row.ahead

    @cached_property
    def clock(self) -> Clock:
        return Clock.from_json(self.row.clock)

    @cached_property
    def state(self) -> Any:
        """Return the ruleset's own state. Only `games.play.turns` assigns a new one."""
        return self.rules.load(self.row.state)

    @cached_property
    def nonce_key(self) -> bytes | None:
        """Return the key of the game's nonces and salts; None for a game of an older server."""
        key: bytes | None = self.row.nonce_key
        return key

    @cached_property
    def chance(self) -> SeededChance:
        seed = bytes(self.row.server_seed)
        return SeededChance(game_seed(seed, self.row.pk, [*map(attrgetter("entropy"), self.seats)]))

    def take_draws(self) -> list[Json]:
        """Return the draws since the last call, as JSON."""
        return [*map(Drawn.to_json, self.chance.take_draws())]

    @property
    def seats_waiting(self) -> list[int]:
        """Return the seats that are asked and have not answered."""
        return [seat for seat in self.questions if seat not in self.answers]

    @property
    def proposed_pause(self) -> Pause | None:
        return next((pause for pause in self.pauses if pause.from_at is None), None)

    def seat_of(self, player_id: int) -> Seat:
        """Return the player's seat. Raises `ApiError`: `game_not_found` for a stranger's private game."""
        for seat in self.seats:
            if seat.owner_id == player_id:
                return seat
        if self.row.private:
            raise no_such_game()
        raise ApiError("not_a_player", "You have no seat in this game.")

    def find_seat(self, number: int) -> Seat:
        """Return the seat of this number. Raises `ApiError` (`seat_not_found`)."""
        for seat in self.seats:
            if seat.number == number:
                return seat
        raise ApiError("seat_not_found", "This game has no such seat.")

    def refuse_unless_running(self) -> None:
        """Raise `ApiError` unless the game is under way."""
        refuse_if_ended(self.row)
        if self.row.status == Game.Status.OPEN:
            raise ApiError("game_not_started", "This game has not started.")
