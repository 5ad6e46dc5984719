"""Answering a question from where somebody was told of it: by the same door as the API."""

from games.play import submissions
from notifications.questions.choices import Choice
from notifications.questions.looking import Question


def seal(question: Question, choice: Choice) -> None:
    """Seal an answer, or replace the one that is sealed. Raises `ApiError`; then nothing has changed."""
    row = question.row
    submissions.submit(row.game_id, row.turn, row.player_id, choice.action)


def take_back(question: Question) -> None:
    """Take the sealed answer back. Raises `ApiError`; then nothing has changed."""
    row = question.row
    submissions.withdraw(row.game_id, row.turn, row.player_id)
