"""The contract of a bot, the simplest one, and the bots of this server by game and name.

`games.rulesets.game_package` registers those of each game.
"""

from collections.abc import Mapping
from random import Random
from typing import Protocol, TypeVar, cast

from games.rulesets.kit.values import Json
from games.rulesets.kit.words import gettext_noop as _
from games.rulesets.refusal import Unreadable
from games.rulesets.ruleset import Ruleset

S = TypeVar("S")
A = TypeVar("A")


class Bot(Protocol):
    """A player in software.

    It gets what any client with its seat gets, and never the state: `table` (the public view) and
    `mine` (the private view: `legal_actions`, `fallback` and what the ruleset adds). A client can
    store what it was shown before; a bot stores nothing, so `mine["remembered"]` has that. It answers
    with an action as JSON, one of `legal_actions`.
    """

    def __call__(self, table: Json, mine: Json, random: Random) -> Json: ...


class Analyst(Protocol):
    """A bot with a probability for each legal action.

    `chances` are in the order of the legal actions, relative to the likeliest one, which is 1.
    """

    def win_chances(self, table: Json, mine: Json) -> list[float]: ...


def bot_views(ruleset: Ruleset[S, A], state: S, seat: int) -> tuple[Json, Json]:
    """Return the arguments of a bot in this seat: `table` and `mine`."""
    mine = {**ruleset.seat_view(state, seat), "remembered": ruleset.memory_view(state, seat)}
    return ruleset.table_view(state), mine


def play_aimlessly(table: Json, mine: Json, random: Random) -> Json:
    """Return any legal action, each as likely: the bot named "random", in every game."""
    action: Json = random.choice(mine["legal_actions"])
    return action


# -- by game and name

LEVELS: Mapping[str, str] = {
    "random": _("beginner"),
    "careful": _("casual"),
    "strong": _("strong"),
    "expert": _("expert"),
}
"""The names of bots that any game may have, with words for people, from the weakest up."""
THINKERS = frozenset({"expert"})
"""Bots that think long: they hold up no other bot, and never stand in for a player."""

UNAVAILABLE: dict[str, str] = {}
"""Bots whose package is not installed, each with the bot that plays on for it in running games."""

FOR_ANY: Mapping[str, Bot] = {"random": play_aimlessly}
FOR_ONE: dict[str, Mapping[str, Bot]] = {}
RETIRED: dict[str, Mapping[str, str]] = {}
"""Of each game the bots that new games do not get, each with the one that plays for it in earlier games."""


def register_bots(ruleset_id: str, bots: Mapping[str, Bot], retired: Mapping[str, str]) -> None:
    """Register bots of a game, the best of them last, and the names of its retired ones."""
    FOR_ONE[ruleset_id], RETIRED[ruleset_id] = bots, retired


def bot_names(ruleset_id: str) -> tuple[str, ...]:
    """Return the bots available in this game, the simplest first and the best last."""
    known = (*FOR_ANY, *FOR_ONE.get(ruleset_id, {}))
    return tuple(name for name in known if name not in UNAVAILABLE)


def all_names() -> set[str]:
    """Return the names of the bots of all games, also the retired ones."""
    return set(FOR_ANY).union(*FOR_ONE.values(), *RETIRED.values())


def bot_levels(ruleset_id: str) -> dict[str, str]:
    """Return the bots available in this game, each with a word for people, else its own name."""
    return {name: LEVELS.get(name, name) for name in bot_names(ruleset_id)}


def stand_in(ruleset_id: str) -> str:
    """Return the bot that plays for an absent player: the best fast one. Why: docs/decisions/absence.md."""
    return [name for name in bot_names(ruleset_id) if name not in THINKERS][-1]


def replace_retired(ruleset_id: str, name: str) -> str:
    """Return the name of the bot that plays for a retired one, or the same name."""
    return RETIRED.get(ruleset_id, {}).get(name, name)


def find_analyst(ruleset_id: str) -> Analyst | None:
    """Return the bot for the analysis of this game: `strong`, if it has chances, or None."""
    bot = FOR_ONE.get(ruleset_id, {}).get("strong")
    return cast("Analyst", bot) if hasattr(bot, "win_chances") else None


def find_bot(ruleset_id: str, name: str) -> Bot:
    """Return the bot of this name, also a retired one, for this game. Raises `Unreadable` ("unknown_bot")."""
    name = replace_retired(ruleset_id, name)
    bot = FOR_ANY.get(name) or FOR_ONE.get(ruleset_id, {}).get(name)
    if bot is None:
        known = ", ".join(bot_names(ruleset_id))
        raise Unreadable("unknown_bot", f"The bot must be one of: {known}.")
    return bot
