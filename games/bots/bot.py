"""The contract of a bot, and the simplest one."""

from random import Random
from typing import Any, Protocol, TypeVar

from games.rules.ruleset import Ruleset

S = TypeVar("S")
A = TypeVar("A")

Json = dict[str, Any]


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
