"""A game's row with its lock held, its rules and its state: what every writer works on."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from django.db import connection

from games import chain
from games.clock import Clock
from games.fairness import game_seed
from games.hours import Span
from games.models import Event, Game, Pause, Seat, StandingOrder, Submission, Turn, Whisper
from games.now import now
from games.rules import registry
from games.rules.chance import Drawn, SeededChance
from games.rules.refusal import Refusal
from games.rules.ruleset import Ruleset
from players.models import Vacation

ENDED = {
    Game.Status.FINISHED: Refusal("game_finished", "This game is over."),
    Game.Status.CANCELLED: Refusal("game_cancelled", "This game was cancelled."),
}
# `heard` is not among them: it belongs to the players' feeds (`games.announce`). All seats of a game in one
# statement, each found over its primary key.
_SAVE_SEATS = """
UPDATE games_seat seat SET
    player_id = new.player_id, bot = new.bot, score = new.score, won = new.won, away = new.away,
    bank = new.bank, missed = new.missed, missed_sitting = new.missed_sitting,
    required = new.required, answered = new.answered,
    offered_to_id = new.offered_to_id, hears_until = new.hears_until
FROM jsonb_to_recordset(%s::jsonb) AS new(
    id bigint, player_id bigint, bot text, score smallint, won boolean, away text, bank interval,
    missed smallint, missed_sitting text, required integer, answered integer,
    offered_to_id bigint, hears_until integer
)
WHERE seat.id = new.id
"""


class Table:
    """One game, locked. Made inside a transaction; `save` writes what has changed of the game's row."""

    def __init__(self, game: Game, open_turn: Turn | None = None) -> None:
        self.game = game
        if open_turn is not None:
            self.open_turn = open_turn
        self.rules: Ruleset[Any, Any] = registry.pinned(game.ruleset, game.rules_version)
        self._events: list[Event] = []
        self._whispers: list[Whisper] = []

    @classmethod
    def lock(cls, game_id: str) -> "Table":
        """Wait for the game's lock. Raises `Refusal` (`game_not_found`)."""
        game = Game.objects.select_for_update().filter(pk=game_id).first()
        if game is None:
            raise Refusal("game_not_found", "There is no such game.")
        return cls(game)

    @cached_property
    def now(self) -> datetime:
        """The game's own time: one moment for all that is written with this lock."""
        return now() + self.game.ahead

    @cached_property
    def clock(self) -> Clock:
        return Clock.from_json(self.game.clock)

    @cached_property
    def seats(self) -> list[Seat]:
        seats = list(self.game.seats.select_related("player"))
        self._seats_as_read = [_written(seat) for seat in seats]
        return seats

    @cached_property
    def open_turn(self) -> Turn | None:
        return self.game.turns.filter(closed_at__isnull=True).first()

    @cached_property
    def answers(self) -> dict[int, Submission]:
        """What is sealed in the open turn, by seat. `games.sealing` keeps it up to date."""
        return (
            {}
            if self.open_turn is None
            else {row.seat: row for row in self.open_turn.submissions.all()}
        )

    @cached_property
    def state(self) -> Any:
        """The ruleset's own state. Assigning a new one is for `games.advance` alone."""
        raw: Any = self.game.state
        return self.rules.load(raw)

    @cached_property
    def chance(self) -> SeededChance:
        seed = game_seed(
            bytes(self.game.server_seed), self.game.pk, [seat.entropy for seat in self.seats]
        )
        return SeededChance(seed)

    @cached_property
    def orders(self) -> dict[int, StandingOrder]:
        """The standing orders by seat."""
        rows = StandingOrder.objects.filter(seat__game=self.game).select_related("seat")
        return {order.seat.number: order for order in rows}

    @cached_property
    def pauses(self) -> list[Pause]:
        """All pauses: proposed, agreed, and over."""
        return list(self.game.pauses.order_by("proposed_at"))

    @property
    def proposed_pause(self) -> Pause | None:
        return next((pause for pause in self.pauses if pause.from_at is None), None)

    @cached_property
    def vacations(self) -> list[Vacation]:
        """The vacations of the players, from the start of the game on, if they stop its clock."""
        if not self.game.vacations:
            return []
        players = [seat.owner_id for seat in self.seats if seat.owner_id is not None]
        began = self.game.started_at or self.now
        return list(Vacation.objects.filter(player__in=players, until_at__gt=began))

    def stops(self, seat: Seat) -> list[Span]:
        """When the clock of a seat stands still besides: pauses, and its player's vacations."""
        spans = [(pause.from_at, pause.until_at) for pause in self.pauses]
        spans += [
            (vacation.from_at, vacation.until_at)
            for vacation in self.vacations
            if vacation.player_id == seat.owner_id
        ]
        return [(start, end) for start, end in spans if start is not None and end is not None]

    def seat_of(self, player_id: int) -> Seat:
        """The player's seat. Raises `Refusal`; of a private game a stranger hears that there is none."""
        for seat in self.seats:
            if seat.owner_id == player_id:
                return seat
        if self.game.private and self.game.status != Game.Status.OPEN:
            raise Refusal("game_not_found", "There is no such game.")
        raise Refusal("not_a_player", "You have no seat in this game.")

    def seat(self, number: int) -> Seat:
        """The seat of this number. Raises `Refusal` (`seat_not_found`)."""
        for seat in self.seats:
            if seat.number == number:
                return seat
        raise Refusal("seat_not_found", "This game has no such seat.")

    def refuse_unless_running(self) -> None:
        """Raise `Refusal` unless the game is under way."""
        if self.game.status in ENDED:
            raise ENDED[Game.Status(self.game.status)]
        if self.game.status == Game.Status.OPEN:
            raise Refusal("game_not_started", "This game has not started.")

    def tell(self, kind: str, data: dict[str, Any]) -> None:
        """Append an event that everybody who may look at the game may know."""
        self.game.event_number += 1
        event = Event(
            game=self.game, number=self.game.event_number, type=kind, data=data, at=self.now
        )
        event.hash = self.game.head = chain.link(self.game.head, logged(event))
        self._events.append(event)

    def whisper(self, player_id: int, kind: str, data: dict[str, Any]) -> None:
        """Tell one player alone, in her own feed; bound into the log when the next turn closes."""
        self._whispers.append(
            Whisper(player_id=player_id, game=self.game, type=kind, data=data, at=self.now)
        )

    def save(self) -> None:
        """Write the game's row, and what was told since the last time."""
        self._write_log()
        self.game.save()

    def save_log(self) -> None:
        """Write what was told since the last time, where nothing else of the game has changed."""
        self._write_log()
        self.game.save(update_fields=["event_number", "head"])

    def save_seats(self) -> None:
        """Write the seats, if anything of them has changed."""
        seats = [_written(seat) for seat in self.seats]
        if seats != self._seats_as_read:
            with connection.cursor() as cursor:
                cursor.execute(_SAVE_SEATS, [json.dumps(seats)])
            self._seats_as_read = seats

    def _write_log(self) -> None:
        Event.objects.bulk_create(self._events)
        self._events = []
        self._write_whispers()

    def _write_whispers(self) -> None:
        Whisper.objects.bulk_create(self._whispers)
        self._whispers = []

    def bind_whispers(self, turn: Turn) -> list[dict[str, Any]]:
        """Let all that was told in private since the last turn belong to this one, which closes."""
        self._write_whispers()
        rows = Whisper.objects.filter(game=self.game, turn__isnull=True)
        told = [whispered(row) for row in rows.select_related("player").order_by("pk")]
        if told:
            rows.update(turn=turn)
        return told


def _written(seat: Seat) -> dict[str, Any]:
    return {
        "id": seat.pk,
        "player_id": seat.player_id,
        "bot": seat.bot,
        "score": seat.score,
        "won": seat.won,
        "away": seat.away,
        # With all its places: PostgreSQL does not read 1e-06.
        "bank": f"{seat.bank.total_seconds():.6f} seconds",
        "missed": seat.missed,
        "missed_sitting": seat.missed_sitting,
        "required": seat.required,
        "answered": seat.answered,
        "offered_to_id": seat.offered_to_id,
        "hears_until": seat.hears_until,
    }


def logged(event: Event) -> dict[str, Any]:
    """An event as the chain of its game's log binds it."""
    return {
        "game": event.game_id,
        "number": event.number,
        "type": event.type,
        "at": utc(event.at),
        "data": event.data,
    }


def whispered(row: Whisper) -> dict[str, Any]:
    """What one player was told, as the log binds it."""
    return {
        "player": row.player.username,
        "type": row.type,
        "at": utc(row.at),
        "data": row.data,
    }


def drawn_json(drawn: Iterable[Drawn]) -> list[dict[str, Any]]:
    return [one.to_json() for one in drawn]


def utc(moment: datetime) -> str:
    """A moment as RFC 3339 in UTC, as it stands in events and answers."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
