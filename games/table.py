"""A game's row with its lock held, its rules and its state: what every writer works on."""

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from games.fairness import game_seed
from games.models import Event, Game, Seat, Submission, Turn
from games.rules import registry
from games.rules.chance import Drawn, SeededChance
from games.rules.refusal import Refusal
from games.rules.ruleset import Ruleset


class Table:
    """One game, locked. Made inside a transaction; `save` writes what has changed of the game's row."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules: Ruleset[Any, Any] = registry.RULESETS[game.ruleset]
        self._events: list[Event] = []

    @classmethod
    def lock(cls, game_id: str) -> "Table":
        """Wait for the game's lock. Raises `Refusal` (`game_not_found`)."""
        game = Game.objects.select_for_update().filter(pk=game_id).first()
        if game is None:
            raise Refusal("game_not_found", "There is no such game.")
        return cls(game)

    @cached_property
    def seats(self) -> list[Seat]:
        return list(self.game.seats.select_related("player"))

    @cached_property
    def open_turn(self) -> Turn | None:
        return self.game.turns.filter(closed_at__isnull=True).first()

    @cached_property
    def state(self) -> Any:
        """The ruleset's own state. Assigning a new one is for `games.play` alone."""
        raw: Any = self.game.state
        return self.rules.load(raw)

    @cached_property
    def chance(self) -> SeededChance:
        seed = game_seed(
            bytes(self.game.server_seed), self.game.pk, [seat.entropy for seat in self.seats]
        )
        return SeededChance(seed)

    def seat_of(self, player_id: int) -> Seat:
        """The player's seat. Raises `Refusal`; of a private game a stranger hears that there is none."""
        for seat in self.seats:
            if seat.player_id == player_id:
                return seat
        if self.game.private and self.game.status != Game.Status.OPEN:
            raise Refusal("game_not_found", "There is no such game.")
        raise Refusal("not_a_player", "You have no seat in this game.")

    def submissions(self, turn: Turn) -> dict[int, Submission]:
        return {submission.seat: submission for submission in turn.submissions.all()}

    def tell(self, now: datetime, kind: str, data: dict[str, Any]) -> None:
        """Append an event that everybody who may look at the game may know."""
        self.game.event_number += 1
        self._events.append(
            Event(game=self.game, number=self.game.event_number, type=kind, data=data, at=now)
        )

    def save(self) -> None:
        """Write the game's row and the events told since the last time."""
        Event.objects.bulk_create(self._events)
        self._events = []
        self.game.save()


def drawn_json(drawn: Iterable[Drawn]) -> list[dict[str, Any]]:
    return [one.to_json() for one in drawn]


def utc(moment: datetime) -> str:
    """A moment as RFC 3339 in UTC, as it stands in events and answers."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
