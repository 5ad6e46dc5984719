"""A game in memory: the rows that were read, what follows from them, and what is new."""

from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from operator import attrgetter, itemgetter
from typing import Any

import orjson

from games.clock.clock import Clock
from games.fairness import chain
from games.fairness.chain import Event, record_event
from games.fairness.seed import game_seed
from games.models import (
    FormerSeat,
    Game,
    Participant,
    Pause,
    PrivateEvent,
    Seat,
    Stage,
    StandingOrder,
    Submission,
    Turn,
)
from games.repository import rows
from games.repository.compression import AT_ONCE, zstd
from games.repository.log_format import bound, in_order
from games.repository.refusals import find_rules, no_such_game, refuse_if_ended
from games.rules.chance import Drawn, SeededChance
from games.rules.ruleset import Ruleset
from players.models import Player, Vacation
from tideapi.rest.errors import ApiError

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Resolved:
    """A turn that has closed: its answers by seat, and the private events that it binds, in order."""

    turn: Turn
    answers: dict[int, Submission]
    private: list[PrivateEvent]


@dataclass(eq=False)
class GameState:
    """A game in memory, whose rows may be changed freely: `games.repository.unit_of_work` saves what changed.

    A decision is a function that changes a game's state. It asks the database nothing and writes nothing, so
    a state whose rules raise is dropped, and nothing has happened.
    """

    row: Game
    moment: datetime
    """The database's time when the game was read, and never before the newest event."""
    seats: list[Seat] = field(default_factory=list)
    """By number."""
    open_turn: Turn | None = None
    answers: dict[int, Submission] = field(default_factory=dict)
    """What is sealed in the open turn, by seat."""
    actions: dict[int, Any] = field(default_factory=dict)
    """Of these the actions as the rules know them, where they have been read already."""
    orders: dict[int, StandingOrder] = field(default_factory=dict)
    """The standing orders by seat."""
    participants: dict[int, str] = field(default_factory=dict)
    """Under which ids players are known in this game, by the players' own."""
    pauses: list[Pause] = field(default_factory=list)
    """All pauses: proposed, agreed, and over."""
    announced: list[Vacation] = field(default_factory=list)
    """Vacations of those who have or had a seat, or take one now, from the start of the game on."""
    unbound: list[PrivateEvent] = field(default_factory=list)
    """The private events that the next turn to close binds into the log, in their order."""

    relied: tuple[int, int] | None = None
    """What the newcomer was asked and has answered in all her games, where this one wants to know."""
    plays: tuple[int, int] = (0, 0)
    """In how many games that are open, and that are under way, the newcomer has a seat."""
    guest: Player | None = None
    """Who has the name that was asked for."""
    is_guest_blocked: bool = False
    """Whether the host has blocked her."""
    is_host_blocked: bool = False
    """Whether she has blocked the host."""

    read: list[tuple[Any, rows.Values]] = field(default_factory=list)
    """Every row that was read, and its values then."""
    events: list[Event] = field(default_factory=list)
    """The new events of the log."""
    folded: int = 0
    """How many of them stand with a turn that has closed now."""
    named: list[Participant] = field(default_factory=list)
    """Who is named for the first time."""
    informed: set[int] = field(default_factory=set)
    """The players to whom a private event is new."""
    resolved: list[Resolved] = field(default_factory=list)
    """The turns that have closed now."""
    stages: list[Stage] = field(default_factory=list)
    """The stages that have begun or ended now."""
    is_saved: bool = False
    """Whether its changes are written, or will not be."""
    former: list[FormerSeat] = field(default_factory=list)
    """What players have done in seats that are others' from now on."""

    def __post_init__(self) -> None:
        """Find the rules. Raises `ApiError` where they are not here."""
        self.rules: Ruleset[Any, Any] = find_rules(self.row.ruleset, self.row.rules_version)

    @property
    def now(self) -> datetime:
        """The game's own time: one moment for all that is written together."""
        return self.moment + self.row.ahead

    @cached_property
    def clock(self) -> Clock:
        return Clock.from_json(self.row.clock)

    @cached_property
    def state(self) -> Any:
        """The ruleset's own state. Assigning a new one is for `games.play.turns` alone."""
        return self.rules.load(rows.decrypted(self.row, "state"))

    @cached_property
    def nonce_key(self) -> bytes | None:
        """What the game's nonces and salts are made from; None for one that is older than such keys."""
        key: bytes | None = rows.decrypted(self.row, "nonce_key")
        return key

    @cached_property
    def chance(self) -> SeededChance:
        seed = bytes(rows.decrypted(self.row, "server_seed"))
        return SeededChance(game_seed(seed, self.row.pk, [*map(attrgetter("entropy"), self.seats)]))

    def draws(self) -> list[Json]:
        """What chance has given since this was asked last."""
        return [*map(Drawn.to_json, self.chance.take())]

    @property
    def proposed_pause(self) -> Pause | None:
        return next((pause for pause in self.pauses if pause.from_at is None), None)

    def seat_of(self, player_id: int) -> Seat:
        """The player's seat. Raises `ApiError`; to a stranger a private game does not exist."""
        for seat in self.seats:
            if seat.owner_id == player_id:
                return seat
        if self.row.private:
            raise no_such_game()
        raise ApiError("not_a_player", "You have no seat in this game.")

    def seat(self, number: int) -> Seat:
        """The seat of this number. Raises `ApiError` (`seat_not_found`)."""
        for seat in self.seats:
            if seat.number == number:
                return seat
        raise ApiError("seat_not_found", "This game has no such seat.")

    def refuse_unless_running(self) -> None:
        """Raise `ApiError` unless the game is under way."""
        refuse_if_ended(self.row)
        if self.row.status == Game.Status.OPEN:
            raise ApiError("game_not_started", "This game has not started.")

    def find_or_add_stage(self, number: int) -> Stage:
        """Return the row of a stage that begins or ends now, to be filled in."""
        for row in self.stages:
            if row.number == number:
                return row
        row = Stage(game=self.row, number=number)
        self.stages.append(row)
        return row

    def participant(self, player_id: int) -> str:
        """Under which id a player is known in this game, from the first time on that she is named."""
        known = self.participants.get(player_id)
        if known is None:
            row = Participant(game=self.row, player_id=player_id)
            known = self.participants[player_id] = row.pk
            self.named.append(row)
        return known

    def publish(self, kind: str, data: Json) -> None:
        """Append an event that everybody who may see the game may know."""
        log = self.row.log
        log.event_number += 1
        event = Event(self.row.pk, log.event_number, kind, data, self.now)
        event.hash = log.head = chain.link(log.head, event)
        log.newest_at = event.at
        self.events.append(event)

    def publish_to(self, player_id: int, kind: str, data: Json, *, withheld: bool = False) -> None:
        """Give one player an event in her own feed; it is bound into the log when the next turn closes.

        One that is withheld, because she has blocked whom it is from, is bound all the same and told nowhere.
        """
        self.participant(player_id)
        self.informed.add(player_id)
        game = self.row
        game.log.private_number += 1
        # What comes next is of no earlier moment, also where the database's clock is put back.
        game.log.newest_at = self.now
        number = game.log.private_number
        self.unbound.append(
            PrivateEvent(
                player_id=player_id,
                game=game,
                number=number,
                type=kind,
                data=data,
                at=self.now,
                in_feed=withheld,
            )
        )

    def resolve(self, turn: Turn) -> list[Json]:
        """Note the open turn as closed. Gives the private events since the one before, as it binds them."""
        for event in self.unbound:
            event.turn = turn.number
        resolved = Resolved(turn, self.answers, self.unbound)
        self.resolved.append(resolved)
        self.unbound = []
        return bound(resolved.private, self.participants)

    def fold_events(self) -> None:
        """Let the turn that has closed last have all events that stand with none, the newest included.

        Their hashes follow from the head before them. What only its deadline needed goes.
        """
        if not self.resolved:
            return
        turn, log = self.resolved[-1].turn, self.row.log
        recent = log.recent if self.folded == 0 else []
        # What was written before has come back in order.
        events = [*recent, *in_order([*map(record_event, self.events[self.folded :])])]
        for event in events:
            del event["hash"]
        turn.events_head, turn.events_from = log.recent_head, events[0]["number"]
        turn.events = zstd.compress(orjson.dumps(events), AT_ONCE)
        turn.events_at = [*map(datetime.fromisoformat, map(itemgetter("at"), events))]
        turn.events_to = log.recent_after = log.event_number
        log.recent_head, self.folded = log.head, len(self.events)
        turn.banks, turn.given, turn.given_by = [], [], []
        turn.changes, turn.go_on, turn.stops = [], [], []
