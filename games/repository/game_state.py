"""A game in memory: the rows that were read, values that follow from them, and new rows."""

from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from operator import attrgetter
from typing import Any

from common.rest.errors import ApiError
from games.clock.clock import Clock
from games.fairness.commitments import ChainEvent, game_seed
from games.models import (
    FormerSeat,
    Game,
    Participant,
    Pause,
    PrivateEvent,
    Question,
    Seat,
    Stage,
    StandingOrder,
    Submission,
    Turn,
)
from games.repository import rows
from games.repository.refusals import find_rules, no_such_game, refuse_if_ended
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


@dataclass(eq=False)
class GameState:
    """A game in memory. Its rows may be changed; `games.repository.unit_of_work` saves the changes.

    A decision is a function that changes a game's state. It neither reads nor writes the database, so if the
    rules raise, the state is dropped and nothing has happened.
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

    read: list[tuple[Any, rows.Values]] = field(default_factory=list)
    """All rows that were read, with their values then."""
    events: list[ChainEvent] = field(default_factory=list)
    """The new events of the log."""
    named: list[Participant] = field(default_factory=list)
    """The participants who are named for the first time."""
    informed: set[int] = field(default_factory=set)
    """The players with a new private event."""
    resolved: list[Resolved] = field(default_factory=list)
    """The turns that have closed now."""
    stages: list[Stage] = field(default_factory=list)
    """The stage of the open turn, and those that have begun or ended now."""
    is_saved: bool = False
    """True if the changes are written or must not be written."""
    former: list[FormerSeat] = field(default_factory=list)
    """The new rows of players who have lost their seats to others."""

    def __post_init__(self) -> None:
        """Find the rules. Raises `ApiError` (`rules_missing`) if this server does not have them."""
        self.rules: Ruleset[Any, Any] = find_rules(self.row.ruleset, self.row.rules_version)

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
        return self.rules.load(rows.decrypt_attribute(self.row, "state"))

    @cached_property
    def nonce_key(self) -> bytes | None:
        """Return the key of the game's nonces and salts; None for a game of an older server."""
        key: bytes | None = rows.decrypt_attribute(self.row, "nonce_key")
        return key

    @cached_property
    def chance(self) -> SeededChance:
        seed = bytes(rows.decrypt_attribute(self.row, "server_seed"))
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
