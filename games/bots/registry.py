"""The bots that are here, by game and name. `games.enrolment` brings those of each game."""

from collections.abc import Mapping
from typing import cast

from games.bots.aimless import aimless
from games.bots.bot import Analyst, Bot
from games.rules.refusal import Unreadable

LEVELS: Mapping[str, str] = {
    "random": "beginner",
    "careful": "casual",
    "strong": "strong",
    "expert": "expert",
}
"""The bots that any game may have, in words for people, from the weakest up. A game may lack some."""
THINKERS = frozenset({"expert"})
"""Bots that think long: nobody waits behind them, and they stand in for nobody."""

UNAVAILABLE: dict[str, str] = {}
"""Bots that lack what they think with, each with the bot as which it goes on in games that have it."""

FOR_ANY: Mapping[str, Bot] = {"random": aimless}
FOR_ONE: dict[str, Mapping[str, Bot]] = {}


def enrol(ruleset_id: str, bots: Mapping[str, Bot]) -> None:
    """Have these bots play this game too, the best of them last."""
    FOR_ONE[ruleset_id] = bots


def names(ruleset_id: str) -> tuple[str, ...]:
    """The bots that can be had in this game, the simplest first and the best last."""
    known = (*FOR_ANY, *FOR_ONE.get(ruleset_id, {}))
    return tuple(name for name in known if name not in UNAVAILABLE)


def all_names() -> set[str]:
    """The names of the bots of all games."""
    return set(FOR_ANY).union(*FOR_ONE.values())


def levels(ruleset_id: str) -> dict[str, str]:
    """The bots that can be had in this game, each with a word for people, else its own name."""
    return {name: LEVELS.get(name, name) for name in names(ruleset_id)}


def stand_in(ruleset_id: str) -> str:
    """The bot that plays for somebody who is away: the best one that may. Why: docs/why.md#levels."""
    return [name for name in names(ruleset_id) if name not in THINKERS][-1]


def analyst(ruleset_id: str) -> Analyst | None:
    """The bot by which this game is analysed: `strong`, where it can say what it thinks."""
    bot = FOR_ONE.get(ruleset_id, {}).get("strong")
    return cast("Analyst", bot) if hasattr(bot, "chances") else None


def find(ruleset_id: str, name: str) -> Bot:
    """The bot of this name for this game; raises `Unreadable` ("unknown_bot")."""
    bot = FOR_ANY.get(name) or FOR_ONE.get(ruleset_id, {}).get(name)
    if bot is None:
        known = ", ".join(names(ruleset_id))
        raise Unreadable("unknown_bot", f"The bot must be one of: {known}.")
    return bot
