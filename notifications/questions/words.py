"""Sentences about a question and its answer, in the active language."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from common.rest.errors import ApiError
from notifications.questions.question_state import AnswerableQuestion, QuestionState

TOO_LATE = frozenset(
    {"turn_closed", "time_is_up", "not_asked", "turn_not_found", "game_finished", "game_cancelled"}
)
"""Codes of refusals that mean that the question is closed."""


def stands(question: AnswerableQuestion) -> str:
    """Return the state of a question in a sentence or two; empty while it waits."""
    match question.state:
        case QuestionState.WAITS:
            return ""
        case QuestionState.SEALED if question.chosen is not None:
            sentence = _("Sealed: {answer}. You can change it until the turn closes.")
            return sentence.format(answer=question.chosen.words)
        case QuestionState.CLOSED:
            return _("It is too late: this turn is closed.")
    return _("There is no move for you here: the game is over, or the seat is no longer yours.")


def due(question: AnswerableQuestion) -> str:
    """Return the deadline in the player's time zone; empty for a question that is not open."""
    return "" if question.due_at is None else moment(question.due_at, question.zone)


def moment(at: datetime, zone: ZoneInfo) -> str:
    """Return a moment in words, in a time zone, which is named."""
    # Translators: a day and a time, in the letters of Django's filter "date".
    form = _("l, j F, H:i")
    return f"{date_format(at.astimezone(zone), form)} ({zone.key})"


def otherwise(by: str, answer: str) -> str:
    """Return what is played for the player without an answer."""
    if by == "clock":
        words = _("If you miss the deadline, the server plays for you: {action}.")
    else:
        words = _("If you do not answer, your standing order plays: {action}.")
    return words.format(action=answer)


def sealed(answer: str, *, closed: bool) -> str:
    """Return the sentence about a sealed answer."""
    if closed:
        return _("Sealed: {answer}. With that the turn is closed.").format(answer=answer)
    return _("Sealed: {answer}. You can change it until the turn closes.").format(answer=answer)


def taken_back() -> str:
    return _("Your answer is taken back. Nothing is sealed.")


def why_not(refusal: ApiError) -> str:
    """Return why a command was refused."""
    if refusal.code in TOO_LATE:
        return _("It is too late: this turn is closed.")
    if refusal.code == "no_submission":
        return _("You have sealed nothing that could be taken back.")
    if refusal.code == "too_many_changes":
        return _("You have changed your answer too often in this turn; what is sealed stays.")
    return _("That cannot be played now.") + f" {refusal.translated_detail}"
