"""Games as they stand in lists, and on a player's home screen."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

import orjson

from games.fairness.chain import utc
from games.models import Game, Log, Turn
from games.repository import columns, rows
from games.repository.queries import listing as sql
from games.visibility.game_view import may_see, summary
from games.visibility.snapshot import NAMED, read_seat
from players.models import Player

Json = dict[str, Any]


class Listed:
    """A game as `games.repository.queries.listing.SUMMARY` has read it, with its open turn."""

    def __init__(self, raw: Sequence[Any]) -> None:
        game, log, host, seats, turn, answered = raw
        self.game = rows.read(Game, game, columns.SHOWN_GAME)
        self.game.log = rows.read(Log, log, columns.SHOWN_LOG)
        self.game.host = rows.read(Player, (None, host), NAMED)
        self.seats = [read_seat(*one) for one in seats or ()]
        self.turn: Turn | None = turn and rows.read(Turn, turn, columns.LISTED_TURN)
        self.answered: frozenset[int] = frozenset(answered or ())

    def summary(self) -> Json:
        """What everybody may see who may see the game."""
        return summary(self.game, self.seats, self.turn, self.answered)


def summaries(games: Sequence[str], viewer: Player | None) -> list[Json]:
    """These games in this order, without those that the viewer may not see."""
    found = sql.SUMMARIES.rows(games=[*games]) if games else []
    read = {game: Listed(orjson.loads(raw)) for game, raw in found}
    some = [read[game] for game in games if game in read]
    return [one.summary() for one in some if may_see(one.game, one.seats, viewer)]


@dataclass(frozen=True, slots=True)
class HomeGame:
    """A game of hers as it was read for her. `shown` is what it is known by: another answer has another."""

    place: Decimal
    """Where it stands in the list (`games.repository.queries.home`)."""
    shown: str

    def show(self) -> Json:
        """What everybody may see of it, and her own part in it."""
        game, seat, waiting, due, unread = orjson.loads(self.shown)
        summary = Listed(game).summary()
        mine = {
            "seat": seat,
            "waiting": waiting,
            "decision": None if due is None else summary["turn"]["decision"],
            "due_at": None if due is None else utc(datetime.fromisoformat(due)),
            "unread": unread,
        }
        return {**summary, "mine": mine}
