"""What there is to say of a question and of an answer to it, in the language that is active."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from notifications.questions.looking import Question, State
from tideapi.rest.errors import ApiError

TOO_LATE = frozenset(
    {"turn_closed", "time_is_up", "not_asked", "turn_not_found", "game_finished", "game_cancelled"}
)
"""Refusals that say that there is nothing to be answered any more."""


def stands(question: Question) -> str:
    """How a question stands, in one or two sentences."""
    match question.state:
        case State.WAITS:
            return ""
        case State.SEALED if question.chosen is not None:
            said = _("Sealed: {answer}. You can change it until the turn closes.")
            return said.format(answer=question.chosen.words)
        case State.CLOSED:
            return _("It is too late: this turn is closed.")
    return _("You are not asked here any more: the game is over, or the seat is not yours.")


def due(question: Question) -> str:
    """Until when an answer is good, in her time zone; empty for a question that is not open."""
    return "" if question.due_at is None else moment(question.due_at, question.zone)


def moment(at: datetime, zone: ZoneInfo) -> str:
    """A moment as people say it, in a zone, which is named."""
    # Translators: a day and a time, in the letters of Django's filter "date".
    form = _("l, j F, H:i")
    return f"{date_format(at.astimezone(zone), form)} ({zone.key})"


def otherwise(by: str, answer: str) -> str:
    """What is played for her if she does not answer."""
    if by == "clock":
        words = _("If you do not answer, the clock plays for you: {action}.")
    else:
        words = _("If you do not answer, your standing order plays: {action}.")
    return words.format(action=answer)


def sealed(answer: str, *, closed: bool) -> str:
    """What is said once an answer is sealed."""
    if closed:
        return _("Sealed: {answer}. With that the turn is closed.").format(answer=answer)
    return _("Sealed: {answer}. You can change it until the turn closes.").format(answer=answer)


def taken_back() -> str:
    return _("Your answer is taken back. Nothing is sealed.")


def why_not(refusal: ApiError) -> str:
    """Why something was not done."""
    if refusal.code in TOO_LATE:
        return _("It is too late: this turn is closed.")
    if refusal.code == "no_submission":
        return _("You have sealed nothing that could be taken back.")
    if refusal.code == "too_many_changes":
        return _("You have changed your answer too often in this turn; what is sealed stays.")
    return _("That cannot be played now.") + f" {refusal.detail}"
