"""Answers to a question by mail or link, through the same calls as the API."""

from games.play import submissions
from notifications.questions.choices import Choice
from notifications.questions.question_state import AnswerableQuestion


def seal(question: AnswerableQuestion, choice: Choice) -> None:
    """Seal an answer, or replace the sealed one. Raises `ApiError`; then nothing has changed."""
    row = question.row
    submissions.submit(row.game_id, row.turn, row.player_id, choice.action)


def take_back(question: AnswerableQuestion) -> None:
    """Withdraw the sealed answer. Raises `ApiError`; then nothing has changed."""
    row = question.row
    submissions.withdraw(row.game_id, row.turn, row.player_id)
