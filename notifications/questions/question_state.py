"""The present state of a question, and its answers in words.

Answers by mail or link are sealed and withdrawn here, through the same calls as the API.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import override

from common.rest.json_codec import Json
from games.play import submissions
from games.rulesets import registry
from games.rulesets.display import DISPLAYS
from games.rulesets.sheet import make_sheet
from games.visibility.game_view import GameView
from notifications.models import AnswerLink
from players.suspension import refuse_suspended

EXAMPLES = 3
"""Answers in the order that is shown as an example."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal answer: its number, its form in a reply ("play 44"), and its words."""

    number: int
    written: str
    words: str
    action: Json


def choices(view: Mapping[str, Any]) -> list[Choice]:
    """Return the legal answers of the viewer's seat in their order, in the active language."""
    sheet = make_sheet(view)
    return [
        Choice(_choice_number(text, place), text, sheet.action_text(action), action)
        for place, (text, action) in enumerate(sheet.action_commands().items(), 1)
    ]


def typed(action: Json) -> str:
    """Return another form in which an action may be written: its type, then its values in order."""
    values = (value for name, value in action.items() if name != "type")
    return " ".join([str(action["type"]).replace("_", " "), *map(_value_text, values)]).strip()


def order_by_number(ruleset: str, known: Sequence[Choice]) -> str:
    """Return an example of a standing order by numbers; empty if the game has no such form."""
    numbers = [one.number for one in known[:: max(1, len(known) // EXAMPLES)][:EXAMPLES]]
    if not numbers or DISPLAYS[ruleset].order_from_numbers(numbers) is None:
        return ""
    return f"order {' '.join(map(str, numbers))}"


def _choice_number(text: str, place: int) -> int:
    found = re.search(r"\d+\Z", text)
    return int(found[0]) if found else place


def _value_text(value: Any) -> str:
    return " ".join(map(_value_text, value)) if isinstance(value, list) else str(value)


class QuestionState(StrEnum):
    """States of a question."""

    WAITS = "waits"
    SEALED = "sealed"
    """The player has answered, and may still change the answer."""
    CLOSED = "closed"
    """The turn is over, or the player's time is up."""
    GONE = "gone"
    """The seat is no longer the player's, or the game is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerableQuestion:
    """A question as its player sees it now.

    `choices` are its legal answers in the player's language, none unless it is open. `chosen` is the sealed
    answer, `otherwise` the one that is played without an answer. `view` is the player's view of the game.
    """

    answer_link: AnswerLink
    state: QuestionState
    view: Mapping[str, Any]
    choices: Sequence[Choice] = ()
    chosen: Choice | None = None
    otherwise: Choice | None = None
    due_at: datetime | None = None

    @property
    def open(self) -> bool:
        return self.state in {QuestionState.WAITS, QuestionState.SEALED}

    @property
    def name(self) -> str:
        """Return the name of the game."""
        return registry.find_ruleset(self.answer_link.game.ruleset).name

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.answer_link.zone)

    def numbered(self, number: int) -> Choice | None:
        """Return the answer with this number."""
        return next((one for one in self.choices if one.number == number), None)


def load_question(answer_link: AnswerLink) -> AnswerableQuestion:
    """Return the present question. Raises `ApiError` for a player who is suspended or cannot see it."""
    refuse_suspended(answer_link.player)
    return question(answer_link, GameView.load(answer_link.game_id, answer_link.player).get_game())


def question(answer_link: AnswerLink, view: Mapping[str, Any]) -> AnswerableQuestion:
    """Return the question in its player's view of the game."""
    mine, turn = view["mine"], view["turn"]
    if mine is None or mine["seat"] != answer_link.seat or view["status"] != "running":
        return AnswerableQuestion(answer_link=answer_link, state=QuestionState.GONE, view=view)
    sealed = mine["submission"]
    late = sealed is not None and sealed["by"] == "clock"
    if turn is None or turn["number"] != answer_link.turn or late or not mine["legal_actions"]:
        return AnswerableQuestion(answer_link=answer_link, state=QuestionState.CLOSED, view=view)
    with override(answer_link.language):
        known = choices(view)
    return AnswerableQuestion(
        answer_link=answer_link,
        state=QuestionState.WAITS if sealed is None else QuestionState.SEALED,
        view=view,
        choices=known,
        chosen=_find_choice(known, sealed and sealed["action"]),
        otherwise=_find_choice(known, mine["fallback"]),
        due_at=datetime.fromisoformat(mine["due_at"]),
    )


def _find_choice(known: Sequence[Choice], action: Json | None) -> Choice | None:
    return next((one for one in known if one.action == action), None)


def seal(question: AnswerableQuestion, choice: Choice) -> None:
    """Seal an answer, or replace the sealed one. Raises `ApiError`; then nothing has changed."""
    answer_link = question.answer_link
    submissions.submit(answer_link.game_id, answer_link.turn, answer_link.player_id, choice.action)


def take_back(question: AnswerableQuestion) -> None:
    """Withdraw the sealed answer. Raises `ApiError`; then nothing has changed."""
    answer_link = question.answer_link
    submissions.withdraw(answer_link.game_id, answer_link.turn, answer_link.player_id)
