"""The present state of a question, and its answers in words.

Answers by mail or link are sealed and withdrawn here, through the same calls as the API.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import override

from games.play import submissions
from games.rules import registry
from games.visibility.game_view import GameView
from notifications.models import AnswerLink
from notifications.questions.choices import Choice, choices

Json = dict[str, Any]


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

    row: AnswerLink
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
        return registry.find_ruleset(self.row.game.ruleset).name

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.row.zone)

    def numbered(self, number: int) -> Choice | None:
        """Return the answer with this number."""
        return next((one for one in self.choices if one.number == number), None)


def look(row: AnswerLink) -> AnswerableQuestion:
    """Return the present question. Raises `ApiError` where the player can no longer see the game."""
    return question(row, GameView.load(row.game_id, row.player).get_game())


def question(row: AnswerLink, view: Mapping[str, Any]) -> AnswerableQuestion:
    """Return the question in its player's view of the game."""
    mine, turn = view["mine"], view["turn"]
    if mine is None or mine["seat"] != row.seat or view["status"] != "running":
        return AnswerableQuestion(row=row, state=QuestionState.GONE, view=view)
    sealed = mine["submission"]
    late = sealed is not None and sealed["by"] == "clock"
    if turn is None or turn["number"] != row.turn or late or not mine["legal_actions"]:
        return AnswerableQuestion(row=row, state=QuestionState.CLOSED, view=view)
    with override(row.language):
        known = choices(view)
    return AnswerableQuestion(
        row=row,
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
    row = question.row
    submissions.submit(row.game_id, row.turn, row.player_id, choice.action)


def take_back(question: AnswerableQuestion) -> None:
    """Withdraw the sealed answer. Raises `ApiError`; then nothing has changed."""
    row = question.row
    submissions.withdraw(row.game_id, row.turn, row.player_id)
