"""The places where a client begins to follow a feed: a number, its end, or the caller's last answer.

Why so: docs/decisions/feeds.md.
"""

from collections.abc import Callable
from typing import Any

from games.feeds.streams.feeds import GameLog, PlayersFeed
from games.visibility.game_view import GameView

Feed = GameLog | PlayersFeed
LATEST, MY_ANSWER = "latest", "my_answer"
MAX_DIGITS = 10
"""Digits of an event's number."""


def start_number(
    query: dict[str, Any], latest: Callable[[], int], view: GameView | None = None
) -> int:
    """The number after which a query wants events. Raises `ApiError` (`not_a_player`)."""
    sent: str = query.get("after", "0")
    if sent == LATEST:
        return latest()
    if sent == MY_ANSWER and view is not None:
        return view.last_answer_event()
    return int(sent)
