"""The bot "even": it bids as much as the prize is worth."""

from random import Random

from games.rulesets.ruleset import Json


def even(table: Json, mine: Json, random: Random) -> Json:
    """Return the bid nearest to the prize, of two the higher one."""
    prize: int = table["prize"]
    bids: list[Json] = mine["legal_actions"]
    return min(bids, key=lambda bid: (abs(bid["card"] - prize), -bid["card"]))
