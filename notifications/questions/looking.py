"""What a question is now, and the answers to it in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import override

from games.rules import registry
from games.visibility.game_view import GameView
from notifications.models import AskedByMail
from notifications.questions.choices import Choice, choices

Json = dict[str, Any]


class State(StrEnum):
    """What has become of a question."""

    WAITS = "waits"
    SEALED = "sealed"
    """She has answered, and may still change it."""
    CLOSED = "closed"
    """The turn is over, or her time is up."""
    GONE = "gone"
    """The seat is not hers any more, or the game is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question as its player sees it now.

    `choices` are its legal answers in her language, none unless it is open. `chosen` is the one that she has
    sealed, `otherwise` the one that is played if she does nothing. `view` is what she may see of the game.
    """

    row: AskedByMail
    state: State
    view: Json
    choices: Sequence[Choice] = ()
    chosen: Choice | None = None
    otherwise: Choice | None = None
    due_at: datetime | None = None

    @property
    def open(self) -> bool:
        return self.state in {State.WAITS, State.SEALED}

    @property
    def name(self) -> str:
        """The name of the game."""
        return registry.find(self.row.game.ruleset).name

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.row.zone)

    def numbered(self, number: int) -> Choice | None:
        """The answer with this number."""
        return next((one for one in self.choices if one.number == number), None)


def look(row: AskedByMail) -> Question:
    """The question as it is now. Raises `ApiError` where the game cannot be seen any more."""
    return question(row, GameView.find(row.game_id, row.player).whole())


def question(row: AskedByMail, view: Json) -> Question:
    """The question in what its player sees of the game."""
    mine, turn = view["mine"], view["turn"]
    if mine is None or mine["seat"] != row.seat or view["status"] != "running":
        return Question(row=row, state=State.GONE, view=view)
    sealed = mine["submission"]
    late = sealed is not None and sealed["by"] == "clock"
    if turn is None or turn["number"] != row.turn or late or not mine["legal_actions"]:
        return Question(row=row, state=State.CLOSED, view=view)
    with override(row.language):
        known = choices(view)
    return Question(
        row=row,
        state=State.WAITS if sealed is None else State.SEALED,
        view=view,
        choices=known,
        chosen=_of(known, sealed and sealed["action"]),
        otherwise=_of(known, mine["fallback"]),
        due_at=datetime.fromisoformat(mine["due_at"]),
    )


def _of(known: Sequence[Choice], action: Json | None) -> Choice | None:
    return next((one for one in known if one.action == action), None)
