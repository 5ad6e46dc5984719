"""The bots that are here, by game and name. `games.enrolment` brings those of each game."""

from collections.abc import Mapping

from games.bots.aimless import aimless
from games.bots.bot import Bot
from games.rules.refusal import Unreadable

FOR_ANY: Mapping[str, Bot] = {"random": aimless}
FOR_ONE: dict[str, Mapping[str, Bot]] = {}


def enrol(ruleset_id: str, bots: Mapping[str, Bot]) -> None:
    """Have these bots play this game too, the best of them last."""
    FOR_ONE[ruleset_id] = bots


def names(ruleset_id: str) -> tuple[str, ...]:
    """The bots that can play this game, the simplest first and the best last."""
    return (*FOR_ANY, *FOR_ONE.get(ruleset_id, {}))


def stand_in(ruleset_id: str) -> str:
    """The bot that plays for somebody who is away: the best that the game has."""
    return names(ruleset_id)[-1]


def find(ruleset_id: str, name: str) -> Bot:
    """The bot of this name for this game; raises `Unreadable` ("unknown_bot")."""
    bot = FOR_ANY.get(name) or FOR_ONE.get(ruleset_id, {}).get(name)
    if bot is None:
        known = ", ".join(names(ruleset_id))
        raise Unreadable("unknown_bot", f"The bot must be one of: {known}.")
    return bot
