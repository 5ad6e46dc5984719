"""What each code means to whoever is refused with it, and what she does about it: the text of its page.

The codes of a game's own rules stand in no table here; their pages are made of what the ruleset says.
"""

from tideapi.problem_texts.calls import CALLER, REQUEST, SANDBOX, SERVER
from tideapi.problem_texts.games import ABSENCE, LOBBY, PLAYING
from tideapi.problem_texts.people import NOTICES, PEOPLE, PLAYERS, WEBHOOKS
from tideapi.problem_texts.text import Text

__all__ = ["TEXTS", "Text"]

TEXTS: dict[str, Text] = {
    **REQUEST,
    **CALLER,
    **PLAYERS,
    **PEOPLE,
    **LOBBY,
    **PLAYING,
    **ABSENCE,
    **NOTICES,
    **WEBHOOKS,
    **SANDBOX,
    **SERVER,
}
"""By code, in the order in which the pages list them."""
