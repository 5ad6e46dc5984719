"""The bot "even": it bids as much as the prize is worth."""

from random import Random
from typing import Any

Json = dict[str, Any]


def even(table: Json, mine: Json, random: Random) -> Json:
    """The card nearest to the prize, of two the higher one."""
    prize: int = table["prize"]
    card = min(mine["hand"], key=lambda card: (abs(card - prize), -card))
    return {"type": "bid", "card": card}
