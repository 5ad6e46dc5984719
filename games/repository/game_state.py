"""A game in memory: the rows that were read, values that follow from them, and new rows."""

from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from operator import attrgetter, itemgetter
from typing import Any

import orjson

from common.rest.errors import ApiError
from games.clock.clock import Clock
from games.fairness import commitments
from games.fairness.commitments import ChainEvent, game_seed, record_event
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
from games.repository.log import bind_private_events, in_order
from games.repository.refusals import find_rules, no_such_game, refuse_if_ended
from games.rulesets.chance import Drawn, SeededChance
from games.rulesets.ruleset import Ruleset
from games.shapes.records import PrivateEventBody
from players.models import Player, Vacation

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Resolved:
    """A turn that has closed: its answers by seat, and the private events that it binds, in order."""

    turn: Turn
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
    folded: int = 0
    """The number of new events that are stored with a turn that has closed now."""
    named: list[Participant] = field(default_factory=list)
    """The participants who are named for the first time."""
    informed: set[int] = field(default_factory=set)
    """The players with a new private event."""
    resolved: list[Resolved] = field(default_factory=list)
    """The turns that have closed now."""
    stages: list[Stage] = field(default_factory=list)
    """The stages that have begun or ended now."""
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

    def find_or_add_stage(self, number: int) -> Stage:
        """Return the row of a stage that begins or ends now, to be filled in."""
        for row in self.stages:
            if row.number == number:
                return row
        row = Stage(game=self.row, number=number)
        self.stages.append(row)
        return row

    def participant_id(self, player_id: int) -> str:
        """Return the player's id as a participant of this game; create one for a new player."""
        known = self.participants.get(player_id)
        if known is None:
            row = Participant(game=self.row, player_id=player_id)
            known = self.participants[player_id] = row.pk
            self.named.append(row)
        return known

    def publish_event(self, kind: str, data: Json, *, by: int | None = None) -> None:
        """Append a public event to the log.

        `by` is the number of the seat whose player caused it: earlier events are not unread for that
        player. Why so: docs/decisions/feeds.md.
        """
        log = self.row.log
        log.event_number += 1
        event = ChainEvent(self.row.pk, log.event_number, kind, data, self.now)
        event.hash = log.head = commitments.link_event(log.head, event)
        log.newest_at = log.event_at = event.at
        log.event_type = kind
        self.events.append(event)
        if by is not None:
            log.acted = {**(log.acted or {}), str(by): (log.event_number, log.private_number)}

    def publish_to(
        self,
        player_id: int,
        kind: str,
        data: Json,
        *,
        withheld: bool = False,
        by: int | None = None,
    ) -> None:
        """Add an event for one player's feed. The next closing turn binds it into the log.

        A withheld event, from a player that this one has blocked, is bound all the same but shown
        nowhere. `by` is as for `publish`.
        """
        self.participant_id(player_id)
        self.informed.add(player_id)
        game = self.row
        game.log.private_number += 1
        # The next event must not be earlier, even if the database's clock is set back.
        game.log.newest_at = self.now
        number = game.log.private_number
        if by is not None:
            acted = game.log.acted or {}
            game.log.acted = {**acted, str(by): (game.log.event_number, number)}
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

    def resolve_turn(self, turn: Turn) -> list[PrivateEventBody]:
        """Add the open turn to the closed ones. Return the private events that it binds."""
        for event in self.unbound:
            event.turn = turn.number
        resolved = Resolved(turn, self.answers, self.unbound)
        self.resolved.append(resolved)
        self.unbound = []
        return bind_private_events(resolved.private, self.participants)

    def fold_events(self) -> None:
        """Store all events that stand with no turn, the newest included, with the last closed turn.

        Their hashes follow from the head before them. Columns that only the turn's deadlines needed are
        emptied.
        """
        if not self.resolved:
            return
        turn, log = self.resolved[-1].turn, self.row.log
        recent = log.recent if self.folded == 0 else []
        # Events from the database have their members in the order of `jsonb` already.
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
