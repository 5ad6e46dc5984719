"""Games as they stand in lists, and on a player's home screen."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

import orjson

from games.fairness.commitments import utc
from games.models import Game, Log, Turn
from games.repository import columns, rows
from games.repository.queries import listing as sql
from games.shapes.games import GameSummary, MyGame, MyPart
from games.visibility.game_view import game_summary, may_see
from games.visibility.snapshot import NAMED, read_questions, read_seat
from players.models import Player


class Listed:
    """A game as `games.repository.queries.listing.SUMMARIES` has read it, with its open turn."""

    def __init__(self, raw: Sequence[Any]) -> None:
        game, log, host, seats, turn, asked = raw
        self.game = rows.read(Game, game, columns.SHOWN_GAME)
        self.game.log = rows.read(Log, log, columns.SHOWN_LOG)
        self.game.host = rows.read(Player, (None, host), NAMED)
        self.seats = [read_seat(*one) for one in seats or ()]
        self.turn: Turn | None = turn and rows.read(Turn, turn, columns.LISTED_TURN)
        self.questions, self.answered = read_questions(asked, columns.LISTED_QUESTION)

    def get_summary(self) -> GameSummary:
        """Return the public summary of the game."""
        return game_summary(self.game, self.seats, self.turn, self.questions, self.answered)


def list_summaries(games: Sequence[str], viewer: Player | None) -> list[GameSummary]:
    """These games in this order, without those that the viewer may not see."""
    found = sql.SUMMARIES.fetch_rows(games=[*games]) if games else []
    read = {game: Listed(orjson.loads(raw)) for game, raw in found}
    some = [read[game] for game in games if game in read]
    return [one.get_summary() for one in some if may_see(one.game, one.seats, viewer)]


@dataclass(frozen=True, slots=True)
class HomeGame:
    """A game in the list of its player. `shown` identifies the answer: another answer has another."""

    place: Decimal
    """Where it stands in the list (`games.repository.queries.home`)."""
    shown: str

    def get_body(self) -> MyGame:
        """Return the public summary with the player's own part."""
        game, seat, waiting, due, unread = orjson.loads(self.shown)
        summary = Listed(game).get_summary()
        mine: MyPart = {
            "seat": seat,
            "waiting": waiting,
            "decision": summary["turn"]["decision"] if due and summary["turn"] else None,
            "due_at": None if due is None else utc(datetime.fromisoformat(due)),
            "unread": unread,
        }
        return {**summary, "mine": mine}
