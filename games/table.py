"""A game with its lock held, its rules and its state: what every writer works on."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from operator import itemgetter
from typing import Any

import orjson

from games import chain, rows, stops
from games import now as clock
from games.changes import Changes, write, write_alone
from games.clock import Clock
from games.fairness import game_seed
from games.hours import Span
from games.models import (
    Event,
    FormerSeat,
    Game,
    Participant,
    Pause,
    Seat,
    Stage,
    StandingOrder,
    Submission,
    Turn,
    Whisper,
)
from games.rules import registry
from games.rules.chance import Drawn, SeededChance
from games.rules.refusal import Refusal
from games.rules.ruleset import Ruleset
from games.sql import people, playing
from games.store import counters, notify
from games.store.refusals import no_such_game, refuse_if_ended
from players.models import Player, Vacation
from tideapi.db.instances import instance, related

# What tells that more of a game has changed than its log: its state never does without one of these.
_of_a_game = itemgetter(
    *("host_id", "status", "ahead", "turn_number", "goes_on_from", "joins", "offers"),
)
# What only the holder of the lock changes of a seat; `heard` belongs to the players' feeds.
_of_a_seat = itemgetter(*rows.names(Seat, but={"game_id", "heard"}))


@dataclass(frozen=True, slots=True)
class Resolved:
    """A turn that has closed: its answers by seat, and what was told in private before, as it is bound."""

    turn: Turn
    answers: dict[int, Submission]
    told: list[dict[str, Any]]


class Table:
    """One game, as its writer has it under the lock. What changes is kept until `save` writes it."""

    def __init__(self, game: Game, began: datetime | None = None) -> None:
        """Of a game that is opened `new` makes the table, of one that is there `lock` or `read`."""
        self.game = game
        self.rules: Ruleset[Any, Any] = registry.pinned(game.ruleset, game.rules_version)
        self.seats: list[Seat] = []
        self.open_turn: Turn | None = None
        self.answers: dict[int, Submission] = {}
        """What is sealed in the open turn, by seat. `games.sealing` keeps it up to date."""
        self.orders: dict[int, StandingOrder] = {}
        """The standing orders by seat."""
        self.participants: dict[int, str] = {}
        """Under which ids players are known in this game, by the players' own."""
        self.pauses: list[Pause] = []
        """All pauses: proposed, agreed, and over."""
        self.resolved: list[Resolved] = []
        self.stages: list[Stage] = []
        """The stages that this writer has ended."""
        self.moment = clock.now() if began is None else began
        self._whispers: list[Whisper] = []
        self._vacations: list[Vacation] | None = None
        self._stopped_until: tuple[Any, datetime | None] = (None, None)
        self.relied: tuple[int, int] | None = None
        """What the newcomer was asked and has answered in all her games, where this one wants to know."""
        self.plays: tuple[int, int] = (0, 0)
        """In how many games that are open, and that are under way, the newcomer has a seat."""
        self.guest: Player | None = None
        """Who has the name that was asked for."""
        self.saved()

    @classmethod
    def new(cls, game: Game, host: Player) -> "Table":
        """A game that is opened, with the lock of its host's row: her games have to be counted."""
        people.LOCK.row(player=host.pk)
        found = people.PLAYS.row(player=host.pk)
        assert found is not None  # noqa: S101  The statement always has one row.
        plays, now, vacations = found
        table = cls(game, clock.told(now))
        table.plays = tuple(orjson.loads(plays))
        table._vacations = [rows.read(Vacation, one) for one in orjson.loads(vacations or "[]")]
        return table

    @classmethod
    def lock(
        cls, game_id: str, newcomer: Player | None = None, guest: str | None = None
    ) -> "Table":
        """Wait for the game's lock, in a transaction. Raises `Refusal` (`game_not_found`).

        `newcomer` is who may take a seat now: her vacations have to be known, how far she can be relied on,
        and how many games she plays; her own lock is waited for too. `guest` is the name of a player who is
        looked up, in whatever case.
        """
        found = (
            playing.LOCK.row(game=game_id)
            if newcomer is None
            else playing.LOCK_FOR.row(player=newcomer.pk, game=game_id)
        )
        if found is None:
            raise no_such_game()
        return cls.read(game_id, newcomer, guest)

    @classmethod
    def read(
        cls, game_id: str, newcomer: Player | None = None, guest: str | None = None
    ) -> "Table":
        """The game without a lock, only to look at. Raises `Refusal` (`game_not_found`)."""
        for table in cls.all([game_id], newcomer, guest):
            return table
        raise no_such_game()

    @classmethod
    def all(
        cls, game_ids: Sequence[str], newcomer: Player | None = None, guest: str | None = None
    ) -> "Iterator[Table]":
        """The tables of these games, in this order."""
        alone = newcomer is None and guest is None
        load = playing.LOAD if alone else playing.LOAD_FOR_GUEST
        found = load.rows(
            games=[*game_ids], newcomer=None if newcomer is None else newcomer.pk, guest=guest
        )
        return (cls._of(orjson.loads(raw)) for (raw,) in found)

    @classmethod
    def _of(cls, raw: list[Any]) -> "Table":
        """A table as `playing.LOAD` gives it."""
        began, newest, game, seats, turn, orders, *rest = raw
        participants, whispers, pauses, vacations, relied, guest, plays = rest
        row, moment = rows.read(Game, game), clock.told(datetime.fromisoformat(began))
        # A clock may be put back; what is told in a log never is of an earlier time than what was before.
        back = datetime.fromisoformat(newest) - (moment + row.ahead)
        table = cls(row, moment + max(back, timedelta(0)))
        table.seats = [_seat(table.game, *one) for one in seats or ()]
        if turn is not None:
            table._spread(*turn)
        table.orders = {number: rows.read(StandingOrder, one) for number, one in orders or ()}
        table.participants = dict(participants or ())
        table.pauses = [rows.read(Pause, one) for one in pauses or ()]
        table._whispers = [rows.read(Whisper, one) for one in whispers or ()]
        table._vacations = [rows.read(Vacation, one) for one in vacations or ()]
        table.relied = relied
        table.plays = (0, 0) if plays is None else tuple(plays)
        table.guest = None if guest is None else known(*guest)
        table.saved()
        return table

    def _spread(self, turn: list[Any], answers: list[Any] | None) -> None:
        """The open turn and its answers, as they were read."""
        self.open_turn = rows.read(Turn, turn)
        related(self.open_turn, game=self.game)
        for raw in answers or ():
            answer = related(rows.read(Submission, raw), turn=self.open_turn)
            self.answers[answer.seat] = answer

    def saved(self) -> None:
        """Nothing has changed since the database was written or read."""
        self._changes = Changes(self.game)
        self._seats_as_read = {id(seat): _written(seat) for seat in self.seats}
        self._game_as_read = _written(self.game)
        self.resolved_by: list[str] = []

    def forget(self) -> None:
        """Go back to what is in the database: nothing that was changed since is written."""
        self.__dict__ = Table.read(self.game.pk).__dict__

    @property
    def now(self) -> datetime:
        """The game's own time: one moment for all that is written with this lock."""
        return self.moment + self.game.ahead

    @cached_property
    def clock(self) -> Clock:
        return Clock.from_json(self.game.clock)

    @cached_property
    def state(self) -> Any:
        """The ruleset's own state. Assigning a new one is for `games.advance` alone."""
        raw: Any = self.game.state
        return self.rules.load(raw)

    def participant(self, player: Player) -> str:
        """Under which id a player is known in this game, from the first time on that she is named."""
        known = self.participants.get(player.pk)
        if known is None:
            row = Participant(game=self.game, player=player)
            known = self.participants[player.pk] = row.pk
            self._changes.participants.append(row)
        return known

    @cached_property
    def chance(self) -> SeededChance:
        seed = game_seed(
            bytes(self.game.server_seed), self.game.pk, [seat.entropy for seat in self.seats]
        )
        return SeededChance(seed)

    @property
    def proposed_pause(self) -> Pause | None:
        return next((pause for pause in self.pauses if pause.from_at is None), None)

    @property
    def vacations(self) -> list[Vacation]:
        """The vacations of the players, from the start of the game on, if they stop its clock."""
        if not self.game.vacations:
            return []
        owners = {seat.owner_id for seat in self.seats if seat.owner_id is not None}
        if self._vacations is None:
            began = self.game.started_at or self.now
            self._vacations = list(Vacation.objects.filter(player__in=owners, until_at__gt=began))
        return [vacation for vacation in self._vacations if vacation.player_id in owners]

    def stops(self, seat: Seat) -> list[Span]:
        """When the clock of a seat stands still besides, for the open turn: see `games.stops`.

        Pauses and its player's vacations, up to the vote to go on, and to where the time for stops is up.
        """
        turn, spans = self.open_turn, self._wished(seat)
        if not spans or turn is None:
            return spans
        wished = {number: self._wished(self.seats[number]) for number in turn.asked}
        left = self.game.most_stopped - self.game.stopped
        # It is asked for each seat, and worked out once for as long as nothing has changed.
        follows_from = (turn.number, turn.clock_from, turn.base, [*turn.banks], left, wished)
        if self._stopped_until[0] != follows_from:
            self._stopped_until = follows_from, stops.last_moment(self.clock, turn, wished, left)
        end = self._stopped_until[1]
        return spans if end is None else stops.clipped(spans, end)

    def vacations_of(self, seat: Seat) -> list[Span]:
        """The vacations of a seat's player, without those that she was on when she took it over."""
        return [
            (vacation.from_at, vacation.until_at)
            for vacation in self.vacations
            if vacation.player_id == seat.owner_id
            and (seat.taken_at is None or vacation.from_at >= seat.taken_at)
        ]

    def _wished(self, seat: Seat) -> list[Span]:
        """All that would stop a seat's clock in the open turn if there were time for it."""
        spans = self.vacations_of(seat)
        for pause in self.pauses:
            if pause.from_at is not None and pause.until_at is not None:
                spans.append((pause.from_at, pause.until_at))
        voted = self.game.goes_on_from
        if voted is not None:
            spans = [(since, min(end, voted) if since < voted else end) for since, end in spans]
        began = None if self.open_turn is None else self.open_turn.clock_from
        return [span for span in spans if began is None or span[1] > began]

    def seat_of(self, player_id: int) -> Seat:
        """The player's seat. Raises `Refusal`; of a private game a stranger hears that there is none."""
        for seat in self.seats:
            if seat.owner_id == player_id:
                return seat
        if self.game.private and self.game.status != Game.Status.OPEN:
            raise no_such_game()
        raise Refusal("not_a_player", "You have no seat in this game.")

    def seat(self, number: int) -> Seat:
        """The seat of this number. Raises `Refusal` (`seat_not_found`)."""
        for seat in self.seats:
            if seat.number == number:
                return seat
        raise Refusal("seat_not_found", "This game has no such seat.")

    def refuse_unless_running(self) -> None:
        """Raise `Refusal` unless the game is under way."""
        refuse_if_ended(self.game)
        if self.game.status == Game.Status.OPEN:
            raise Refusal("game_not_started", "This game has not started.")

    def tell(self, kind: str, data: dict[str, Any]) -> None:
        """Append an event that everybody who may look at the game may know."""
        self.game.event_number += 1
        event = Event(
            game=self.game, number=self.game.event_number, type=kind, data=data, at=self.now
        )
        event.hash = self.game.head = chain.link(self.game.head, logged(event))
        self._changes.events.append(event)

    def whisper(self, player: Player, kind: str, data: dict[str, Any]) -> None:
        """Tell one player alone, in her own feed; bound into the log when the next turn closes."""
        self.participant(player)
        self.game.whisper_number += 1
        row = Whisper(
            player=player,
            game=self.game,
            number=self.game.whisper_number,
            type=kind,
            data=data,
            at=self.now,
        )
        self._whispers.append(row)
        self._changes.whispers.append(row)

    def bind_whispers(self, turn: Turn) -> list[Whisper]:
        """Let all that was told in private since the last turn belong to this one, which closes."""
        told, self._whispers = self._whispers, []
        for row in told:
            row.turn = turn
            if row.pk is not None:
                self._changes.bound.append(row)
        return told

    def sit(self, seat: Seat) -> None:
        """Set a seat that somebody has just taken."""
        self.seats.append(seat)
        self.seats.sort(key=lambda one: one.number)
        self._changes.taken.append(seat)

    def leave(self, former: FormerSeat) -> None:
        """Note what a player has done in a seat that becomes another's."""
        self._changes.former.append(former)

    def lay(self, answer: Submission) -> None:
        """Lay down an answer, new or in the place of an earlier one."""
        self.answers[answer.seat] = answer
        self._changes.answers[answer.turn.number, answer.seat] = answer

    def take(self, answer: Submission) -> None:
        """Take away an answer that lay there."""
        del self.answers[answer.seat]
        self._changes.withdrawn.append(answer)

    def order(self, seat: Seat, order: StandingOrder | None) -> None:
        """Lay a standing order down for a seat, or with None take away the one that it has."""
        if order is not None:
            self.orders[seat.number] = order
        elif self.orders.pop(seat.number, None) is None:
            return
        self._changes.orders[seat.pk] = order

    def pause(self, pause: Pause) -> None:
        """Have a pause written that is new or has changed."""
        if pause not in self.pauses:
            self.pauses.append(pause)
        if pause not in self._changes.pauses:
            self._changes.pauses.append(pause)

    def drop(self, pause: Pause) -> None:
        """Take away a pause that was proposed."""
        self.pauses.remove(pause)
        self._changes.dropped.append(pause)

    def announce(self, vacation: Vacation) -> None:
        """Let a vacation stop the clock that is announced, or ended, together with what is written here."""
        others = [one for one in self._vacations or () if one.pk != vacation.pk]
        self._vacations = [*others, vacation]

    def changed(self, turn: Turn) -> None:
        """Have what may change of a turn written: its deadlines, when to look at it, that it is closed."""
        if turn.pk is not None:
            self._changes.turns[turn.number] = turn

    def open(self, turn: Turn) -> None:
        """Lay down a new turn without answers."""
        self.open_turn, self.answers = turn, {}
        self._changes.opened.append(turn)

    def resolve(self, turn: Turn) -> list[dict[str, Any]]:
        """Take the turn that closes from the table. Gives what belongs to it of what was told in private."""
        told = [whispered(row, self.participants) for row in self.bind_whispers(turn)]
        self.changed(turn)
        self.resolved.append(Resolved(turn, self.answers, told))
        self.resolved_by += [self.answers[seat].by for seat in turn.asked]
        return told

    def end(self, stage: Stage) -> None:
        """Note a stage that is over."""
        self.stages.append(stage)
        self._changes.stages.append(stage)

    def strangers(self) -> set[int]:
        """The players who were told something alone, and have no seat with which they hear of the game."""
        told = {row.player_id for row in self._changes.whispers}
        return told - {seat.player_id for seat in self.seats}

    def save(self) -> None:
        """Write all that has changed. Once that is committed, ring for whoever listens."""
        save([self])

    def save_alone(self) -> bool:
        """Write one answer that was laid down without the lock, and what was told of it.

        False, and nothing is written, if somebody else has written to the game since it was read.
        """
        if not write_alone(self._changes):
            return False
        notify.subscribers([self.game.pk])
        self.saved()
        return True

    def collect(self) -> Changes:
        """All that has changed since the last time that it was written."""
        changes = self._changes
        changes.whole = self._game_as_read != _written(self.game)
        changes.seats = [
            seat
            for seat in self.seats
            if (before := self._seats_as_read.get(id(seat))) and before != _written(seat)
        ]
        return changes


def save(tables: Sequence[Table], vacation: Vacation | None = None) -> None:
    """Write all that has changed of one or more games in one statement; then ring for who listens.

    A vacation that is announced or ended is written with the games that it was told to.
    """
    changes = [table.collect() for table in tables]
    write(changes, vacation)
    notify.subscribers(
        [one.game.pk for one in changes if one.events],
        [player for table in tables for player in table.strangers()],
    )
    counters.resolved([by for table in tables for by in table.resolved_by])
    for table in tables:
        table.saved()


def _seat(game: Game, raw: list[Any], player: str | None, guest: str | None) -> Seat:
    seat = rows.read(Seat, raw)
    return related(
        seat,
        game=game,
        player=None if player is None else known(seat.player_id, player),
        offered_to=None if guest is None else known(seat.offered_to_id, guest),
    )


def known(pk: int | None, username: str) -> Player:
    """A player of whom no more was read than her name."""
    return instance(Player, [("id", pk), ("username", username)])


def _written(row: Game | Seat) -> tuple[Any, ...]:
    """What tells whether a row has changed."""
    values: tuple[Any, ...]
    values = (_of_a_seat if isinstance(row, Seat) else _of_a_game)(row.__dict__)
    return values


def logged(event: Event) -> dict[str, Any]:
    """An event as the chain of its game's log binds it."""
    return {
        "game": event.game_id,
        "number": event.number,
        "type": event.type,
        "at": utc(event.at),
        "data": event.data,
    }


def whispered(row: Whisper, participants: Mapping[int, str]) -> dict[str, Any]:
    """What one player was told, as the log binds it; the ids of participants by those of players."""
    return {
        "player": participants[row.player_id],
        "type": row.type,
        "at": utc(row.at),
        "data": row.data,
    }


def drawn_json(drawn: Iterable[Drawn]) -> list[dict[str, Any]]:
    return [one.to_json() for one in drawn]


def utc(moment: datetime) -> str:
    """A moment as RFC 3339 in UTC, as it stands in events and answers."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
