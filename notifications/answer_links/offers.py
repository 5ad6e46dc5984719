"""The moves that a notice offers."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from common.rest.errors import ApiError
from games.visibility.game_view import GameView
from notifications.notice import ActionLink, Notice
from notifications.questions import question_state, secrets
from players.mail import links

T = TypeVar("T")


def answer_presses(notice: Notice, most: int = 3) -> Sequence[ActionLink]:
    """Return links to at most `most` legal answers to a notice's question, the fallback first."""
    if not notice.asks or notice.game is None:
        return []
    try:
        view = GameView.load(notice.game.pk, notice.player).get_game()
    except ApiError:
        return []
    return presses_in(notice, view, most)


def presses_in(notice: Notice, view: Mapping[str, Any], most: int = 3) -> Sequence[ActionLink]:
    """Return the links of `answer_presses` from the player's view of the game."""
    answer_link = secrets.asked(notice)
    if answer_link is None or not notice.player.is_active:
        return []
    secret, question = secrets.written(answer_link), question_state.question(answer_link, view)
    offered = _spread_evenly(question.choices, question.otherwise, most)
    return [
        ActionLink(one.words, links.to_route("play_answer", secret, one.number)) for one in offered
    ]


def _spread_evenly(known: Sequence[T], first: T | None, most: int) -> list[T]:
    """Return the fallback and others spread evenly from the last to the first, `most` in all.

    A hand of cards is offered by a low, a high and a middle one, and not by its three lowest.
    """
    picked = [] if first is None else [first]
    others = [one for one in known if one is not first]
    wanted = min(most - len(picked), len(others))
    if wanted == len(others):
        return [*picked, *others]
    steps = max(1, wanted - 1)
    places = [len(others) - 1 - (len(others) - 1) * step // (steps + 1) for step in range(wanted)]
    return [*picked, *(others[place] for place in places)]
