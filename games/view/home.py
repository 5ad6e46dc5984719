"""A player's own games, as they stand on her home screen."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

import orjson

from games.fairness.chain import utc
from games.view.listed import Listed

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class HomeGame:
    """A game of hers as it was read for her. `shown` is what it is known by: another answer has another."""

    place: Decimal
    """Where it stands in the list (`games.store.sql.home`)."""
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
