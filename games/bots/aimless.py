"""The bot named "random": any legal action, each as likely, in any game."""

from random import Random
from typing import Any

Json = dict[str, Any]


def play_aimlessly(table: Json, mine: Json, random: Random) -> Json:
    """Return a random legal action."""
    action: Json = random.choice(mine["legal_actions"])
    return action
